"""Recognise WAV, MP3 and Ogg files by their content, and measure how long they last. Pure."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

# Of an MP3 file, the part outside its tags that has to be sound.
_LEAST_SOUND = 0.9
# Some programs leave a gap between the tags of an MP3 and its first frame.
_MOST_GAP = 4096
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_KBITS = {
    1: (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_RATES = {0b11: (44_100, 48_000, 32_000), 0b10: (22_050, 24_000, 16_000), 0b00: (11_025, 12_000, 8_000)}
# If all packets of Vorbis were long, a sound with many short ones would count as this many times longer.
_LONG_BLOCKS = 8
_OPUS_RATE = 48_000
_NO_POSITION = -1
# Flags of a page: its first packet began on the page before; it is the first of its stream.
_GOES_ON, _FIRST_PAGE = 1, 2


class BrokenSound(Exception):
    """Not a WAV, MP3 or Ogg file with sound in it, or a broken one."""


@dataclass(frozen=True, slots=True)
class SoundFile:
    """A sound's file.

    Attributes:
        kind: `wav`, `mp3` or `ogg`.
        seconds: how long it lasts.
    """

    kind: str
    seconds: float


def read_sound(data: bytes) -> SoundFile:
    """Return the kind and the length of a sound.

    Raises:
        BrokenSound: it is no WAV (PCM), MP3 or Ogg (Opus, Vorbis) file, or has no sound.
    """
    try:
        if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
            found = SoundFile("wav", _seconds_of_wav(data))
        elif data[:4] == b"OggS":
            found = SoundFile("ogg", _seconds_of_ogg(data))
        else:
            found = SoundFile("mp3", frames_of(data)[2])
    except (struct.error, IndexError):
        raise BrokenSound from None
    if found.seconds <= 0:
        raise BrokenSound
    return found


# --- WAV ------------------------------------------------------------------------------------------------
def _seconds_of_wav(data: bytes) -> float:
    """Return the length of a WAV file with plain samples."""
    per_second = 0
    for name, start, size in chunks_of(data):
        if name == b"fmt ":
            coding, channels, rate, _bytes, block, bits = struct.unpack_from("<HHIIHH", data, start)
            if coding == _EXTENSIBLE:
                (coding,) = struct.unpack_from("<H", data, start + 24)
            if coding not in (_PCM, _FLOAT) or not channels or block != channels * ((bits + 7) // 8):
                raise BrokenSound
            per_second = rate * block
        elif name == b"data":
            if not per_second:
                raise BrokenSound
            return size / per_second
    raise BrokenSound


def chunks_of(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name the chunks of a WAV file: name, start and size of the content."""
    at = 12
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        at += 8
        # A recorder that was interrupted has left a size that is too large.
        yield name, at, min(size, len(data) - at)
        at += size + size % 2


# --- MP3 ------------------------------------------------------------------------------------------------
def frames_of(data: bytes) -> tuple[int, int, float]:
    """Return where the frames of an MP3 file begin and end, and their length: they are counted, since their bit rate
    may vary.

    Raises:
        BrokenSound: there are none, or too much else.
    """
    start, end = _without_tags(data)
    at = next((at for at in range(start, min(start + _MOST_GAP, end)) if _is_first(data, at, end)), None)
    if at is None:
        raise BrokenSound
    first, seconds = at, 0.0
    while at < end and (frame := _frame(data, at)) is not None:
        size, lasts = frame
        at += size
        seconds += lasts
    if min(at, end) - first < _LEAST_SOUND * (end - start):
        raise BrokenSound
    return first, min(at, end), seconds


def _without_tags(data: bytes) -> tuple[int, int]:
    """Return start and end of what lies between the tags of an MP3 file."""
    start, end = 0, len(data)
    while data[start : start + 3] == b"ID3":
        size = 0
        for seven_bits in data[start + 6 : start + 10]:
            size = size << 7 | seven_bits & 0x7F
        start += 10 + size + (10 if data[start + 5] & 0x10 else 0)
    if data[-128:-125] == b"TAG":
        end -= 128
    return start, end


def _is_first(data: bytes, at: int, end: int) -> bool:
    """Return whether a frame begins here, and another one after it."""
    frame = _frame(data, at)
    return frame is not None and at + frame[0] < end and _frame(data, at + frame[0]) is not None


def _frame(data: bytes, at: int) -> tuple[int, float] | None:
    """Return the size of a frame in bytes and its length in seconds; None if none begins here."""
    head = data[at : at + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2:
        return None
    version, bits, rate = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version not in _RATES or bits in (0, 15) or rate == 3:
        return None
    is_first_version = version == 0b11
    hertz = _RATES[version][rate]
    samples = 1152 if is_first_version else 576
    kbits = _KBITS[1 if is_first_version else 2][bits - 1]
    return samples // 8 * kbits * 1000 // hertz + (head[2] >> 1 & 1), samples / hertz


# --- Ogg ------------------------------------------------------------------------------------------------
def _seconds_of_ogg(data: bytes) -> float:
    """Return the length of an Ogg file with one stream of Opus or Vorbis: what it says of itself, or what its packets
    hold if that is more, because a display decodes all of them.
    """
    head = stream = None
    position, packets = 0, 0.0
    for flags, granule, serial, content, lengths in _ogg_pages(data):
        if head is None:
            stream, head = serial, _ogg_head(content)
            continue
        if serial != stream or flags & _FIRST_PAGE:
            raise BrokenSound
        if granule != _NO_POSITION:
            position = granule
        beginnings = [*_packets(content, lengths)][1 if flags & _GOES_ON else 0 :]
        packets += sum(head.seconds_of(packet) for packet in beginnings)
    if head is None or not head.rate:
        raise BrokenSound
    return max((position - head.skipped) / head.rate, packets)


def _packets(content: bytes, lengths: bytes) -> Iterator[bytes]:
    """Return the first bytes of each packet of a page, complete or not."""
    at = begin = 0
    for length in lengths:
        at += length
        if length < 255:
            yield content[begin : begin + 8]
            begin = at
    if begin < at:
        yield content[begin : begin + 8]


def _ogg_pages(data: bytes) -> Iterator[tuple[int, int, int, bytes, bytes]]:
    """Read the pages of an Ogg file: flags, position, number of the stream, content, lengths of its segments."""
    at = 0
    while at < len(data):
        mark, flags, granule, serial, count = struct.unpack_from("<5sBqI8xB", data, at)
        if mark != b"OggS\0":
            raise BrokenSound
        content = at + 27 + count
        lengths = data[at + 27 : content]
        size = sum(lengths)
        if content + size > len(data):
            raise BrokenSound
        yield flags, granule, serial, data[content : content + size], lengths
        at = content + size


@dataclass(frozen=True, slots=True)
class _OggHead:
    """What the head of a stream says.

    Attributes:
        rate: samples a second.
        skipped: samples skipped at the start.
        block: samples of a long block of Vorbis; 0 for Opus.
    """

    rate: int
    skipped: int
    block: int

    def seconds_of(self, packet: bytes) -> float:
        """Return the length of a packet of Opus (RFC 6716, 3.1); of Vorbis, a share of what a long block would hold,
        since which packets are long is known only to a decoder.
        """
        if packet.startswith((b"OpusTags", b"\x03vorbis", b"\x05vorbis")) or not packet:
            return 0.0
        if self.block:
            return self.block / 2 / self.rate / _LONG_BLOCKS
        config, code = packet[0] >> 3, packet[0] & 3
        frame: float
        if config < 12:
            frame = (10, 20, 40, 60)[config & 3]
        elif config < 16:
            frame = (10, 20)[config & 1]
        else:
            frame = (2.5, 5, 10, 20)[config & 3]
        frames = (1, 2, 2, packet[1] & 0x3F if len(packet) > 1 else 0)[code]
        return frame * frames / 1_000


def _ogg_head(content: bytes) -> _OggHead:
    """Read the head of a stream.

    Raises:
        BrokenSound: it is neither Opus nor Vorbis, or has more than two channels.
    """
    if content.startswith(b"OpusHead"):
        channels, head = content[9], _OggHead(_OPUS_RATE, struct.unpack_from("<H", content, 10)[0], 0)
    elif content.startswith(b"\x01vorbis"):
        channels, rate = struct.unpack_from("<BI", content, 11)
        head = _OggHead(rate, 0, 1 << (content[28] >> 4))
    else:
        raise BrokenSound
    if not 1 <= channels <= 2:
        raise BrokenSound
    return head
