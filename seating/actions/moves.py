"""Verbs that move single people and tick them off: swap, a wrong seat put right, arrived."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from seating.actions.people import event_is_open, in_play
from seating.actions.seats import Chair
from seating.actions.tables import Number, loan_of
from seating.draws import seat_late
from seating.models import Move, Seat
from seating.moving import Destination, drop_moves, send
from seating.reviewing import review_later
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.arguments import Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Line
from tourney.rulebooks.books.schema import cite

SHOWS = ("seating", "floor", "map", "moves", "free")


def _seated(tx: Tx, entry: int) -> Seat:
    row = in_play(tx, entry)
    seat = Seat.objects.select_related("loan__table", "entry__player").filter(entry=row).first()
    if seat is None:
        raise Refused("not_seated", _("%(name)s has no seat.") % {"name": row.player.name})
    return seat


def _name(seat: Seat) -> str:
    assert seat.entry is not None
    return seat.entry.player.name


@action(
    "seat.swap", needs=May.SEAT_PLAYERS, shows=SHOWS, says=lazy("%(name)s and %(other_name)s swapped seats")
)
def swap_seats(tx: Tx, one: Id, other: Id) -> Any:
    """Have two people swap their chairs.

    Args:
        one, other: entries in play, both with a seat.
    """
    event_is_open(tx)
    first, second = _seated(tx, one), _seated(tx, other)
    if first.pk == second.pk:
        raise Refused("same_player", _("Name two different people."))
    names = {"name": _name(first), "other_name": _name(second)}
    send(
        tx,
        "swap",
        [
            (first, Destination(second.loan, second.number)),
            (second, Destination(first.loan, first.number)),
        ],
    )
    review_later(tx)
    return names


def _says_put_right(line: Line) -> str:
    answer = line.answer or {}
    if answer.get("stays"):
        words = _("%(name)s stays at table %(table)s, seat %(seat)s, after playing there by mistake")
    else:
        words = _("%(name)s goes back to table %(table)s, seat %(seat)s")
    return words % {key: answer.get(key, "–") for key in ("name", "table", "seat")}


@action("seat.put_right", needs=May.SEAT_PLAYERS, shows=SHOWS, says=_says_put_right)
def put_right(tx: Tx, entry: Id, table: Number, seat: Chair, stack_changed: bool) -> Any:
    """Somebody has played in a chair that is not theirs (Munot 7, TDA 7, WSOP 65).

    Where the book lets them stay because the stack has changed, the chair becomes theirs, and whom it belongs to gets
    another one: the chair left free, or one that is drawn, as the book says.

    Args:
        entry: in play, with a seat.
        table: number of the table where they sit by mistake.
        seat: the chair there.
        stack_changed: whether their stack is another one than blinds and antes account for.
    """
    event_is_open(tx)
    mine = _seated(tx, entry)
    policy = tx.book.seating.wrong_seat
    tx.cite(cite(tx.book, policy))
    answer = {"name": _name(mine), "table": mine.loan.table.number, "seat": mine.number, "stays": False}
    if policy is None or policy.moves_back == "always" or not stack_changed:
        return answer
    loan = loan_of(tx, table)
    if seat > loan.table.seats:
        message = _("Table %(number)s has no seat %(seat)s.")
        raise Refused("no_such_seat", message % {"number": table, "seat": seat})
    there = Seat.objects.select_related("loan__table", "entry__player").filter(loan=loan, number=seat).first()
    if there is not None and there.entry is None:
        message = _("Seat %(seat)s at table %(number)s is not free.")
        raise Refused("seat_taken", message % {"number": table, "seat": seat})
    if there is None:
        send(tx, "put_right", [(mine, Destination(loan, seat))])
    elif policy.otherwise == "assignments_swapped":
        back = Destination(mine.loan, mine.number)
        send(tx, "put_right", [(mine, Destination(loan, seat)), (there, back)])
    else:
        _reseat(tx, mine, there)
    review_later(tx)
    return answer | {"table": table, "seat": seat, "stays": True}


def _reseat(tx: Tx, mine: Seat, there: Seat) -> None:
    """The chair's owner draws another one."""
    owner, loan, number = there.entry, there.loan, there.number
    assert owner is not None
    drop_moves(tx, [owner.pk])
    tx.delete(there)
    send(tx, "put_right", [(mine, Destination(loan, number))])
    if seat_late(tx, owner) is None:
        raise Refused("no_room", _("There is no free chair for %(name)s.") % {"name": owner.player.name})


@action(
    "move.arrive",
    needs=May.DEAL,
    shows=("floor", "map", "moves"),
    says=lazy("%(name)s has arrived at table %(table)s"),
)
def arrive(tx: Tx, move: Id) -> Any:
    """Tick somebody off who has sat down where they were sent.

    Args:
        move: under way.

    Raises:
        Refused: somebody has ticked them off already, or they were sent elsewhere since (`not_under_way`).
    """
    row = tx.get(Move, pk=move, tournament=tx.tournament)
    if row.arrived_at is not None or row.dropped_at is not None:
        message = _("%(name)s is not under way any more.")
        raise Refused("not_under_way", message % {"name": row.entry.player.name})
    tx.save(row, arrived_at=tx.now)
    tx.show_players(row.entry.player_id)
    return {"name": row.entry.player.name, "table": row.to_loan.table.number}


@action(
    "moves.arrive",
    needs=May.DEAL,
    shows=("floor", "map", "moves"),
    says=lazy("Table %(number)s: all %(count)s have arrived"),
)
def arrive_all(tx: Tx, number: Number) -> Any:
    """Tick off everybody who was sent to a table.

    Args:
        number: the table's.
    """
    rows = Move.objects.filter(
        tournament=tx.tournament,
        to_loan__table__number=number,
        arrived_at__isnull=True,
        dropped_at__isnull=True,
    ).select_related("entry")
    found = list(rows)
    if not found:
        raise Refused("not_under_way", _("Nobody is on the way to table %(number)s.") % {"number": number})
    tx.save_many(found, arrived_at=tx.now)
    tx.show_players(*(row.entry.player_id for row in found))
    return {"count": len(found)}
