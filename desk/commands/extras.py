"""Rebuys, add-ons and surrenders."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk.commands.partners import check_wait_with, partner_of_last
from desk.commands.sales import INSTEAD, SALE_PERMISSIONS, Payments, paid
from desk.services.booked_players import booking_name
from desk.services.bookings import wait
from desk.services.entry_request import ENTRY_BOARDS, EntryRequest
from desk.services.extras import check_extra, check_surrender, extra_of
from desk.services.jobs import waiting_list_job
from desk.services.rebuys import buy_back
from desk.services.registration import check_sold
from desk.services.till import Sold, sell
from desk.services.waiting_list import place_of
from players.services.partners import already_out
from seating.services.eliminations import leave
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry
from tourney.rulebooks.books.schema import cite
from tourney.services.field_counts import field_of

Times = Annotated[int, Field(ge=1, le=2)]
Kind = Literal["rebuy", "add_on"]


@command(
    "desk.rebuy",
    permission=Permission.REGISTER_PLAYERS,
    boards=("registration", "clock", "lobby"),
    summary=lazy("Sold a rebuy to %(name)s (×%(times)s): %(chips)s chips, receipt %(number)s"),
    undoable=False,
    undo_hint=INSTEAD,
    answer_permissions=SALE_PERMISSIONS,
)
def rebuy(
    tx: Tx,
    entry: Id,
    payments: Payments,
    times: Times = 1,
    stack: Chips | None = None,
    announced: bool = False,
) -> dict[str, Any]:
    """Sell a rebuy to an entry from the actor's open drawer.

    A busted player is back in play, in the same seat while it is held, and the bust is not ranked.

    Args:
        entry: the buyer's entry; in play, or out by a bust.
        payments: how it is paid; empty if it is free.
        times: 1, or 2 if the event sells two at once.
        stack: the buyer's counted stack, if the event sells only to small stacks.
        announced: whether it was announced before a hand. If the book makes that binding, it is not
            refunded.
    """
    return sell_extra(tx, "rebuy", entry, payments, times, stack, announced=announced)


@command(
    "desk.add_on",
    permission=Permission.REGISTER_PLAYERS,
    boards=("registration", "clock", "lobby"),
    summary=lazy("Sold an add-on to %(name)s (×%(times)s): %(chips)s chips, receipt %(number)s"),
    undoable=False,
    undo_hint=INSTEAD,
    answer_permissions=SALE_PERMISSIONS,
)
def add_on(
    tx: Tx, entry: Id, payments: Payments, times: Times = 1, stack: Chips | None = None
) -> dict[str, Any]:
    """Sell an add-on to an entry from the actor's open drawer.

    Args:
        entry: the buyer's entry.
        payments: how it is paid; empty if it is free.
        times: 1, or 2 if the event sells two at once.
        stack: the buyer's counted stack, if the event sells only to small stacks.
    """
    return sell_extra(tx, "add_on", entry, payments, times, stack, announced=False)


@command(
    "desk.surrender",
    permission=Permission.REGISTER_PLAYERS,
    boards=ENTRY_BOARDS,
    summary=lazy("%(name)s surrendered %(chips)s chips"),
)
def surrender(tx: Tx, entry: Id, chips: Annotated[int, Field(ge=1, le=10**15)]) -> dict[str, Any]:
    """Surrender a stack for a new entry.

    The player is out, the seat is freed, and the player, or the team, goes to the end of the waiting list.

    Args:
        entry: the entry that surrenders.
        chips: the counted stack; it leaves play.
    """
    registration = check_sold(tx)
    policy = tx.book.entering.surrender
    rule = cite(tx.book, policy)
    check_surrender(tx, registration)
    row = _in_play(tx, entry)
    if policy is None or policy.old_chips == "leave_play":
        if chips > field_of(tx.tournament).chips:
            raise Refused("too_many_chips", _("There are not that many chips in play."))
        tx.create(
            ChipMove, tournament=tx.tournament, entry=row, kind="surrender", chips=-chips, at=tx.effective_at
        )
    leave(tx, row, removed=True)
    request = EntryRequest(tx, row.player)
    partner = partner_of_last(tx, request)
    check_wait_with(request, partner, "surrender")
    booking = wait(tx, request, "surrender", partner=partner)
    place = place_of(booking)
    tx.cite(rule)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {
        "name": booking_name(booking),
        "booking": booking.pk,
        "position": place.position if place else None,
    }


def sell_extra(
    tx: Tx, kind: Kind, entry: int, payments: Payments, times: int, stack: int | None, *, announced: bool
) -> dict[str, Any]:
    """Sell a rebuy or an add-on; the arguments of `desk.rebuy`."""
    registration = check_sold(tx)
    extra = extra_of(tx, registration, kind)
    row = _not_void(tx, entry) if kind == "rebuy" else _in_play(tx, entry)
    busted = not row.in_play
    chips = check_extra(tx, extra, row, times=times, stack=0 if busted else stack)
    seat = buy_back(tx, registration, row) if busted else None
    # One item each, so that one of two can be refunded.
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
    tx.create(ChipMove, tournament=tx.tournament, entry=row, kind=kind, chips=chips, at=tx.effective_at)
    tx.cite(cite(tx.book, tx.book.entering.rebuy))
    tx.touch_players(row.player_id)
    return {
        "name": row.player.name,
        "receipt": sale.receipt.pk,
        "number": str(sale.receipt),
        "change": sale.change,
        "vouchers": list(sale.vouchers),
        "chips": chips,
        "back": busted,
        "table": seat.tournament_table.table.number if seat else None,
        "seat": seat.number if seat else None,
    }


def _not_void(tx: Tx, entry: int) -> Entry:
    return tx.get(Entry, pk=entry, tournament=tx.tournament, voided_at__isnull=True)


def _in_play(tx: Tx, entry: int) -> Entry:
    row = _not_void(tx, entry)
    if row.out_at is not None:
        raise Refused("already_out", already_out(row))
    return row
