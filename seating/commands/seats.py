"""Commands for single seats and their players."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext_lazy
from pydantic import Field

from players.services.partners import entry_name, held_by_any, players_of
from seating.commands.entries import event_is_open, in_play, place_of_seat
from seating.commands.tables import Number, tournament_table_of
from seating.models import Bust, Seat
from seating.services.chip_limits import can_be
from seating.services.draws import move_ghost_chips, sit_down
from seating.services.eliminations import SHOWS, back_in_play, leave, release_seats, vacate_seat
from seating.services.moves import Destination, send
from seating.services.reviews import review_later
from seating.signals import PlayersMoving, SeatFreed, before_moves, seat_freed
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.books.schema.finish import Disqualification, Elimination

BOARDS_OF_SEATS = ("seating", "floor", "map", "free")
SeatNumber = Annotated[int, Field(ge=1, le=12)]


def _summarise_given(journal_entry: JournalEntry) -> str:
    words = {
        "from_table": None,
        "from_seat": None,
        "name": "–",
        **journal_entry.arguments,
        **(journal_entry.answer or {}),
    }
    if words["from_table"] is None:
        return _("%(name)s got table %(table)s, seat %(seat)s") % words
    if words["from_table"] == words["table"]:
        return _("%(name)s moved from seat %(from_seat)s to seat %(seat)s at table %(table)s") % words
    message = _(
        "%(name)s moved from table %(from_table)s, seat %(from_seat)s to table %(table)s, seat %(seat)s"
    )
    return message % words


@command("seat.give", permission=Permission.SEAT_PLAYERS, boards=BOARDS_OF_SEATS, summary=_summarise_given)
def give_seat(tx: Tx, entry: Id, table: Number, seat: SeatNumber) -> Any:
    """Seat a player in a chosen seat, for special needs (Munot 9, PokerStars Live 2.1) or to correct a wrong
    seat. A seated player moves.

    Args:
        entry: an entry in play.
        table: table number.
        seat: seat number, from 1.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    tournament_table = tournament_table_of(tx, table)
    where = {"number": table, "seat": seat}
    if seat > tournament_table.table.seats:
        raise Refused("no_such_seat", _("Table %(number)s has no seat %(seat)s.") % where)
    there = (
        Seat.objects.select_related("entry__player")
        .filter(tournament_table=tournament_table, number=seat)
        .first()
    )
    old = Seat.objects.select_related("tournament_table__table", "entry").filter(entry=row).first()
    if there is not None and there.entry is not None:
        message = _("%(name)s is seated at table %(number)s, seat %(seat)s.")
        raise Refused("seat_taken", message % {**where, "name": entry_name(there.entry)})
    if there is not None and (there.kind in ("closed", "held") or old is not None):
        raise Refused("seat_closed", _("Seat %(seat)s at table %(number)s is taken.") % where)
    tx.cite(cite(tx.book, tx.book.seating.special_needs))
    if tournament_table.state == "reserve":
        tx.save(tournament_table, state="open")
    answer = {"name": entry_name(row)}
    if old is None:
        sit_down(tx, row, tournament_table, seat)
        return answer
    came = {"from_table": old.tournament_table.table.number, "from_seat": old.number}
    send(tx, "floor", [(old, Destination(tournament_table, seat))])
    seat_freed.send(SeatFreed(tx))
    review_later(tx)
    return answer | came


@command(
    "seat.leave",
    permission=Permission.SEAT_PLAYERS,
    boards=BOARDS_OF_SEATS,
    summary=lazy("%(name)s no longer has a seat"),
)
def leave_seat(tx: Tx, entry: Id) -> Any:
    """Unseat a player, who stays in the event.

    Args:
        entry: a seated entry in play.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    before_moves.send(PlayersMoving(tx, "floor", {row.pk}))
    seat = vacate_seat(tx, row)
    if seat is None:
        raise Refused("not_seated", _("%(name)s has no seat.") % {"name": entry_name(row)})
    return {"name": entry_name(row), **place_of_seat(seat)}


@command(
    "seat.close",
    permission=Permission.SEAT_PLAYERS,
    boards=BOARDS_OF_SEATS,
    summary=lazy("Closed seat %(seat)s at table %(table)s"),
)
def close_seat(tx: Tx, table: Number, seat: SeatNumber) -> None:
    """Close a seat for draws.

    Args:
        table: table number.
        seat: seat number, from 1.
    """
    event_is_open(tx)
    tournament_table = tournament_table_of(tx, table)
    if (
        seat > tournament_table.table.seats
        or Seat.objects.filter(tournament_table=tournament_table, number=seat).exists()
    ):
        message = _("Seat %(seat)s at table %(number)s is taken.")
        raise Refused("seat_taken", message % {"number": table, "seat": seat})
    tx.create(Seat, tournament_table=tournament_table, number=seat, kind="closed", taken_at=tx.now)


@command(
    "seat.open",
    permission=Permission.SEAT_PLAYERS,
    boards=BOARDS_OF_SEATS,
    summary=lazy("Opened seat %(seat)s at table %(table)s"),
)
def open_seat(tx: Tx, table: Number, seat: SeatNumber) -> None:
    """Reopen a seat that is closed, or held for a player who may rebuy.

    Args:
        table: table number.
        seat: seat number, from 1.
    """
    event_is_open(tx)
    row = tx.get(
        Seat, tournament_table=tournament_table_of(tx, table), number=seat, kind__in=("closed", "held")
    )
    if row.kind == "held":
        release_seats(tx, [row])
    else:
        tx.delete(row)
        seat_freed.send(SeatFreed(tx))


@command(
    "entry.reinstate",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(name)s is back in play"),
)
def reinstate(tx: Tx, entry: Id, table: Number, seat: SeatNumber) -> Any:
    """Put a player back into play who was eliminated by mistake and whose seat has been taken since.

    Args:
        entry: an entry that busted.
        table: table number.
        seat: a free seat there.
    """
    event_is_open(tx)
    row = tx.get(Entry, pk=entry, tournament=tx.tournament)
    noted = Bust.objects.filter(entry=row).first()
    if row.in_play or noted is None or noted.removed or row.voided_at is not None:
        raise Refused("not_busted", _("%(name)s did not bust.") % {"name": entry_name(row)})
    again = Entry.objects.filter(tournament=tx.tournament, out_at__isnull=True, voided_at__isnull=True)
    if again.filter(held_by_any(players_of(row))).exists():
        message = _("%(name)s has re-entered since.")
        raise Refused("already_in", message % {"name": entry_name(row)})
    back_in_play(tx, row)
    tournament_table = tournament_table_of(tx, table)
    # Their own seat may still be held for a rebuy.
    release_seats(tx, list(Seat.objects.filter(held_for=row)))
    if (
        seat > tournament_table.table.seats
        or Seat.objects.filter(tournament_table=tournament_table, number=seat).exists()
    ):
        message = _("Seat %(seat)s at table %(number)s is taken.")
        raise Refused("seat_taken", message % {"number": table, "seat": seat})
    sit_down(tx, row, tournament_table, seat)
    return {"name": entry_name(row)}


@command(
    "entry.remove",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Removed %(name)s from the tournament"),
)
def remove_entry(
    tx: Tx, entry: Id, chips: Chips = 0, penalty: Literal["eliminated", "disqualified"] | None = None
) -> Any:
    """Remove a player who still has chips from the tournament, and free the seat.

    Args:
        entry: an entry in play.
        chips: the counted stack, taken out of play.
        penalty: the penalty that removes the player: eliminated, ranked now as the book says (PokerStars Live
            6.9.5); disqualified, without a prize (PokerStars Live 6.9.6, Five Spades 3.8). Omit if there is
            none.
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    return take_out(tx, row, chips, penalty)


def take_out(
    tx: Tx,
    row: Entry,
    chips: int = 0,
    penalty: Literal["eliminated", "disqualified"] | None = None,
    *,
    no_hand: bool = False,
) -> dict[str, Any]:
    """Take an entry out of play with its chips, and cite the rule; see `remove_entry`.

    Chips of a player removed by a penalty stay in play if the book says so.

    Args:
        no_hand: it has played no hand, so its buy-in is kept apart (WSOP 16).

    Returns:
        The name and the former seat.
    """
    can_be(tx, chips)
    penalties = tx.book.penalties
    policy: Disqualification | Elimination | None = None
    if penalty is not None:
        policy = penalties.elimination if penalty == "eliminated" else penalties.disqualification
        tx.cite(cite(tx.book, policy))
    if chips and (policy is None or policy.chips_leave_play):
        tx.create(
            ChipMove, tournament=tx.tournament, entry=row, kind="removed", chips=-chips, at=tx.effective_at
        )
    return {
        "name": entry_name(row),
        **place_of_seat(leave(tx, row, removed=True, penalty=penalty or "", no_hand=no_hand)),
    }


@command(
    "seat.release_due",
    permission=Permission.KEEP_TIME,
    boards=BOARDS_OF_SEATS,
    summary=lazy("Released seats held for a rebuy: %(seats)s"),
    undoable=False,
    public=False,
    yields_to_undo=True,
)
def release_due(tx: Tx) -> Any:
    """Release the seats held for players who did not rebuy in time.

    Raises:
        Refused: none is due (`nothing_due`); no journal entry is written.
    """
    due = list(
        Seat.objects.filter(tournament_table__tournament=tx.tournament, kind="held", held_until__lte=tx.now)
        .select_related("held_for")
        .order_by("pk")
    )
    if not due:
        raise Refused("nothing_due", _("No held seat is overdue."))
    release_seats(tx, due)
    return {"seats": len(due)}


def take_out_unplayed(tx: Tx, entry: int, rule: str) -> dict[str, Any]:
    """Remove an entry that has played no hand; the stack leaves play, and the buy-in is kept apart (WSOP 16).

    Raises:
        Refused: the stack was not counted (`needs_count`).
    """
    row = in_play(tx, entry)
    seat = Seat.objects.filter(entry=row).first()
    if seat is None or seat.stack is None:
        message = _("Count the stack of %(name)s first: its chips are removed from play.")
        raise Refused("needs_count", message % {"name": entry_name(row)}, rule)
    return take_out(tx, row, seat.stack, no_hand=True)


@command(
    "ghosts.leave",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=ngettext_lazy(
        "Removed %(ghosts)s ghost with %(chips)s chips",
        "Removed %(ghosts)s ghosts with %(chips)s chips",
        "ghosts",
    ),
)
def ghosts_leave(tx: Tx, chips: Chips | None = None) -> Any:
    """Remove all ghosts with their chips (Five Spades 9.5, 9.6: in the first break).

    Args:
        chips: their counted remaining chips; null: their starting stacks.
    """
    event_is_open(tx)
    seats = list(Seat.objects.filter(tournament_table__tournament=tx.tournament, kind="ghost").order_by("pk"))
    if not seats:
        raise Refused("no_ghosts", _("There are no ghosts at this event’s tables."))
    tx.cite(cite(tx.book, tx.book.seating.ghosts))
    can_be(tx, chips)
    for seat in seats:
        tx.delete(seat)
    if chips is None:
        move_ghost_chips(tx, -len(seats))
    elif chips:
        tx.create(ChipMove, tournament=tx.tournament, kind="ghost", chips=-chips, at=tx.effective_at)
    left = len(seats) * tx.tournament.starting_stack if chips is None else chips
    return {"ghosts": len(seats), "chips": left}
