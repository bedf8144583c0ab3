"""Commands for tables."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.commands.entries import event_is_open
from seating.models import Seat, Table, TournamentTable
from seating.services.draws import has_drawn
from seating.services.floor_calls import end_all_calls
from seating.services.reviews import review_later
from seating.signals import SeatFreed, other_use, seat_freed
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.books.schema import cite

Number = Annotated[int, Field(ge=1, le=100_000)]


@command(
    "table.add",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Added tables %(first)s to %(last)s"),
)
def add_tables(tx: Tx, first: Number, last: Number, seats: Annotated[int, Field(ge=2, le=12)] = 9) -> None:
    """Add tables to the room.

    Args:
        first, last: first and last table number, inclusive; at most 500 tables at once.
        seats: seats at each table.
    """
    if not first <= last < first + 500:
        raise Refused("bad_range", _("Enter the first and last number of at most 500 tables."))
    taken = Table.objects.filter(number__range=(first, last), retired=False).order_by("number").first()
    if taken is not None:
        raise Refused("number_taken", _("Table %(number)s already exists.") % {"number": taken.number})
    make_tables(tx, range(first, last + 1), seats)


def make_tables(tx: Tx, numbers: Sequence[int], seats: int) -> None:
    """Write tables of the room; one that was removed before comes back."""
    retired = {table.number: table for table in Table.objects.filter(number__in=list(numbers))}
    for number in numbers:
        if number in retired:
            tx.save(retired[number], retired=False, seats=seats)
        else:
            tx.create(Table, number=number, seats=seats)


def assign_first_tables(tx: Tx, event: Tournament, numbers: Iterable[int]) -> None:
    """Assign tables to an event created by the same command; they open in this order.

    Raises:
        Refused: there is no such table, or it is assigned (`table_assigned`).
    """
    for order, number in enumerate(numbers):
        table = _free_table(tx, number)
        tx.create(TournamentTable, table=table, tournament=event, assigned_at=tx.now, order=order)


def _free_table(tx: Tx, number: int) -> Table:
    """Return a table of the venue that is not in use.

    Raises:
        Refused: there is no such table, or an event or a cash game uses it (`table_assigned`).
    """
    table = tx.lock(Table, number=number, retired=False)
    tournament_table = (
        TournamentTable.objects.filter(table=table, released_at__isnull=True)
        .select_related("tournament")
        .first()
    )
    if tournament_table is not None:
        message = _("Table %(number)s is assigned to “%(event)s”.")
        raise Refused(
            "table_assigned", message % {"number": number, "event": tournament_table.tournament.name}
        )
    use = other_use.ask(table)
    if use is not None:
        text = _("Table %(number)s is in use: %(use)s.")
        raise Refused("table_assigned", text % {"number": number, "use": use})
    return table


@command(
    "table.retire",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Removed table %(number)s from the room"),
)
def retire_table(tx: Tx, number: Number) -> None:
    """Remove a table from the room.

    Args:
        number: table number.
    """
    table = _free_table(tx, number)
    tx.save(table, retired=True)


@command(
    "table.assign",
    permission=Permission.MANAGE_TABLES,
    boards=("seating", "floor", "map", "free"),
    summary=lazy("Assigned table %(number)s"),
)
def assign_table(tx: Tx, number: Number) -> Any:
    """Assign a table of the room to this event.

    Args:
        number: table number.
    """
    table = _free_table(tx, number)
    last = TournamentTable.objects.filter(tournament=tx.tournament).aggregate(last=Max("order"))["last"]
    tournament_table = tx.create(
        TournamentTable,
        table=table,
        tournament=tx.tournament,
        assigned_at=tx.now,
        # Once players are seated, an additional table is for when the others are full.
        state="reserve" if has_drawn(tx.tournament) else "open",
        order=0 if last is None else last + 1,
    )
    seat_freed.send(SeatFreed(tx))
    return {"tournament_table": tournament_table.pk}


def tournament_table_of(tx: Tx, number: int) -> TournamentTable:
    """Return the tournament table with this number.

    Raises:
        Refused: the event has no such table (`not_found`).
    """
    return tx.get(
        TournamentTable,
        table__number=number,
        tournament=tx.tournament,
        released_at__isnull=True,
        select_related=("table",),
    )


@command(
    "table.release",
    permission=Permission.MANAGE_TABLES,
    boards=("seating", "floor", "map", "free"),
    summary=lazy("Released table %(number)s"),
)
def release_table(tx: Tx, number: Number) -> None:
    """Release a table from the event. No player may be seated there.

    Args:
        number: table number.
    """
    tournament_table = tournament_table_of(tx, number)
    seats = list(Seat.objects.filter(tournament_table=tournament_table).order_by("number"))
    if any(seat.kind not in ("closed", "held") for seat in seats):
        message = _("Players are seated at table %(number)s. Move them first.")
        raise Refused("table_taken", message % {"number": number})
    for seat in seats:
        tx.delete(seat)
    end_all_calls(tx, tournament_table)
    tx.save(tournament_table, released_at=tx.now)


@command(
    "table.note",
    permission=Permission.SEAT_PLAYERS,
    boards=("floor", "map"),
    summary=lazy("Table %(number)s: “%(note)s”"),
)
def note_table(tx: Tx, number: Number, note: Annotated[str, Field(max_length=200)]) -> None:
    """Write a note about a table for staff.

    Args:
        number: table number.
        note: the text; "" removes it.
    """
    tx.save(tournament_table_of(tx, number), note=note.strip())


def _summarise_halted(journal_entry: JournalEntry) -> str:
    words = (
        _("Halted table %(number)s")
        if journal_entry.arguments.get("halted")
        else _("Table %(number)s resumed play")
    )
    return words % {"number": journal_entry.arguments.get("number")}


@command("table.halt", permission=Permission.SEAT_PLAYERS, boards=("floor", "map"), summary=_summarise_halted)
def halt_table(tx: Tx, number: Number, halted: bool) -> None:
    """Halt a short table until it is balanced, or resume play there (PokerStars Live 2.5, TDA 11D).

    Args:
        number: table number.
        halted: true to halt, false to resume.
    """
    event_is_open(tx)
    tx.cite(cite(tx.book, tx.book.seating.halting))
    tx.save(tournament_table_of(tx, number), halted=halted)
    review_later(tx)
