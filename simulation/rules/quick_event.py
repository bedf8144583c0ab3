"""A quick simulated event: hands at tables with stacks, blinds and all-ins, without the product. Pure.

It shares nothing with `clock.rules.suggestion.field_model`, which is checked against it. Its parameters are estimates
of how people play; only `ALL_IN` and `POWER` are fitted, to events like those of tests/data/structures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

SEATS = 9
# Chance that two players are all in in a hand: (this / the smaller stack in big blinds) ^ power, up to the most.
ALL_IN, MOST_ALL_IN, POWER = 5.0, 0.5, 1.75
# Minutes of a hand: with no players, and more for each.
_HAND, _EACH = 0.7, 0.19
# Of hands without an all-in, those in which a pot of some big blinds is won from one player.
_CONTESTED = 0.55
_SMALL_POT, _LARGE_POT = 1.5, 6.0
# A short stack is as willing as a large one when its owner has the better cards.
_EVEN = 0.5


@dataclass(frozen=True, slots=True)
class QuickLevel:
    """A row: minutes, and the big blind, 0 in a break; `ante`: chips that all players of a table pay together."""

    minutes: float
    big_blind: int
    ante: int = 0


def ends_after(dice: Random, levels: Sequence[QuickLevel], players: int, stack: int) -> float:
    """Return the minutes, breaks included, after which one player has all chips. The last level goes on.

    Args:
        dice: source of all randomness.
        levels: the structure; its last row is a level.
    """
    tables = _seated([float(stack)] * players)
    at = 0.0
    for row, level in enumerate(levels):
        until = at + level.minutes if row + 1 < len(levels) else float("inf")
        if not level.big_blind:
            at = until
            continue
        while at < until:
            for table in tables:
                _play(dice, table, level)
            left = sum(map(len, tables))
            if left <= 1:
                return at
            if left <= SEATS * (len(tables) - 1) or any(len(table) < 2 for table in tables):
                tables = _seated([chips for table in tables for chips in table])
            at += _HAND + _EACH * left / len(tables)
    return at


def _seated(stacks: list[float]) -> list[list[float]]:
    """Divide the field evenly among as few tables as hold it."""
    count = -(-len(stacks) // SEATS)
    return [stacks[number::count] for number in range(count)]


def _play(dice: Random, table: list[float], level: QuickLevel) -> None:
    """Play one hand: one player wins the blinds, and perhaps a pot or a whole stack from another."""
    count = len(table)
    if count < 2:
        return
    blind = level.big_blind
    cost = (1.5 * blind + level.ante) / count
    random = dice.random
    first = int(random() * count)
    second = (first + 1 + int(random() * (count - 1))) % count
    # Each player pays the blinds in turn: on average this much a hand.
    for seat in range(count):
        table[seat] -= cost
    table[first] += cost * count
    smaller = min(table[first], table[second])
    if smaller > 0 and random() < min(MOST_ALL_IN, (ALL_IN * blind / smaller) ** POWER):
        pot = smaller
    elif smaller > 0 and random() < _CONTESTED:
        pot = min(blind * (_SMALL_POT + (_LARGE_POT - _SMALL_POT) * random()), smaller * 0.5)
    else:
        pot = 0.0
    winner, loser = (first, second) if random() < _EVEN else (second, first)
    table[winner] += pot
    table[loser] -= pot
    if min(table) <= blind * 0.01:
        # What is missing beyond an empty stack is not paid: the blinds' winner gets less.
        missing = -sum(chips for chips in table if chips < 0)
        table[max(range(count), key=table.__getitem__)] -= missing
        table[:] = [chips for chips in table if chips > blind * 0.01]
