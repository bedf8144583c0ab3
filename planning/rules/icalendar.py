"""Write a calendar for other programs (RFC 5545). Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

# A line has at most so many octets, without its end (RFC 5545, 3.1).
_LONGEST_LINE = 75


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event of a calendar.

    Attributes:
        uid: the same in every version of the calendar.
        start, end: points in time; the end is after the start.
        name: of the event. `note`: further lines. `address`: of its page, or "".
    """

    uid: str
    start: datetime
    end: datetime
    name: str
    note: str = ""
    address: str = ""


def calendar_text(name: str, events: Sequence[CalendarEvent], now: datetime) -> str:
    """Return a calendar.

    Args:
        name: of the calendar.
        events: in any order. Times are written in UTC, so that no program needs to know the room's time zone.
        now: when the calendar is written.
    """
    return "".join(f"{line}\r\n" for one in _lines(name, events, now) for line in _folded(one))


def _lines(name: str, events: Sequence[CalendarEvent], now: datetime) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//Poker room//Schedule//EN"
    yield "METHOD:PUBLISH"
    yield f"NAME:{escaped(name)}"
    yield f"X-WR-CALNAME:{escaped(name)}"
    yield "REFRESH-INTERVAL;VALUE=DURATION:PT1H"
    for event in events:
        yield "BEGIN:VEVENT"
        yield f"UID:{escaped(event.uid)}"
        yield f"DTSTAMP:{_time(now)}"
        yield f"DTSTART:{_time(event.start)}"
        yield f"DTEND:{_time(event.end)}"
        yield f"SUMMARY:{escaped(event.name)}"
        if event.note:
            yield f"DESCRIPTION:{escaped(event.note)}"
        if event.address:
            yield f"URL:{_without_controls(event.address)}"
        yield "END:VEVENT"
    yield "END:VCALENDAR"


def _time(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Escape a text value (RFC 5545, 3.3.11); other control characters are left out."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\\", "\\\\")
    text = text.replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    return _without_controls(text)


def _without_controls(text: str) -> str:
    return "".join(sign for sign in text if ord(sign) >= 32 and ord(sign) != 127)


def _folded(line: str) -> Iterator[str]:
    """Yield the parts of a long line; all but the first begin with a space. No character is cut in two."""
    part, size = "", 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > _LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + sign, size + octets
    yield part
