"""Verbs of single chairs and of those who sit in them."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.actions.people import event_is_open, in_play
from seating.actions.tables import Number, loan_of
from seating.draws import move_ghost_chips, sit_down
from seating.hooks import chair_freed
from seating.leaving import free_chair, leave
from seating.models import Seat
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.arguments import Chips, Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import after_undo
from tourney.models import ChipMove
from tourney.rulebooks.books.schema import cite

Chair = Annotated[int, Field(ge=1, le=12)]


def _at(seat: Seat | None) -> dict[str, int | None]:
    return {
        "table": None if seat is None else seat.loan.table.number,
        "seat": None if seat is None else seat.number,
    }


@action(
    "seat.give",
    needs=May.SEAT_PLAYERS,
    shows=("seating",),
    says=lazy("%(name)s got table %(table)s, seat %(seat)s"),
)
def give_seat(tx: Tx, entry: Id, table: Number, seat: Chair) -> Any:
    """Give somebody a chair of the floor's choice: for special needs (Munot 9, PokerStars Live 2.1), or to put a
    wrong seat right. Who sits elsewhere moves.

    Args:
        entry: in play.
        table: its number.
        seat: the chair, counted from 1.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    loan = loan_of(tx, table)
    where = {"number": table, "seat": seat}
    if seat > loan.table.seats:
        raise Refused("no_such_seat", _("Table %(number)s has no seat %(seat)s.") % where)
    there = Seat.objects.select_related("entry__player").filter(loan=loan, number=seat).first()
    old = Seat.objects.filter(entry=row).first()
    if there is not None and there.entry is not None:
        message = _("%(name)s sits at table %(number)s, seat %(seat)s.")
        raise Refused("seat_taken", message % {**where, "name": there.entry.player.name})
    if there is not None and (there.kind == "closed" or old is not None):
        raise Refused("seat_closed", _("Seat %(seat)s at table %(number)s is not free.") % where)
    tx.cite(cite(tx.book, tx.book.seating.special_needs))
    if loan.state == "reserve":
        tx.save(loan, state="open")
    if old is None:
        sit_down(tx, row, loan, seat)
    else:
        tx.save(old, loan=loan, number=seat, taken_at=tx.now)
        tx.tell(row.player_id, "moved", table=table, seat=seat)
    return {"name": row.player.name}


@action(
    "seat.leave",
    needs=May.SEAT_PLAYERS,
    shows=("seating",),
    says=lazy("%(name)s has no seat any more"),
)
def leave_seat(tx: Tx, entry: Id) -> Any:
    """Free somebody's chair; they stay in the event.

    Args:
        entry: in play, with a seat.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    seat = free_chair(tx, row)
    if seat is None:
        raise Refused("not_seated", _("%(name)s has no seat.") % {"name": row.player.name})
    return {"name": row.player.name, **_at(seat)}


@action(
    "seat.close",
    needs=May.SEAT_PLAYERS,
    shows=("seating",),
    says=lazy("Closed seat %(seat)s at table %(table)s"),
)
def close_seat(tx: Tx, table: Number, seat: Chair) -> None:
    """Keep a chair free: nobody is drawn to it.

    Args:
        table: its number.
        seat: the chair, counted from 1.
    """
    event_is_open(tx)
    loan = loan_of(tx, table)
    if seat > loan.table.seats or Seat.objects.filter(loan=loan, number=seat).exists():
        message = _("Seat %(seat)s at table %(number)s is not free.")
        raise Refused("seat_taken", message % {"number": table, "seat": seat})
    tx.create(Seat, loan=loan, number=seat, kind="closed", taken_at=tx.now)


@action(
    "seat.open",
    needs=May.SEAT_PLAYERS,
    shows=("seating",),
    says=lazy("Opened seat %(seat)s at table %(table)s"),
)
def open_seat(tx: Tx, table: Number, seat: Chair) -> None:
    """Have a closed chair drawn again.

    Args:
        table: its number.
        seat: the chair, counted from 1.
    """
    event_is_open(tx)
    tx.delete(tx.get(Seat, loan=loan_of(tx, table), number=seat, kind="closed"))
    chair_freed(tx)


@action(
    "entry.bust",
    needs=May.SEAT_PLAYERS,
    shows=("seating", "clock", "lobby"),
    says=lazy("%(name)s is out"),
)
def bust(tx: Tx, entry: Id) -> Any:
    """Take somebody who has lost all chips out of play, and free the chair.

    Args:
        entry: in play.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    return {"name": row.player.name, **_at(leave(tx, row))}


@action(
    "entry.remove",
    needs=May.SEAT_PLAYERS,
    shows=("seating", "clock", "lobby"),
    says=lazy("Took %(name)s out of the event"),
)
def remove_entry(tx: Tx, entry: Id, chips: Chips = 0) -> Any:
    """Take somebody out of the event who still has chips, and free the chair.

    Args:
        entry: in play.
        chips: counted, and taken out of play with them.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    if chips:
        tx.create(ChipMove, tournament=tx.tournament, entry=row, kind="removed", chips=-chips, at=tx.moment)
    return {"name": row.player.name, **_at(leave(tx, row))}


@action(
    "ghosts.leave",
    needs=May.SEAT_PLAYERS,
    shows=("seating", "clock", "lobby"),
    says=lazy("%(ghosts)s ghosts left with %(chips)s chips"),
)
def ghosts_leave(tx: Tx, chips: Chips | None = None) -> Any:
    """Take all ghosts out of play, chips and all (Five Spades 9.5, 9.6: in the first break).

    Args:
        chips: what they have left, counted; null: as much as they began with.
    """
    event_is_open(tx)
    seats = list(Seat.objects.filter(loan__tournament=tx.tournament, kind="ghost").order_by("pk"))
    if not seats:
        raise Refused("no_ghosts", _("No ghosts sit at this event’s tables."))
    tx.cite(cite(tx.book, tx.book.seating.ghosts))
    for seat in seats:
        tx.delete(seat)
    if chips is None:
        move_ghost_chips(tx, -len(seats))
    elif chips:
        tx.create(ChipMove, tournament=tx.tournament, kind="ghost", chips=-chips, at=tx.moment)
    left = len(seats) * tx.tournament.starting_stack if chips is None else chips
    return {"ghosts": len(seats), "chips": left}


@after_undo
def nobody_sits_at_a_table_that_is_gone(tx: Tx) -> None:
    """Refuse an undo that puts somebody back at a table the event has given back, or somebody who is out."""
    seats = [change["pk"] for change in tx.changes if change["model"] == "seating.seat"]
    entries = [change["pk"] for change in tx.changes if change["model"] == "tourney.entry"]
    rows = Seat.objects.filter(kind="player").select_related("loan__table", "entry__player")
    for seat in rows.filter(pk__in=seats, loan__returned_at__isnull=False):
        message = _("Table %(number)s has been given back.")
        raise Refused("table_gone", message % {"number": seat.loan.table.number})
    for seat in (*rows.filter(pk__in=seats), *rows.filter(entry__in=entries)):
        assert seat.entry is not None
        if not seat.entry.in_play:
            message = _("%(name)s is out and can't have a seat. Undo that first.")
            raise Refused("already_out", message % {"name": seat.entry.player.name})
