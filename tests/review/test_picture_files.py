"""Uploaded pictures are decoded and encoded again: no metadata, no excess pixels, upright."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFile
from PIL.PngImagePlugin import PngInfo

from tests.fixtures.picture import png
from tourney.journal.refused import Refused
from tourney.services import picture_files
from tourney.services.picture_files import BrokenPicture, read_picture
from tourney.services.picture_store import keep_picture

SECRET = "47.3769N 8.5417E"
KINDS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}


def _file(kind: str, size: tuple[int, int] = (40, 20), *, mode: str = "RGB", turned: int = 1) -> bytes:
    """Return a picture whose left half is red, with a camera's metadata."""
    picture = Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = turned, SECRET
    more: dict[str, Any] = {"exif": exif}
    if kind == "PNG":
        more["pnginfo"] = PngInfo()
        more["pnginfo"].add_text("Comment", SECRET)
    elif kind == "JPEG":
        more["comment"] = SECRET
    file = BytesIO()
    picture.convert(mode).save(file, kind, **more)
    return file.getvalue() + SECRET.encode()


@pytest.mark.parametrize("kind", KINDS)
def test_stored_picture_has_no_metadata(kind: str) -> None:
    data = _file(kind)
    found = read_picture(data)
    assert SECRET.encode() in data
    assert SECRET.encode() not in found.data
    assert (found.kind, found.width, found.height) == (KINDS[kind], 40, 20)
    with Image.open(BytesIO(found.data)) as kept:
        assert not kept.getexif()
        assert not {"comment", "Comment", "icc_profile", "exif", "xmp"} & set(kept.info)


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_kept_upright(kind: str) -> None:
    found = read_picture(_file(kind, turned=6))
    assert (found.width, found.height) == (20, 40)
    with Image.open(BytesIO(found.data)) as kept:
        pixel = kept.convert("RGB").getpixel((10, 5))
    assert isinstance(pixel, tuple)
    red, _green, blue = pixel
    assert red > 200 > 60 > blue, "the left half is on top"


@pytest.mark.parametrize(("kind", "mode"), [("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "P"), ("PNG", "1")])
def test_other_ways_to_hold_colours_are_read(kind: str, mode: str) -> None:
    assert read_picture(_file(kind, mode=mode)).kind == KINDS[kind]


def test_a_transparent_logo_stays_transparent() -> None:
    file = BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, 0)).save(file, "PNG")
    with Image.open(BytesIO(read_picture(file.getvalue()).data)) as kept:
        assert kept.getpixel((1, 1)) == (255, 0, 0, 0)


def test_a_large_photo_is_made_smaller() -> None:
    found = read_picture(_file("JPEG", (4000, 2000)))
    assert (found.width, found.height) == (1600, 800)


@pytest.mark.parametrize(
    "size", [{"width": 30_000, "height": 30_000}, {"width": 6_001}, {"width": 5_001, "height": 5_000}]
)
def test_a_picture_of_too_many_pixels_is_refused_undecoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: dict[str, int]
) -> None:
    def decoded(_picture: ImageFile.ImageFile) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(ImageFile.ImageFile, "load", decoded)
    with pytest.raises(Refused) as caught:
        keep_picture(png(**size), "photo", tmp_path)
    assert caught.value.code == "picture_too_large"
    assert not list(tmp_path.iterdir())


def test_a_jpeg_of_thousands_of_scans_is_refused_undecoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_files, "_encoded", lambda _picture: pytest.fail("decoded"))
    with pytest.raises(BrokenPicture):
        read_picture(_file("JPEG") + b"\xff\xda\x00\x02" * 5_000)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM", "ICO"])
def test_other_kinds_of_pictures_are_refused_undecoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    file = BytesIO()
    Image.new("RGB", (16, 16)).save(file, kind)
    monkeypatch.setattr(picture_files, "_encoded", lambda _picture: pytest.fail("recognised"))
    with pytest.raises(Refused) as caught:
        keep_picture(file.getvalue(), "photo", tmp_path)
    assert caught.value.code == "no_picture"


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_ends_too_soon_is_refused(kind: str) -> None:
    data = _file(kind)
    for length in range(0, len(data) // 2, 7):
        with pytest.raises(BrokenPicture):
            read_picture(data[:length])


def test_a_picture_without_height_is_refused() -> None:
    with pytest.raises(BrokenPicture):
        read_picture(png(height=0))
