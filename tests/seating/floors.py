"""Floors for the rulebooks' examples, in short notation."""

from collections.abc import Sequence
from typing import Any

from seating.rules.balancing import transfers
from seating.rules.positions import Positions
from seating.rules.review import Floor, PlayedTable
from tourney.rulebooks.books import Book, shipped
from tourney.rulebooks.books.schema.seating import Balancing

BOOKS = ("munot", "other_poker", "five_spades", "pokerstars_live", "tda", "wsop")
"""The six books for tournaments."""


def book(key: str) -> Book:
    return shipped()[key]


def table(
    number: int,
    taken: Sequence[int],
    positions: tuple[int, int, int] | None = None,
    *,
    seats: int = 9,
    ghosts: Sequence[int] = (),
    closed: Sequence[int] = (),
    **more: Any,
) -> PlayedTable:
    """Build a table with players in these seats. Entry 304 sits at table 3 in seat 4.

    Args:
        positions: button, small blind, big blind.
        ghosts: seats of `taken` with a ghost. `closed`: seats that are closed.
    """
    return PlayedTable(
        number=number,
        seats=seats,
        players=tuple((seat, None if seat in ghosts else entry(number, seat)) for seat in sorted(taken)),
        free=tuple(seat for seat in range(1, seats + 1) if seat not in {*taken, *closed}),
        positions=None if positions is None else Positions(*positions),
        **more,
    )


def entry(number: int, seat: int) -> int:
    """Return the entry at a table and seat."""
    return number * 100 + seat


def floor(*tables: PlayedTable, seats: int = 9, **more: Any) -> Floor:
    """Build a floor of these tables."""
    return Floor(tables=tables, seats_per_table=seats, **more)


def sized(*sizes: int, seats: int = 9, **more: Any) -> Floor:
    """Build a floor of tables 1, 2, 3 … of these sizes; the highest number breaks first.

    Button, small blind and big blind are in the first three occupied seats.
    """
    tables = [
        table(
            number,
            range(1, size + 1),
            (1, min(2, size), min(3, size)) if size else None,
            seats=seats,
            breaks=len(sizes) - number,
        )
        for number, size in enumerate(sizes, start=1)
    ]
    return floor(*tables, seats=seats, **more)


def moves(event: Floor, rules: Book) -> list[tuple[int, int]]:
    """Return the source and destination table of each move."""
    return [(one.source, one.destination) for one in transfers(event, rules)]


def with_policy(key: str, **changes: Any) -> Book:
    """Return a copy of a shipped rulebook with another balancing policy."""
    shipped = book(key)
    fields = {name: getattr(shipped.seating.balancing, name) for name in Balancing.__struct_fields__}
    policy = Balancing(**{**fields, **changes})
    return changed(shipped, seating=changed(shipped.seating, balancing=policy))


def changed(struct: Any, **changes: Any) -> Any:
    """Return a copy of a policy, or part of a rulebook, with other values."""
    fields = {name: getattr(struct, name) for name in struct.__struct_fields__}
    return type(struct)(**{**fields, **changes})
