"""Commands that move single players and confirm arrivals: swaps, wrong seats, arrivals."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from players.services.partners import entry_name
from seating.commands.entries import event_is_open, seat_of
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number, tournament_table_of
from seating.models import Move, Seat, TournamentTable
from seating.services.dealer_tables import at_table_by_number, at_tables_of_move
from seating.services.draws import seat_late
from seating.services.floor_calls import end_calls
from seating.services.moves import Destination, confirm_arrivals, drop_moves, note_moves, send
from seating.services.reviews import review_later
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.prepared_query import PreparedQuery

SHOWS = ("seating", "floor", "map", "moves", "free")


def _name(seat: Seat) -> str:
    assert seat.entry is not None
    return entry_name(seat.entry)


@command(
    "seat.swap",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(name)s and %(other_name)s swapped seats"),
)
def swap_seats(tx: Tx, one: Id, other: Id) -> Any:
    """Swap the seats of two players.

    Args:
        one, other: seated entries in play.
    """
    event_is_open(tx)
    first, second = seat_of(tx, one), seat_of(tx, other)
    if first.pk == second.pk:
        raise Refused("same_player", _("Choose two different players."))
    names = {"name": _name(first), "other_name": _name(second)}
    send(
        tx,
        "swap",
        [
            (first, Destination(second.tournament_table, second.number)),
            (second, Destination(first.tournament_table, first.number)),
        ],
    )
    review_later(tx)
    return names


def _summarise_put_right(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    values = {
        key: answer.get(key, "–") for key in ("name", "table", "seat", "owner", "owner_table", "owner_seat")
    }
    if not answer.get("stays"):
        # It changes nothing, so there is nothing to undo.
        words = _(
            "%(name)s played at table %(there)s, seat %(chair)s by mistake and goes back to table "
            "%(table)s, seat %(seat)s; no seats changed"
        )
        return words % {
            **values,
            "there": journal_entry.arguments.get("table"),
            "chair": journal_entry.arguments.get("seat"),
        }
    if answer.get("owner"):
        words = _(
            "%(name)s stays at table %(table)s, seat %(seat)s after playing there by mistake; "
            "%(owner)s gets table %(owner_table)s, seat %(owner_seat)s"
        )
    else:
        words = _("%(name)s stays at table %(table)s, seat %(seat)s after playing there by mistake")
    return words % values


@command("seat.put_right", permission=Permission.SEAT_PLAYERS, boards=SHOWS, summary=_summarise_put_right)
def put_right(tx: Tx, entry: Id, table: Number, seat: SeatNumber, stack_changed: bool) -> Any:
    """Resolve a hand played in the wrong seat (Munot 7, TDA 7, WSOP 65).

    If the book lets the player stay because the stack has changed, the seat becomes theirs, and its owner
    gets another one: the seat left free, or a drawn one, as the book says.

    Args:
        entry: a seated entry in play.
        table: number of the table where the player sits by mistake.
        seat: the seat there.
        stack_changed: whether the stack differs by more than blinds and antes.

    Raises:
        Refused: it is the player's own seat (`own_seat`), nobody can have played in it (`no_such_seat`,
            `seat_taken`), or its owner finds no other seat (`no_room`).
    """
    event_is_open(tx)
    mine = seat_of(tx, entry)
    policy = tx.book.seating.wrong_seat
    tx.cite(cite(tx.book, policy))
    tournament_table, there = _played_in(tx, mine, table, seat)
    answer = {
        "name": _name(mine),
        "table": mine.tournament_table.table.number,
        "seat": mine.number,
        "stays": False,
    }
    if policy is None or policy.moves_back == "always" or not stack_changed:
        return answer
    answer |= {"table": table, "seat": seat, "stays": True}
    if there is None:
        send(tx, "put_right", [(mine, Destination(tournament_table, seat))], arrived={mine.entry_id})
    elif policy.otherwise == "assignments_swapped":
        back = Destination(mine.tournament_table, mine.number)
        answer |= {
            "owner": _name(there),
            "owner_table": mine.tournament_table.table.number,
            "owner_seat": mine.number,
        }
        swapped = [(mine, Destination(tournament_table, seat)), (there, back)]
        send(tx, "put_right", swapped, arrived={mine.entry_id})
    else:
        answer |= _reseat(tx, mine, there)
    review_later(tx)
    return answer


_SEATED = PreparedQuery(
    lambda table, number: Seat.objects.select_related("tournament_table__table", "entry__player").filter(
        tournament_table=table, number=number
    )
)


def _played_in(tx: Tx, mine: Seat, table: int, seat: int) -> tuple[TournamentTable, Seat | None]:
    """Return a seat that was played in by mistake, and its owner."""
    tournament_table = tournament_table_of(tx, table)
    where = {"number": table, "seat": seat}
    if seat > tournament_table.table.seats:
        raise Refused("no_such_seat", _("Table %(number)s has no seat %(seat)s.") % where)
    if (mine.tournament_table_id, mine.number) == (tournament_table.pk, seat):
        message = _("Table %(number)s, seat %(seat)s is the right seat for %(name)s.")
        raise Refused("own_seat", message % {**where, "name": _name(mine)}, tx.rule)
    there = _SEATED.first(tournament_table.pk, seat)
    if there is not None and there.entry is None:
        raise Refused("seat_taken", _("Seat %(seat)s at table %(number)s is taken.") % where)
    return tournament_table, there


def _reseat(tx: Tx, mine: Seat, there: Seat) -> dict[str, Any]:
    """Draw another seat for the owner, who keeps their stack, and return owner and seat for the journal
    entry.
    """
    owner, tournament_table, number = there.entry, there.tournament_table, there.number
    assert owner is not None
    drop_moves(tx, [owner.pk])
    tx.delete(there)
    send(tx, "put_right", [(mine, Destination(tournament_table, number))], arrived={mine.entry_id})
    end_calls(tx, [(tournament_table.pk, number)])
    drawn = seat_late(tx, owner)
    if drawn is None:
        raise Refused("no_room", _("There is no open seat for %(name)s.") % {"name": entry_name(owner)})
    note_moves(tx, "put_right", [(there, Destination(drawn.tournament_table, drawn.number))])
    kept = ("stack", "counted_at", "absent_since", "absent_from")
    tx.save(drawn, **{field: getattr(there, field) for field in kept})
    return {
        "owner": entry_name(owner),
        "owner_table": drawn.tournament_table.table.number,
        "owner_seat": drawn.number,
    }


@command(
    "move.arrive",
    permission=Permission.DEAL,
    check=at_tables_of_move,
    boards=("floor", "map", "moves"),
    summary=lazy("%(name)s: arrived at table %(table)s"),
)
def arrive(tx: Tx, move: Id) -> Any:
    """Confirm that a moved player has arrived, and is no longer absent.

    Args:
        move: a move under way.

    Raises:
        Refused: the arrival was confirmed already, or the player was moved elsewhere since (`not_under_way`).
    """
    row = tx.get(Move, pk=move, tournament=tx.tournament, select_related=("entry__player", "to_table__table"))
    if row.arrived_at is not None or row.dropped_at is not None:
        message = _("%(name)s is no longer moving.")
        raise Refused("not_under_way", message % {"name": entry_name(row.entry)})
    confirm_arrivals(tx, [row])
    tx.touch_players(row.entry.player_id)
    return {"name": entry_name(row.entry), "table": row.to_table.table.number}


_COMING = PreparedQuery(
    lambda event, number: Move.objects.filter(
        tournament=event, to_table__table__number=number, arrived_at__isnull=True, dropped_at__isnull=True
    ).select_related("entry")
)


def _summarise_arrived(journal_entry: JournalEntry) -> str:
    count = (journal_entry.answer or {}).get("count", 0)
    words = ngettext(
        "Table %(number)s: the player has arrived",
        "Table %(number)s: all %(count)s have arrived",
        count,
    )
    return words % {"number": journal_entry.arguments["number"], "count": count}


@command(
    "moves.arrive",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=("floor", "map", "moves"),
    summary=_summarise_arrived,
)
def arrive_all(tx: Tx, number: Number) -> Any:
    """Confirm that all players moved to a table have arrived, and are no longer absent.

    Args:
        number: table number.
    """
    found = _COMING.all(tx.tournament.pk, number)
    if not found:
        raise Refused("not_under_way", _("No players are moving to table %(number)s.") % {"number": number})
    confirm_arrivals(tx, found)
    tx.touch_players(*(row.entry.player_id for row in found))
    return {"count": len(found)}
