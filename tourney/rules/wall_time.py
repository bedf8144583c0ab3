"""Times on the wall: from a day and a time of day to a point in time, across changes of daylight saving. Pure.

A time that does not exist because clocks go forward is moved by the gap, and of a time that exists twice the first one
counts. Calendar programs do the same (RFC 5545, 3.3.5).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

Change = Literal["", "skipped", "repeated"]


@dataclass(frozen=True, slots=True)
class WallTime:
    """A point in time that was given as a day and a time of day.

    Attributes:
        at: the point in time, in UTC.
        change: "skipped" if the wall never shows that time, so that `at` is later by the gap; "repeated" if it shows
            it twice, so that `at` is the first time; "" on any other day.
    """

    at: datetime
    change: Change = ""


def at_wall_time(day: date, time_of_day: time, zone: tzinfo) -> WallTime:
    """Return the point in time at which the wall of a zone shows a time.

    Args:
        day, time_of_day: as the wall shows them.
        zone: with its changes of daylight saving.
    """
    first = datetime.combine(day, time_of_day.replace(tzinfo=None, fold=0), zone)
    at = first.astimezone(UTC)
    if at.astimezone(zone).replace(tzinfo=None) != first.replace(tzinfo=None):
        return WallTime(at, "skipped")
    if first.replace(fold=1).astimezone(UTC) != at:
        return WallTime(at, "repeated")
    return WallTime(at)


def time_between(start: datetime, end: datetime, zone: tzinfo) -> timedelta:
    """Return how much later the wall shows one time than another one."""
    return end.astimezone(zone).replace(tzinfo=None) - start.astimezone(zone).replace(tzinfo=None)


def later_on_wall(start: datetime, by: timedelta, zone: tzinfo) -> datetime:
    """Return the point in time at which the wall shows so much more than at another one."""
    shown = start.astimezone(zone).replace(tzinfo=None) + by
    return at_wall_time(shown.date(), shown.time(), zone).at
