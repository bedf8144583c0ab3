"""Which backups are kept: the newest of each of the last days, weeks and months."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

_PART = re.compile(r"([0-9]{1,3})([dwm])")


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days, weeks and months keep their newest backup; those without a backup do not count."""

    days: int
    weeks: int
    months: int


def parse_retention(text: str) -> Retention:
    """Read a retention, such as "14d 8w 12m"; a part that is missing is 0.

    Raises:
        ValueError: it is written otherwise, has a part twice, or keeps nothing.
    """
    found: dict[str, int] = {}
    for word in text.split():
        match = _PART.fullmatch(word)
        if match is None or match[2] in found:
            raise ValueError(f"{text!r} is no retention such as '14d 8w 12m'.")
        found[match[2]] = int(match[1])
    if not any(found.values()):
        raise ValueError(f"{text!r} keeps no backup.")
    return Retention(found.get("d", 0), found.get("w", 0), found.get("m", 0))


def choose_backups(backups: Sequence[datetime], retention: Retention, zone: tzinfo) -> set[datetime]:
    """Return which backups are kept.

    Args:
        backups: when they were made, in UTC: wall times of the hour that the clocks repeat are ambiguous.
        retention: how many periods of each length keep one.
        zone: of the room, where its days, weeks and months begin.
    """
    newest_first = sorted(backups, reverse=True)
    rules: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (retention.days, datetime.date),
        (retention.weeks, lambda at: at.isocalendar()[:2]),
        (retention.months, lambda at: (at.year, at.month)),
    )
    # The newest one is kept in any case.
    found = set(newest_first[:1])
    for count, period_of in rules:
        periods: set[object] = set()
        for at in newest_first:
            period = period_of(at.astimezone(zone))
            if period not in periods and len(periods) < count:
                periods.add(period)
                found.add(at)
    return found
