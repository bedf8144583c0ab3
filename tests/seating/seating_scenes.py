"""Events with players in given seats, and helpers that read the floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from seating.commands import add_tables, assign_table, draw_seats, give_seat, leave_seat, put_button, set_plan
from seating.commands.floor_review import review_now
from seating.models import Move, Proposal, Seat, TournamentTable
from tests.fixtures.room import press
from tests.seating.people import HOUSE, register_entries, seat_all
from tourney.models import Entry

Places = dict[tuple[int, int], int]
POSITIONS = ("button", "small_blind", "big_blind")


def seated(event: int, wanted: Mapping[int, Sequence[int]], *, seats: int = 9, **plan: Any) -> Places:
    """Create an event with a drawn field in the given seats.

    Args:
        wanted: occupied seats by table number; at least two tables.

    Returns:
        The entry in each (table, seat).
    """
    for number in wanted:
        press(add_tables, by=HOUSE, first=number, last=number, seats=seats)
        press(assign_table, event, by=HOUSE, number=number)
    press(set_plan, event, by=HOUSE, **{"seats_per_table": seats, **plan})
    places = [(table, seat) for table, taken in wanted.items() for seat in taken]
    (first,) = register_entries(event, 1)
    press(draw_seats, event, by=HOUSE)
    drawn = Seat.objects.get(entry=first)
    at = (drawn.tournament_table.table.number, drawn.number)
    if at not in places:
        # Seat the players again without recording a move.
        at = places[0]
        press(leave_seat, event, by=HOUSE, entry=first)
        press(give_seat, event, by=HOUSE, entry=first, table=at[0], seat=at[1])
    found = {at: first}
    others = [place for place in places if place != at]
    if others:
        entries = register_entries(event, len(others))
        press(seat_all, event, by=HOUSE, entries=entries, places=others)
        found.update(zip(others, entries, strict=True))
    return found


def button(event: int, **at: int) -> None:
    """Set buttons: `button(event, t7=3)` is table 7, seat 3."""
    for table, seat in at.items():
        press(put_button, event, by=HOUSE, number=int(table[1:]), button=seat)


def tournament_table(number: int) -> TournamentTable:
    """Load a tournament table."""
    return TournamentTable.objects.get(table__number=number, released_at__isnull=True)


def positions(number: int) -> tuple[int | None, int | None, int | None]:
    """Return button, small blind and big blind of a table."""
    row = tournament_table(number)
    return row.button, row.small_blind, row.big_blind


def place_of(entry: int) -> tuple[int, int] | None:
    """Return (table, seat) of an entry; None without a seat."""
    seat = Seat.objects.filter(entry=entry).first()
    return None if seat is None else (seat.tournament_table.table.number, seat.number)


def under_way(event: int) -> list[tuple[int, str]]:
    """Return (entry, kind) of the moves under way."""
    rows = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    return list(rows.values_list("entry_id", "kind"))


def proposed(event: int) -> list[Proposal]:
    """Review the floor and return the proposals."""
    review_now(event)
    return list(Proposal.objects.filter(tournament=event, state="open"))


def name(entry: int) -> str:
    """Return a player's name."""
    return Entry.objects.get(pk=entry).player.name
