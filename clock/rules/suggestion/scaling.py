"""Blinds and antes multiplied by a factor, rounded to amounts that the chips in play can pay. Pure."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from clock.rules.structure import MOST_CHIPS, Level
from clock.rules.suggestion import payable


def scaled(levels: Sequence[Level], free: int, factor: float, chips: Sequence[int]) -> list[Level]:
    """Return the levels with amounts multiplied from a row on. A small blind of half the big one stays half of it.

    Args:
        free: index of the first row that changes.
        chips: denominations, the smallest first; each leaves with its colour-up.
    """
    found: list[Level] = []
    in_play = sorted(chips)
    for row, level in enumerate(levels):
        changes = row >= free and level.kind == "level"
        found.append(_scaled(level, factor, tuple(in_play)) if changes else level)
        in_play = [value for value in in_play if value not in level.colour_up]
    return found


def _scaled(level: Level, factor: float, chips: tuple[int, ...]) -> Level:
    most = min(MOST_CHIPS, round(max(level.big_blind, level.ante) * factor * 2) + 10)
    amounts = payable.small_blinds(chips, most) if chips else ()
    small = _nearest(level.small_blind * factor, amounts)
    halves = level.small_blind * 2 == level.big_blind
    big = 2 * small if halves else max(small, _nearest(level.big_blind * factor, amounts))
    ante = big if level.ante == level.big_blind else _nearest(level.ante * factor, amounts)
    return replace(level, small_blind=small, big_blind=min(big, MOST_CHIPS), ante=min(ante, MOST_CHIPS))


def _nearest(wanted: float, amounts: Sequence[int]) -> int:
    """Return the amount nearest to the wanted one; a whole number if there are none, 0 for 0."""
    if not wanted:
        return 0
    if not amounts:
        return max(1, round(wanted))
    at = bisect_left(amounts, wanted)
    return min(amounts[max(at - 1, 0) : at + 1], key=lambda amount: abs(amount - wanted))
