"""The rows of an event's structure as form choices, each with its estimated end."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clock.rules.structure import numbered
from clock.services.event_clock import EventClock
from tourney.now import from_ms, room_now, to_ms
from tourney.services.dates import time_text


def row_choices(event_clock: EventClock) -> list[tuple[str, str]]:
    """Return every row by its index: "Level 6 · until 20:48", "Break after level 6 · until 20:58".

    Times are given if known: from the planned start, or from the current clock.
    """
    ends = ends_of_rows(event_clock, to_ms(room_now()) or 0)
    found = []
    for position, text in enumerate(row_names(event_clock)):
        end = ends[position]
        if end is not None:
            text += " · " + _("until %(time)s") % {"time": time_text(from_ms(end))}
        found.append((str(position), text))
    return found


def row_names(event_clock: EventClock) -> list[str]:
    """Return the labels of the rows: "Level 6", "Break after level 6"."""
    found, last = [], 0
    for number, _level in numbered(event_clock.levels):
        last = number or last
        words = _("Level %(number)s") if number else _("Break after level %(number)s")
        found.append(words % {"number": last})
    return found


def ends_of_rows(event_clock: EventClock, now: int) -> list[int | None]:
    """Return the end of each row if the clock is not paused, in ms; None if over or unknown."""
    return list(_ends(event_clock, now))


def _ends(event_clock: EventClock, now: int) -> Iterator[int | None]:
    read = event_clock.read(now)
    waiting = read.state == "waiting"
    at = event_clock.planned_start if waiting else now - read.elapsed
    if read.state == "over":
        at = None
    for position, level in enumerate(event_clock.levels):
        if at is None or (not waiting and position < read.position):
            yield None
        else:
            at += level.duration
            yield at
            if level.ends_day:
                # The start of the next day is unknown.
                at = None
