"""Stacks counted by the number of chips of each value. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence

Pieces = Sequence[tuple[int, int]]
"""Value and number of chips, the largest value first."""


def in_order(pieces: Pieces) -> list[tuple[int, int]]:
    """Return pieces by value, the largest first, without values of which there is no chip."""
    return sorted(((value, count) for value, count in pieces if count), reverse=True)


def worth(pieces: Pieces) -> int:
    """Return the sum in chips."""
    return sum(value * count for value, count in pieces)


def add_pieces(stacks: Iterable[Pieces | None]) -> list[tuple[int, int]]:
    """Add up stacks by value; [] if one of them was not counted by value."""
    total: Counter[int] = Counter()
    for pieces in stacks:
        if pieces is None:
            return []
        total.update(dict(pieces))
    return in_order(list(total.items()))
