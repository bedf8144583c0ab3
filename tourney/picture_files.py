"""Read the size of PNG, JPEG and WebP files, and strip their metadata. Pure.

Everything is read from headers; no picture is decoded here. What a camera notes (place, time, device) is left out, and
so is whatever follows the picture. Only how a JPEG is turned is kept.
"""

import struct
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = {b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"iCCP"}
_WEBP_KEPT = {b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP"}
# Markers of JPEG: start of a frame (with its size), of a scan, the end, and those without a length.
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_SCAN, _END, _JFIF, _EXIF, _ICC, _ADOBE = 0xDA, 0xD9, 0xE0, 0xE1, 0xE2, 0xEE
_BARE = {0x01, *range(0xD0, 0xD8)}
_ORIENTATION = 0x0112


class BrokenPicture(Exception):
    """Not a PNG, JPEG or WebP file, or a truncated one."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture's file.

    Attributes:
        kind: "png", "jpg" or "webp".
        width, height: in pixels, as the header says.
        data: the file, with nothing in it but the picture.
    """

    kind: str
    width: int
    height: int
    data: bytes


def read_picture(data: bytes) -> PictureFile:
    """Read a file's header and strip its metadata.

    Raises:
        BrokenPicture: it is none of the three kinds, or broken.
    """
    try:
        if data.startswith(_PNG):
            return _read_png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _read_jpeg(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _read_webp(data)
    except (struct.error, IndexError) as error:
        raise BrokenPicture from error
    raise BrokenPicture


def _read_png(data: bytes) -> PictureFile:
    parts, at = [_PNG], len(_PNG)
    if data[at + 4 : at + 8] != b"IHDR":
        raise BrokenPicture
    width, height = struct.unpack_from(">II", data, at + 8)
    while True:
        (length,) = struct.unpack_from(">I", data, at)
        name, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data):
            raise BrokenPicture
        if name in _PNG_KEPT:
            parts.append(data[at:end])
        if name == b"IEND":
            return PictureFile("png", width, height, b"".join(parts))
        at = end


def _read_jpeg(data: bytes) -> PictureFile:
    parts, at, size = [b"\xff\xd8"], 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            raise BrokenPicture
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker == _END:
            parts.append(b"\xff\xd9")
            return PictureFile("jpg", *size, b"".join(parts))
        elif marker in _BARE:
            parts.append(data[at : at + 2])
            at += 2
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            end = at + 2 + length
            if end > len(data) or length < 2:
                raise BrokenPicture
            content = data[at + 4 : end]
            if marker in _FRAMES:
                height, width = struct.unpack_from(">HH", content, 1)
                size = (width, height)
            if marker == _EXIF:
                parts.append(_turned(content))
            elif _is_of_picture(marker, content):
                parts.append(data[at:end])
            at = end
            if marker == _SCAN:
                at = _end_of_scan(data, end)
                parts.append(data[end:at])


def _is_of_picture(marker: int, content: bytes) -> bool:
    """Whether a JPEG's segment is needed to draw it: programs note their own things, and comments stand beside."""
    if marker == _ICC:
        return content.startswith(b"ICC_PROFILE\x00")
    return marker in {_JFIF, _ADOBE} or not (0xE0 <= marker <= 0xEF or marker == 0xFE)


def _end_of_scan(data: bytes, start: int) -> int:
    """Where the next marker stands: in a scan, 0xFF is followed by 0, or by a mark to start again from."""
    at = start
    while True:
        at = data.find(b"\xff", at)
        if at < 0:
            raise BrokenPicture
        if data[at + 1] == 0 or data[at + 1] in _BARE:
            at += 2
        else:
            return at


def _turned(content: bytes) -> bytes:
    """A segment that says how the picture is turned, and nothing else; b"" where the camera did not say."""
    if not content.startswith(b"Exif\x00\x00"):
        return b""
    tiff = content[6:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 10:
        return b""
    (first,) = struct.unpack_from(f"{order}I", tiff, 4)
    if first + 2 > len(tiff):
        return b""
    (count,) = struct.unpack_from(f"{order}H", tiff, first)
    for number in range(min(count, 100)):
        place = first + 2 + 12 * number
        if place + 12 > len(tiff):
            return b""
        tag, kind = struct.unpack_from(f"{order}HH", tiff, place)
        if (tag, kind) == (_ORIENTATION, 3):
            (turned,) = struct.unpack_from(f"{order}H", tiff, place + 8)
            fresh = b"Exif\x00\x00MM\x00*" + struct.pack(
                ">IHHHIHHI", 8, 1, _ORIENTATION, 3, 1, turned % 9, 0, 0
            )
            return b"\xff\xe1" + struct.pack(">H", len(fresh) + 2) + fresh
    return b""


def _read_webp(data: bytes) -> PictureFile:
    parts, at, size = [], 12, (0, 0)
    end_of_file = min(len(data), 8 + struct.unpack_from("<I", data, 4)[0])
    while at + 8 <= end_of_file:
        name = data[at : at + 4]
        (length,) = struct.unpack_from("<I", data, at + 4)
        end = at + 8 + length + length % 2
        if at + 8 + length > end_of_file:
            raise BrokenPicture
        content = data[at + 8 : at + 8 + length]
        if name == b"VP8X":
            size = (int.from_bytes(content[4:7], "little") + 1, int.from_bytes(content[7:10], "little") + 1)
            # Neither EXIF nor XMP follows any more.
            content = bytes([content[0] & ~0x0C]) + content[1:]
        elif name == b"VP8L" and size == (0, 0):
            bits = int.from_bytes(content[1:5], "little")
            size = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        elif name == b"VP8 " and size == (0, 0):
            width, height = struct.unpack_from("<HH", content, 6)
            size = (width & 0x3FFF, height & 0x3FFF)
        if name in _WEBP_KEPT:
            parts.append(name + struct.pack("<I", length) + content + b"\x00" * (length % 2))
        at = end
    body = b"WEBP" + b"".join(parts)
    return PictureFile("webp", *size, b"RIFF" + struct.pack("<I", len(body)) + body)
