"""Floors for examples of the rulebooks, in short notation."""

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
    chairs: Sequence[int],
    positions: tuple[int, int, int] | None = None,
    *,
    seats: int = 9,
    ghosts: Sequence[int] = (),
    closed: Sequence[int] = (),
    **more: Any,
) -> PlayedTable:
    """A table with players in these seats. Entry 304 sits at table 3 in seat 4.

    Args:
        positions: button, small blind, big blind.
        ghosts: those of the seats where a ghost sits. `closed`: seats nobody can be seated in.
    """
    return PlayedTable(
        number=number,
        seats=seats,
        players=tuple((seat, None if seat in ghosts else entry(number, seat)) for seat in sorted(chairs)),
        free=tuple(seat for seat in range(1, seats + 1) if seat not in {*chairs, *closed}),
        positions=None if positions is None else Positions(*positions),
        **more,
    )


def entry(number: int, seat: int) -> int:
    """Who sits at a table in a seat."""
    return number * 100 + seat


def floor(*tables: PlayedTable, seats: int = 9, **more: Any) -> Floor:
    """A floor of these tables."""
    return Floor(tables=tables, seats_per_table=seats, **more)


def sized(*sizes: int, seats: int = 9, **more: Any) -> Floor:
    """A floor of tables 1, 2, 3 … with so many players; the highest number breaks first. Button, small and big blind
    are in the first three seats taken.
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
    """From which table to which."""
    return [(one.source, one.destination) for one in transfers(event, rules)]


def with_policy(key: str, **changes: Any) -> Book:
    """A house's own book: a shipped one with another policy for balancing."""
    shipped = book(key)
    fields = {name: getattr(shipped.seating.balancing, name) for name in Balancing.__struct_fields__}
    policy = Balancing(**{**fields, **changes})
    return changed(shipped, seating=changed(shipped.seating, balancing=policy))


def changed(struct: Any, **changes: Any) -> Any:
    """A policy or a part of a book with other values."""
    fields = {name: getattr(struct, name) for name in struct.__struct_fields__}
    return type(struct)(**{**fields, **changes})
