"""A count of all stacks, added up by table and compared with the chips in play."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Literal

Occasion = Literal["break", "day_end", "deal", "check"]


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack to be counted.

    Attributes:
        table, seat: numbers.
        entry: whose it is; None for a ghost's, or one that nobody has claimed.
        chips: as counted; None if it has yet to be counted.
    """

    table: int
    seat: int
    entry: int | None
    chips: int | None


@dataclass(frozen=True, slots=True)
class TableTotal:
    """The stacks of a table: how many there are and are counted, and the chips counted."""

    number: int
    stacks: int
    counted: int
    chips: int

    @property
    def is_complete(self) -> bool:
        """Return whether every stack is counted."""
        return self.counted == self.stacks


@dataclass(frozen=True, slots=True)
class Totals:
    """The stacks of an event.

    Attributes:
        tables: by number.
        stacks: how many there are; `counted`: of which are counted.
        chips: counted so far.
        in_play: chips in play; 0 if unknown.
    """

    tables: tuple[TableTotal, ...]
    stacks: int
    counted: int
    chips: int
    in_play: int

    @property
    def is_complete(self) -> bool:
        """Return whether every stack is counted."""
        return self.counted == self.stacks

    @property
    def difference(self) -> int | None:
        """Return chips counted minus chips in play: too many if positive. None: not complete, or unknown."""
        return self.chips - self.in_play if self.is_complete and self.in_play else None


def add_up(stacks: Sequence[Stack], in_play: int) -> Totals:
    """Add up stacks by table.

    Args:
        stacks: all of an event, counted or not.
        in_play: chips in play; 0 if unknown.
    """
    tables = []
    for number in sorted({stack.table for stack in stacks}):
        of_table = [stack.chips for stack in stacks if stack.table == number]
        counted = [chips for chips in of_table if chips is not None]
        tables.append(TableTotal(number, len(of_table), len(counted), sum(counted)))
    return Totals(
        tuple(tables),
        len(stacks),
        sum(table.counted for table in tables),
        sum(table.chips for table in tables),
        in_play,
    )


def smallest_step(values: Sequence[int]) -> int:
    """Return the number of which every stack is a multiple: 25 with chips of 25 and 100.

    Args:
        values: denominations in play; if empty, 1.
    """
    return gcd(*values) or 1
