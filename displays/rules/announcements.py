"""When an announcement shows. Pure; `static/shared/feed/announcements.js` does the same (showings.json)."""

import re
from dataclasses import dataclass

# What a text may contain in braces; displays fill it in from the clock of their event (`static/tv/placeholders.js`).
PLACEHOLDERS = (
    "break_end", "next_break", "level", "next_level", "blinds", "ante", "next_blinds", "players_left", "entries",
    "average", "event",
)  # fmt: skip
_IN_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Times:
    """When an announcement shows; all in ms.

    Attributes:
        starts: start of its first showing.
        ends: end of its last showing; None: until it is removed.
        every: from the start of one showing to that of the next; None: it shows all the time.
        shown: length of each showing; None if it shows all the time.
    """

    starts: int
    ends: int | None = None
    every: int | None = None
    shown: int | None = None


@dataclass(frozen=True, slots=True)
class Showing:
    """One showing: its start, and its end (None: until it is removed)."""

    starts: int
    ends: int | None


def showing(times: Times, now: int) -> Showing | None:
    """Return the showing that is on at a time, else the next one; None if there is none any more."""
    if times.every is None or times.shown is None:
        over = times.ends is not None and now >= times.ends
        return None if over else Showing(times.starts, times.ends)
    number = max(0, now - times.starts) // times.every
    starts = times.starts + number * times.every
    if now >= starts + times.shown:
        starts += times.every
    ends = starts + times.shown
    if times.ends is None:
        return Showing(starts, ends)
    return None if max(starts, now) >= times.ends else Showing(starts, min(ends, times.ends))


def unknown_placeholders(text: str) -> list[str]:
    """Return what stands in braces in a text and is no placeholder; stray braces as well."""
    found = [name for name in _IN_BRACES.findall(text) if name not in PLACEHOLDERS]
    stray = [sign for sign in _IN_BRACES.sub("", text) if sign in "{}"]
    return [f"{{{name}}}" for name in found] + stray
