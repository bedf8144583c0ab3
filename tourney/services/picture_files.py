"""Read uploaded PNG, JPEG and WebP files and encode them again, so that only the picture remains."""

import struct
import threading
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

# Per side, and of a whole picture (about 100 MB decoded). A larger size in the header is refused before decoding: a
# small file may hold a picture that needs gigabytes.
MOST_PIXELS_A_SIDE = 6000
MOST_PIXELS = 25_000_000
# Of the stored picture: photos are shown on screens, logos are shown or printed.
LONGEST_SIDE = 1600
# A progressive JPEG has about ten scans. Each one is decoded over the whole picture, so thousands of empty ones take
# hours.
MOST_SCANS = 100

Image.MAX_IMAGE_PIXELS = MOST_PIXELS

_ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
_OPTIONS: dict[str, dict[str, int]] = {"PNG": {}, "JPEG": {"quality": 85}, "WEBP": {"quality": 85}}
# One at a time: all uploads to a process together need the memory of one decoded picture.
_one_at_a_time = threading.Lock()


class BrokenPicture(Exception):
    """Not a PNG, JPEG or WebP file, or a truncated one."""


class TooManyPixels(Exception):
    """More pixels than are decoded here."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture's file.

    Attributes:
        kind: "png", "jpg" or "webp".
        width, height: in pixels, as shown.
        data: the file, without metadata.
    """

    kind: str
    width: int
    height: int
    data: bytes


def read_picture(data: bytes) -> PictureFile:
    """Decode a picture, rotate it as its camera noted, reduce it to `LONGEST_SIDE`, and encode it without metadata.

    Args:
        data: the file.

    Raises:
        BrokenPicture: the file has none of the three formats, or is broken.
        TooManyPixels: its header says more than `MOST_PIXELS_A_SIDE` or `MOST_PIXELS`.
    """
    if data.startswith(b"\xff\xd8") and data.count(b"\xff\xda") > MOST_SCANS:
        raise BrokenPicture
    with _one_at_a_time:
        try:
            with Image.open(BytesIO(data), formats=list(_ENDINGS)) as picture:
                return _encoded(picture)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            raise TooManyPixels from error
        except (OSError, SyntaxError, ValueError, EOFError, LookupError, TypeError, struct.error) as error:
            # Decoders raise many kinds of errors for broken files.
            raise BrokenPicture from error


def _encoded(opened: Image.Image) -> PictureFile:
    width, height = opened.size
    if max(width, height) > MOST_PIXELS_A_SIDE or width * height > MOST_PIXELS:
        raise TooManyPixels
    # A phone's JPEG may hold a second picture (a depth map): Pillow calls that MPO, and shows the first.
    kind = "JPEG" if opened.format == "MPO" else opened.format or ""
    # A large JPEG is decoded at a fraction of its size where that is enough.
    opened.draft(None, (LONGEST_SIDE, LONGEST_SIDE))
    opened.load()
    alpha = kind != "JPEG" and opened.has_transparency_data
    mode = "RGBA" if alpha else "L" if opened.mode in {"1", "L"} else "RGB"
    # Smaller first, then rotated: both copy the picture.
    picture = opened if opened.mode == mode else opened.convert(mode)
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    picture = ImageOps.exif_transpose(picture)
    # Pillow copies some metadata (comments, colour profiles) unless it is removed.
    picture.info.clear()
    file = BytesIO()
    picture.save(file, kind, **_OPTIONS[kind])
    return PictureFile(_ENDINGS[kind], *picture.size, file.getvalue())
