"""Events with tables and paid entries, for tests of seats and draws."""

import uuid
from collections.abc import Sequence
from typing import Any

from players.models import Player
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from seating.models import Seat, TournamentTable
from seating.services.reviews import review_later
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Permission, Role
from tourney.journal.commands import COMMANDS, command
from tourney.journal.tx import Tx
from tourney.models import Entry

HOUSE = FIRST_START
_SEATS = 9
__all__ = [
    "HOUSE",
    "Role",
    "drawn_event",
    "enter",
    "in_turns",
    "places_of",
    "register_entries",
    "seat_all",
    "tables_for",
]


@command(
    "test.enter", permission=Permission.REGISTER_PLAYERS, summary="Entered", public=False, undoable=False
)
def enter(tx: Tx, names: list[str], needs: list[int]) -> dict[str, list[int]]:
    """Enter players, as a sale at the desk does. `needs`: indexes that need an accessible seat."""
    players = tx.create_many(
        [Player(name=name, needs_access=at in set(needs), created_at=tx.now) for at, name in enumerate(names)]
    )
    entries = tx.create_many(
        [Entry(tournament=tx.tournament, player=player, created_at=tx.now) for player in players]
    )
    return {"entries": [entry.pk for entry in entries]}


@command("test.seat_all", permission=Permission.SEAT_PLAYERS, summary="Seated", public=False, undoable=False)
def seat_all(tx: Tx, entries: list[int], places: list[tuple[int, int]]) -> None:
    """Seat entries at (table, seat) each, as `seat.give` does one by one. The seats are free, and no button
    was placed.
    """
    found = TournamentTable.objects.filter(tournament=tx.tournament, released_at__isnull=True)
    tables = {table.table.number: table for table in found.select_related("table")}
    for number in {number for number, _seat in places}:
        tx.save(tables[number], state="open")
    tx.create_many(
        [
            Seat(tournament_table=tables[table], number=seat, kind="player", entry_id=entry, taken_at=tx.now)
            for entry, (table, seat) in zip(entries, places, strict=True)
        ]
    )
    players = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "player"))
    tx.notify_many(
        "seated",
        {
            players[entry]: {"table": table, "seat": seat}
            for entry, (table, seat) in zip(entries, places, strict=True)
        },
    )
    tx.touch("seating", "floor", "map", "free")
    review_later(tx)


# Defined here only; the product has no such commands.
del COMMANDS["test.enter"], COMMANDS["test.seat_all"]


def register_entries(event: int, count: int, needs: Sequence[int] = ()) -> list[int]:
    """Register a number of entries and return them."""
    names = [f"{uuid.uuid4().hex[:8]} {number:05}" for number in range(count)]
    done = press(enter, event, by=HOUSE, names=names, needs=list(needs))
    assert done.answer is not None
    return list(done.answer["entries"])


def tables_for(event: int, numbers: Sequence[int], seats: int = _SEATS) -> None:
    """Add tables to the room and assign them to the event."""
    for number in numbers:
        press(add_tables, by=HOUSE, first=number, last=number, seats=seats)
        press(assign_table, event, by=HOUSE, number=number)


def drawn_event(event: int, people: int, numbers: Sequence[int], **plan: Any) -> list[int]:
    """Create an event with tables and a drawn field; return the entries."""
    tables_for(event, numbers)
    press(set_plan, event, by=HOUSE, **{"seats_per_table": _SEATS, **plan})
    entries = register_entries(event, people)
    press(draw_seats, event, by=HOUSE)
    return entries


def in_turns(event: int) -> list[int]:
    """Return the entries of two tables of one size alternately, so that neighbours sit apart."""
    tables: dict[int, list[int]] = {}
    for entry, (table, _seat) in sorted(places_of(event).items()):
        tables.setdefault(table, []).append(entry)
    one, other = tables.values()
    return [entry for pair in zip(one, other, strict=True) for entry in pair]


def places_of(event: int) -> dict[int, tuple[int, int]]:
    """Return (table, seat) of each seated entry."""
    rows = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    return {
        entry: (table, seat)
        for entry, table, seat in rows.values_list("entry_id", "tournament_table__table__number", "number")
        if entry is not None
    }
