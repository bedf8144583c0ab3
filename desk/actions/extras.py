"""Rebuys, add-ons and surrenders."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk import queue
from desk.actions.sales import INSTEAD, Payments, paid
from desk.entrance import SHOWS, registration_of
from desk.extras import check_extra, check_surrender, extra_of
from desk.tasks import serve_soon
from desk.till import Sold, sell
from seating.leaving import leave
from tourney.access.roles import May
from tourney.field import field_of
from tourney.journal.actions import action
from tourney.journal.arguments import Chips, Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry
from tourney.rulebooks.books.schema import cite

Times = Annotated[int, Field(ge=1, le=2)]
Kind = Literal["rebuy", "add_on"]


@action(
    "desk.rebuy",
    needs=May.TAKE_IN,
    shows=("registration", "clock", "lobby"),
    says=lazy("Sold %(name)s a rebuy (×%(times)s): %(chips)s chips, receipt %(number)s"),
    undoable=False,
    instead=INSTEAD,
)
def rebuy(
    tx: Tx,
    entry: Id,
    payments: Payments,
    times: Times = 1,
    stack: Chips | None = None,
    announced: bool = False,
) -> dict[str, Any]:
    """Sell an entry more chips at the table, at the actor's own open drawer.

    Args:
        entry: who buys.
        payments: how it is paid; empty where it costs nothing.
        times: 1, or 2 where the event sells two at once.
        stack: chips of the buyer as counted, where the event sells to small stacks only.
        announced: it was announced before a hand. Where the book says so it binds: it is not refunded.
    """
    return _sell(tx, "rebuy", entry, payments, times, stack, announced=announced)


@action(
    "desk.add_on",
    needs=May.TAKE_IN,
    shows=("registration", "clock", "lobby"),
    says=lazy("Sold %(name)s an add-on (×%(times)s): %(chips)s chips, receipt %(number)s"),
    undoable=False,
    instead=INSTEAD,
)
def add_on(
    tx: Tx, entry: Id, payments: Payments, times: Times = 1, stack: Chips | None = None
) -> dict[str, Any]:
    """Sell an entry an add-on, at the actor's own open drawer.

    Args:
        entry: who buys.
        payments: how it is paid; empty where it costs nothing.
        times: 1, or 2 where the event sells two at once.
        stack: chips of the buyer as counted, where the event sells to small stacks only.
    """
    return _sell(tx, "add_on", entry, payments, times, stack, announced=False)


@action(
    "desk.surrender",
    needs=May.TAKE_IN,
    shows=SHOWS,
    says=lazy("%(name)s gave up a stack of %(chips)s"),
)
def surrender(tx: Tx, entry: Id, chips: Annotated[int, Field(ge=1, le=10**15)]) -> dict[str, Any]:
    """Let somebody give up a stack for a new one: they are out, their chair is free, and they wait behind everybody.

    Args:
        entry: who gives up.
        chips: how many, as counted; they leave play.
    """
    registration = registration_of(tx)
    policy = tx.book.entering.surrender
    rule = cite(tx.book, policy)
    check_surrender(tx, registration)
    row = _in_play(tx, entry)
    if policy is None or policy.old_chips == "leave_play":
        if chips > field_of(tx.tournament).chips:
            raise Refused("too_many_chips", _("There are not so many chips in play."))
        tx.create(ChipMove, tournament=tx.tournament, entry=row, kind="surrender", chips=-chips, at=tx.moment)
    leave(tx, row, removed=True)
    booking = queue.wait(tx, row.player, "surrender")
    place = queue.place_of(booking)
    tx.cite(rule)
    tx.after(serve_soon(tx.tournament.pk))
    return {"name": row.player.name, "booking": booking.pk, "position": place.position if place else None}


def _sell(
    tx: Tx, kind: Kind, entry: int, payments: Payments, times: int, stack: int | None, *, announced: bool
) -> dict[str, Any]:
    registration = registration_of(tx)
    extra = extra_of(tx, registration, kind)
    row = _in_play(tx, entry)
    chips = check_extra(tx, extra, row, times=times, stack=stack)
    # An item each, so that one of two can be taken back.
    lines = [
        Sold(
            kind=kind,
            tournament=tx.tournament,
            entry=row,
            pool=extra.pool,
            fee=extra.fee,
            staff=extra.staff,
            chips=chips // times,
        )
        for _time in range(times)
    ]
    sale = sell(tx, row.player, lines, paid(payments), currency=registration.currency)
    tx.create(ChipMove, tournament=tx.tournament, entry=row, kind=kind, chips=chips, at=tx.moment)
    tx.cite(cite(tx.book, tx.book.entering.rebuy))
    tx.show_players(row.player_id)
    return {
        "name": row.player.name,
        "receipt": sale.receipt.pk,
        "number": str(sale.receipt),
        "change": sale.change,
        "vouchers": list(sale.vouchers),
        "chips": chips,
    }


def _in_play(tx: Tx, entry: int) -> Entry:
    row = tx.get(Entry, pk=entry, tournament=tx.tournament, voided_at__isnull=True)
    if row.out_at is not None:
        raise Refused("already_out", _("%(name)s is already out.") % {"name": row.player.name})
    return row
