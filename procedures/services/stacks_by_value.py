"""Stacks of a count that were counted by value. Reads only."""

from collections.abc import Mapping

from clock.rules.pieces import Pieces
from procedures.models import StackByValue, StackCount
from procedures.rules.stack_counts import Stack


def pieces_in(count: StackCount) -> dict[tuple[int, int], tuple[int, Pieces]]:
    """Return sum and pieces of the stacks that were counted by value, by table and seat."""
    rows = StackByValue.objects.filter(stack_count=count).values_list("table", "seat", "chips", "pieces")
    return {
        (table, seat): (chips, [(value, number) for value, number in pieces])
        for table, seat, chips, pieces in rows
    }


def pieces_of(stack: Stack, kept: Mapping[tuple[int, int], tuple[int, Pieces]]) -> Pieces | None:
    """Return the pieces of a stack; None if it was counted, or counted again, without values."""
    chips, pieces = kept.get((stack.table, stack.seat), (None, None))
    return pieces if chips is not None and chips == stack.chips else None
