"""Divide money without losing a cent. Amounts are integers of minor units. Pure."""

from collections.abc import Sequence
from fractions import Fraction

_CLOSE = 10**6
"""Remainders that differ by less than a millionth of a cent count as equal, because floats are no more precise."""


def even_parts(amount: int, count: int) -> list[int]:
    """Divide an amount evenly; the first parts get one indivisible cent each.

    Args:
        amount: not negative.
        count: at least one.
    """
    part, odd = divmod(amount, count)
    return [part + (place < odd) for place in range(count)]


def in_cents(exact: Sequence[Fraction], total: int, turn: Sequence[int] | None = None) -> list[int]:
    """Round exact shares to whole cents with the same sum: the largest remainders are rounded up.

    Args:
        exact: shares in minor units, none negative, whose sum is `total` apart from float errors.
        total: required sum.
        turn: order among equal remainders, the lowest number first; None: as given.
    """
    parts = [int(share) for share in exact]
    if turn is None:
        turn = range(len(parts))
    order = sorted(
        range(len(parts)),
        key=lambda place: (-round((exact[place] - parts[place]) * _CLOSE), turn[place], place),
    )
    for place in order[: total - sum(parts)]:
        parts[place] += 1
    return parts


def team_parts(amount: int, share: int, note: int = 1) -> tuple[int, int]:
    """Divide what a team has won: the part of the player who registered, and the partner's.

    The partner's part is rounded down; an indivisible rest is of the player who registered.

    Args:
        amount: not negative.
        share: the partner's, in hundredths of a percent.
        note: the smallest unit in which prizes are paid; an amount that is not made of it is divided to the cent.
    """
    unit = note if note > 0 and amount % note == 0 else 1
    partner = amount * share // 10_000 // unit * unit
    return amount - partner, partner
