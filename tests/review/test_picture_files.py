"""Uploaded pictures lose what a camera noted, and are refused for their size before anything decodes them."""

import struct
from pathlib import Path

import pytest

from tests.fixtures.picture import chunk, png
from tourney.journal.refused import Refused
from tourney.picture_files import BrokenPicture, read_picture
from tourney.pictures import keep_picture

SECRET = b"47.3769N 8.5417E"


def _segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def _jpeg(*, width: int = 2, height: int = 1, turned: int = 6) -> bytes:
    exif = b"Exif\x00\x00II*\x00" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, turned, 0, 0) + SECRET
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    scan = _segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\x00\x34\xff\xd0\x56"
    return (
        b"\xff\xd8"
        + _segment(0xE1, exif)
        + _segment(0xFE, SECRET)
        + _segment(0xC0, frame)
        + scan
        + b"\xff\xd9"
        + SECRET
    )


def _webp() -> bytes:
    parts = b"VP8X" + struct.pack("<I", 10) + bytes([0x0C, 0, 0, 0]) + b"\x01\x00\x00\x02\x00\x00"
    parts += b"VP8L" + struct.pack("<I", 5) + b"\x2f\x00\x00\x00\x00\x00"
    parts += b"EXIF" + struct.pack("<I", len(SECRET)) + SECRET
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WEBP" + parts


@pytest.mark.parametrize(
    ("data", "kind", "size"),
    [
        (png(more=chunk(b"tEXt", SECRET) + chunk(b"eXIf", SECRET)) + SECRET, "png", (1, 1)),
        (_jpeg(), "jpg", (2, 1)),
        (_webp(), "webp", (2, 3)),
    ],
)
def test_camera_metadata_is_stripped(data: bytes, kind: str, size: tuple[int, int]) -> None:
    found = read_picture(data)
    assert SECRET in data
    assert SECRET not in found.data
    assert (found.kind, (found.width, found.height)) == (kind, size)
    assert read_picture(found.data) == found, "once is enough"


def test_how_a_photo_is_turned_is_kept() -> None:
    assert struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) in read_picture(_jpeg(turned=6)).data


@pytest.mark.parametrize("size", [{"width": 30_000, "height": 30_000}, {"width": 6_001}, {"height": 0}])
def test_a_picture_of_too_many_pixels_is_refused(tmp_path: Path, size: dict[str, int]) -> None:
    with pytest.raises(Refused) as caught:
        keep_picture(png(**size), "photo", tmp_path)
    assert caught.value.code == "picture_too_large"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("data", [png(), _jpeg(), _webp()])
def test_a_picture_that_ends_too_soon_is_refused_or_read(data: bytes) -> None:
    for length in range(len(data)):
        try:
            read_picture(data[:length])
        except BrokenPicture:
            continue
