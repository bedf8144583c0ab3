"""Rows of a suggested structure without their blinds: lengths of levels, and breaks where people expect them. Pure."""

from dataclasses import dataclass
from math import ceil

from clock.rules.suggestion.plan import Plan

# Play between two breaks, in minutes: no more than the first is planned, and no more than the second happens.
_PREFERRED, _LONGEST = 110, 120
_SHORT, _USUAL, _DINNER = 10, 15, 45
# Events of so many minutes have breaks of fifteen minutes instead of ten, and a dinner break.
_LONG, _WITH_DINNER = 5 * 60, 8 * 60
_DINNER_AFTER = 0.45
# Part of the planned length that is played; the rest is breaks.
_PLAYED = 0.88


@dataclass(frozen=True, slots=True)
class Row:
    """A row to come: its length in minutes, and whether it is a break."""

    minutes: int
    is_break: bool


def rows_of(plan: Plan, levels: int) -> list[Row]:
    """Return so many levels with the breaks between them.

    Breaks divide the event evenly, about every 90 minutes; one of them is where registration closes, none comes just
    before the planned end. An event of eight hours or more has a dinner break.
    """
    lengths = [_length(plan, number) for number in range(levels)]
    rows: list[Row] = []
    since = total = played = 0
    dined = plan.minutes < _WITH_DINNER
    for number, minutes in enumerate(lengths):
        rows.append(Row(minutes, is_break=False))
        since, total, played = since + minutes, total + minutes, played + minutes
        if number + 1 == levels:
            break
        following = lengths[number + 1]
        between = _between(plan, played)
        too_long = since + following > _LONGEST
        near_the_end = plan.minutes - between / 2 < total < plan.minutes + between / 4
        if not too_long and (
            near_the_end or not _is_due(plan, between, since, played, rows[-1].minutes, following)
        ):
            continue
        length = _USUAL if plan.minutes >= _LONG else _SHORT
        if not dined and total >= plan.minutes * _DINNER_AFTER:
            length, dined = _DINNER, True
        rows.append(Row(length, is_break=True))
        total, since = total + length, 0
    return rows


def _between(plan: Plan, played: int) -> float:
    """Return the minutes of play between two breaks: until registration closes, and for the rest."""
    if played <= plan.late_minutes:
        return plan.late_minutes / ceil(plan.late_minutes / _LONGEST)
    return plan.minutes * _PLAYED / ceil(plan.minutes / _PREFERRED)


def _is_due(plan: Plan, between: float, since: int, played: int, minutes: int, following: int) -> bool:
    """Return whether a break should follow a level.

    Args:
        between: minutes of play between two breaks. `since`: since the last one. `played`: since the start.
        minutes: of this level. `following`: of the next one.
    """
    if played - minutes < plan.late_minutes <= played and since >= between / 3:
        return True
    return since + following / 2 > between


def _length(plan: Plan, number: int) -> int:
    """Return the minutes of a level: constant, or growing evenly until the planned end."""
    if not plan.last_level_minutes:
        return plan.level_minutes
    mean = (plan.level_minutes + plan.last_level_minutes) / 2
    levels = max(2, round(plan.minutes * _PLAYED / mean))
    part = min(1.0, number / (levels - 1))
    return round(plan.level_minutes + part * (plan.last_level_minutes - plan.level_minutes))
