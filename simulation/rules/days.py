"""Days of a simulated event: after which levels they end, and who comes late. Pure."""

from collections.abc import Sequence
from random import Random

# Part of the players who are not at their seats when a day begins.
_LATE = 0.1


def last_rows(minutes: Sequence[float], breaks: Sequence[bool], planned: float, days: int) -> tuple[int, ...]:
    """Return the rows of the structure that end a day: days of about equal length, the last one until the end.

    Args:
        minutes: length of each row.
        breaks: which rows are breaks.
        planned: minutes of play until about one player is left.
        days: number of days, from 1.
    """
    ends, played = {}, 0.0
    for row, (length, is_break) in enumerate(zip(minutes, breaks, strict=True)):
        if not is_break:
            played += length
            ends[row] = played
    possible = [row for row, end in ends.items() if end < planned]
    found: list[int] = []
    for day in range(1, days):
        left = [row for row in possible if not found or row > found[-1]]
        if left:
            found.append(min(left, key=lambda row: abs(ends[row] - planned * day / days)))
    return tuple(found)


def absentees(dice: Random, entries: Sequence[int]) -> set[int]:
    """Return the entries whose players are late on the next day; at least one of six or more."""
    count = round(len(entries) * _LATE) or int(len(entries) > 5)
    return set(dice.sample(list(entries), count))
