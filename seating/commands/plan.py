"""Commands for the seating plan: table order, seats per table, and players kept apart."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.models import Player
from seating.commands.tables import Number, tournament_table_of
from seating.models import Apart, Plan, Seat
from seating.services.floor_calls import end_all_calls
from seating.services.reviews import review_later
from seating.signals import SeatFreed, seat_freed
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.books.schema import cite

State = Literal["open", "reserve", "paused"]


@command(
    "plan.set",
    permission=Permission.MANAGE_TABLES,
    boards=("seating",),
    summary=lazy("Set the seating: %(seats_per_table)s per table"),
)
def set_plan(
    tx: Tx,
    seats_per_table: Annotated[int, Field(ge=2, le=12)],
    keep_apart: bool = False,
    ghosts: bool = False,
    cup_final: bool = False,
) -> Any:
    """Set how this event's seats are drawn. The first time, the hash of the first draw's seed is published.

    Args:
        seats_per_table: maximum number of players at each table.
        keep_apart: whether the draw separates players who must not sit together.
        ghosts: whether ghosts fill empty seats (only if the rulebook has ghosts).
        cup_final: whether it is the final of a cup (only if the rulebook gives it a final table of its own
            size).

    Raises:
        Refused: the book has no ghosts (`no_ghosts`), or no cup final (`no_cup_final`).
    """
    if ghosts and tx.book.seating.ghosts is None:
        message = _("The rulebook “%(book)s” has no ghost players.")
        raise Refused("no_ghosts", message % {"book": tx.book.title})
    final = tx.book.seating.final_table
    if cup_final and (final is None or final.cup_seats is None):
        message = _("The rulebook “%(book)s” has no cup final.")
        raise Refused("no_cup_final", message % {"book": tx.book.title})
    policy = tx.book.seating.ghosts if ghosts else tx.book.seating.seats_per_table
    tx.cite(cite(tx.book, policy))
    plan = Plan.objects.filter(tournament=tx.tournament).first()
    if plan is None:
        plan = tx.create(
            Plan,
            tournament=tx.tournament,
            seats_per_table=seats_per_table,
            keep_apart=keep_apart,
            ghosts=ghosts,
            cup_final=cup_final,
            next_digest=tx.seal_seed(),
        )
    else:
        more = seats_per_table > plan.seats_per_table
        tx.save(
            plan,
            seats_per_table=seats_per_table,
            keep_apart=keep_apart,
            ghosts=ghosts,
            cup_final=cup_final,
        )
        review_later(tx)
        if more:
            seat_freed.send(SeatFreed(tx))
    return {"sha256": plan.next_digest}


@command(
    "table.state",
    permission=Permission.MANAGE_TABLES,
    boards=("seating", "floor", "map", "free"),
    summary=lazy("Table %(number)s: %(state)s"),
)
def set_table_state(
    tx: Tx, number: Number, state: State, order: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
) -> None:
    """Set whether seats are drawn at a table, and its place in the opening order.

    Args:
        number: table number.
        state: `open`: seats are drawn here; `reserve`: opened when the open ones are full; `paused`: no
            draws.
        order: tables open in ascending order; null leaves it unchanged.
    """
    tournament_table = tournament_table_of(tx, number)
    if state == "reserve" and Seat.objects.filter(tournament_table=tournament_table, kind="player").exists():
        message = _("Players are seated at table %(number)s; it can’t be put in reserve.")
        raise Refused("table_taken", message % {"number": number})
    if state == "reserve":
        end_all_calls(tx, tournament_table)
    tx.save(tournament_table, state=state, order=tournament_table.order if order is None else order)
    review_later(tx)
    if state != "paused":
        seat_freed.send(SeatFreed(tx))


def _pair(tx: Tx, one: int, other: int) -> tuple[Player, Player]:
    first, second = (tx.get(Player, pk=pk) for pk in (min(one, other), max(one, other)))
    if first == second:
        raise Refused("same_player", _("Choose two different players."))
    return first, second


@command(
    "apart.add",
    permission=Permission.SEAT_PLAYERS,
    scope="room",
    summary=lazy("%(name)s and %(other_name)s will not be drawn to the same table"),
)
def add_apart(tx: Tx, one: Id, other: Id, reason: Annotated[str, Field(max_length=200)] = "") -> Any:
    """Keep two players from being drawn to the same table. Only staff can see it.

    Args:
        one, other: the players.
        reason: shown to staff.
    """
    first, second = _pair(tx, one, other)
    if Apart.objects.filter(one=first, other=second).exists():
        raise Refused("apart_already", _("These two are already on the list."))
    tx.create(Apart, one=first, other=second, reason=reason)
    return {"name": first.name, "other_name": second.name}


@command(
    "apart.remove",
    permission=Permission.SEAT_PLAYERS,
    scope="room",
    summary=lazy("%(name)s and %(other_name)s can be drawn to the same table again"),
)
def remove_apart(tx: Tx, one: Id, other: Id) -> Any:
    """Allow two separated players to be drawn to the same table again.

    Args:
        one, other: the players.
    """
    first, second = _pair(tx, one, other)
    tx.delete(tx.get(Apart, one=first, other=second))
    return {"name": first.name, "other_name": second.name}
