"""Remove what a sound's file says about its maker: title, artist, pictures, programs. Pure."""

import struct
from collections.abc import Iterator

from displays.services.sound_files import chunks_of, frames_of

# Chunks of a WAV file that a player needs.
_NEEDED = (b"fmt ", b"fact", b"data")
# How the packet with the tags begins in Opus and in Vorbis, and how an empty one ends.
_TAGS = {b"OpusTags": b"", b"\x03vorbis": b"\x01"}
_CRC_AT = 22


def without_tags(data: bytes, kind: str) -> bytes:
    """Return a sound without its tags; what is heard stays as it is.

    Args:
        data: a file that `read_sound` has recognised.
        kind: as recognised.
    """
    if kind == "wav":
        return _wav(data)
    if kind == "mp3":
        first, end, _seconds = frames_of(data)
        return data[first:end]
    return _ogg(data)


def _wav(data: bytes) -> bytes:
    kept = b""
    for name, start, size in chunks_of(data):
        if name in _NEEDED:
            kept += name + struct.pack("<I", size) + data[start : start + size] + bytes(size % 2)
        if name == b"data":
            break
    return b"RIFF" + struct.pack("<I", 4 + len(kept)) + b"WAVE" + kept


def _ogg(data: bytes) -> bytes:
    """Empty the second packet of the stream. It keeps its length, so that the pages stay as they are."""
    file = bytearray(data)
    places = [*_second_packet(data)]
    packet = b"".join(data[start:end] for start, end in places)
    for mark, rest in _TAGS.items():
        if packet.startswith(mark):
            # No program and no comments; what follows is padding.
            packet = (mark + bytes(8) + rest).ljust(len(packet), b"\0")
    at = 0
    for start, end in places:
        file[start:end] = packet[at : at + end - start]
        at += end - start
    for start, _content, end in _pages(data):
        file[start + _CRC_AT : start + _CRC_AT + 4] = bytes(4)
        file[start + _CRC_AT : start + _CRC_AT + 4] = struct.pack("<I", _crc(file[start:end]))
    return bytes(file)


def _pages(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Name start, content and end of each page of an Ogg file."""
    at = 0
    while at < len(data):
        content = at + 27 + data[at + 26]
        end = content + sum(data[at + 27 : content])
        yield at, content, end
        at = end


def _second_packet(data: bytes) -> Iterator[tuple[int, int]]:
    """Name where the parts of the second packet lie, which may go on over several pages."""
    packet = 0
    for start, content, _end in _pages(data):
        at = content
        for length in data[start + 27 : content]:
            if packet == 1:
                yield at, at + length
            at += length
            packet += length < 255
            if packet > 1:
                return


def _table() -> tuple[int, ...]:
    rows = []
    for byte in range(256):
        row = byte << 24
        for _bit in range(8):
            row = (row << 1 ^ (0x04C11DB7 if row & 0x80000000 else 0)) & 0xFFFFFFFF
        rows.append(row)
    return tuple(rows)


_ROWS = _table()


def _crc(page: bytes | bytearray) -> int:
    """Return the checksum of a page of an Ogg file (RFC 3533, 6)."""
    found = 0
    for byte in page:
        found = (found << 8 & 0xFFFFFFFF) ^ _ROWS[found >> 24 ^ byte]
    return found
