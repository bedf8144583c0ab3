"""The file of a signed export of journals: one signed line for each entry, between a first and a last line. Pure.

A line is a signature (Ed25519, Base64) of 88 characters, a space, and the JSON text that is signed, in UTF-8. The texts
carry the id of the export and are numbered, so that a line that was changed, removed, moved, repeated or taken from
another export is named.
"""

import base64
import binascii
import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

FORMAT = "signed-journal/1"
Sign = Callable[[bytes], bytes]
Check = Callable[[bytes, bytes], bool]
Kind = Literal["changed", "removed", "moved", "repeated", "foreign", "no_start", "no_end"]
_SIGNATURE = 88


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a file.

    Attributes:
        kind: what happened to the line.
        line: its number in the export as written; for a changed line its place in the file, from 0.
    """

    kind: Kind
    line: int = 0


@dataclass(slots=True)
class Verified:
    """The result of a verification.

    Attributes:
        about: the first line: what was exported, when and by whom; empty if it is missing or changed.
        entries: how many entries have a good signature.
        faults: in the order of the file, then what was moved or is missing.
    """

    about: dict[str, Any] = field(default_factory=dict)
    entries: int = 0
    faults: list[Fault] = field(default_factory=list)


def lines_of(
    export: str, about: Mapping[str, Any], entries: Iterable[Mapping[str, Any]], sign: Sign
) -> Iterator[str]:
    """Yield the lines of a file.

    Args:
        export: id of this export.
        about: what is exported, for its first line.
        entries: the journal entries.
        sign: returns the signature of a text.
    """
    number = 0
    last: dict[str, int] = {}
    yield _line(sign, {"export": export, "line": 0, "format": FORMAT, **about})
    for number, entry in enumerate(entries, 1):
        last[str(entry.get("event") or "room")] = entry["seq"]
        yield _line(sign, {"export": export, "line": number, "entry": entry})
    yield _line(sign, {"export": export, "line": number + 1, "entries": number, "last": last})


def _line(sign: Sign, content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    # Line separators of Unicode are written as they are: only "\n" ends a line.
    return f"{base64.b64encode(sign(text.encode())).decode()} {text}\n"


def verify(lines: Iterable[bytes], check: Check) -> Verified:
    """Verify a file.

    Args:
        lines: of the file, as bytes, with or without the line ends.
        check: whether a signature is the key's for a text.
    """
    found = Verified()
    export, last = "", -1
    # Numbers of the good lines, in the order of the file.
    order: list[int] = []
    seen: set[int] = set()
    claimed: set[int] = set()
    for place, raw in enumerate(lines):
        content = _read(raw.rstrip(b"\r\n"), check)
        if content is None:
            found.faults.append(Fault("changed", place))
            claimed.add(_claimed(raw, place))
            continue
        number = content["line"]
        export = export or content["export"]
        if content["export"] != export:
            found.faults.append(Fault("foreign", place))
            continue
        if number in seen:
            found.faults.append(Fault("repeated", number))
            continue
        seen.add(number)
        order.append(number)
        if number == 0:
            found.about = content
        elif "entries" in content:
            last = number
        else:
            found.entries += 1
    found.faults += _moved(order)
    highest = max(seen, default=0)
    if 0 not in seen | claimed:
        found.faults.append(Fault("no_start"))
    if last < 0 and not any(number > highest for number in claimed):
        found.faults.append(Fault("no_end", highest))
    found.faults += [Fault("removed", number) for number in range(1, highest) if number not in seen | claimed]
    return found


def _moved(order: Sequence[int]) -> Iterator[Fault]:
    """Yield the lines that have to be taken out so that the others are in order: as few as possible."""
    # The longest increasing part: for each length, the place where the best part of that length ends.
    ends: list[int] = []
    before: list[int | None] = []
    for place, number in enumerate(order):
        length = bisect_left(ends, number, key=order.__getitem__)
        before.append(ends[length - 1] if length else None)
        ends[length : length + 1] = [place]
    kept: set[int] = set()
    place_kept = ends[-1] if ends else None
    while place_kept is not None:
        kept.add(place_kept)
        place_kept = before[place_kept]
    for place, number in enumerate(order):
        if place not in kept:
            yield Fault("moved", number)


def _read(raw: bytes, check: Check) -> dict[str, Any] | None:
    """Return the content of a line; None if its signature is not the key's."""
    try:
        signature = base64.b64decode(raw[:_SIGNATURE], validate=True)
    except binascii.Error:
        return None
    text = raw[_SIGNATURE + 1 :]
    if raw[_SIGNATURE : _SIGNATURE + 1] != b" " or not check(signature, text):
        return None
    content: dict[str, Any] = json.loads(text)
    return content


def _claimed(raw: bytes, place: int) -> int:
    """Return the number that a changed line states, or else its place: that line is not reported as removed too."""
    try:
        content = json.loads(raw[_SIGNATURE + 1 :])
        number = content["line"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return place
    return number if isinstance(number, int) else place
