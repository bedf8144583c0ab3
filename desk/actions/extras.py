"""Rebuys, add-ons and surrenders."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk import queue
from desk.actions.sales import INSTEAD, Payments, paid
from desk.entrance import SHOWS, registration_of
from desk.models import Extra, Item
from desk.rules.extras import Had, NotSold, Offer, chips_bought, may_surrender
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
from tourney.progress import progress_of
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
    if not registration.surrender_allowed:
        raise Refused("no_surrender", _("Stacks can't be given up in this event."), rule)
    if not may_surrender(
        None if policy is None else policy.when,
        closed=registration.closed_at is not None,
        row=progress_of(tx.tournament).row,
        late_row=registration.late_row,
    ):
        raise Refused("no_surrender_now", _("A stack can't be given up now."), rule)
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


def had(entry: Entry) -> Had:
    """What an entry has bought so far, without what was taken back."""
    standing = Item.objects.filter(entry=entry, corrects__isnull=True, corrected_by__isnull=True)
    times = dict.fromkeys(("rebuy", "add_on"), 0)
    for kind in standing.filter(kind__in=times).values_list("kind", flat=True):
        times[kind] += 1
    return Had(rebuys=times["rebuy"], add_ons=times["add_on"])


def _sell(
    tx: Tx, kind: Kind, entry: int, payments: Payments, times: int, stack: int | None, *, announced: bool
) -> dict[str, Any]:
    registration = registration_of(tx)
    extra = Extra.objects.filter(registration=registration, kind=kind).first()
    rule = cite(tx.book, tx.book.entering.rebuy)
    if extra is None:
        message = _("This event has no rebuys.") if kind == "rebuy" else _("This event has no add-on.")
        raise Refused("not_offered", message, rule)
    row = _in_play(tx, entry)
    progress = progress_of(tx.tournament)
    offer = _offer(tx, extra, kind)
    try:
        chips = chips_bought(
            offer, had(row), times=times, stack=stack, row=progress.row, started=progress.started
        )
    except NotSold as fault:
        raise Refused(fault.code, _why(fault, kind), _rule(tx, fault)) from None
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
    tx.cite(rule)
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


def _offer(tx: Tx, extra: Extra, kind: Kind) -> Offer:
    rebuys, mode = tx.book.entering.rebuy, tx.book.modes.rebuy_add_on
    # Where rebuys belong to a mode, an event that sells them is played in it (Five Spades 4.5, 4.13).
    by_mode = rebuys is not None and rebuys.offered == "by_mode" and mode is not None
    return Offer(
        kind=kind,
        chips=extra.chips,
        from_row=extra.from_row,
        until_row=extra.until_row,
        most=extra.most,
        stack_most=extra.stack_most,
        double=extra.double,
        without_rebuy_times=extra.without_rebuy_times,
        not_after_rebuy=by_mode and mode is not None and mode.add_on_only_without_rebuy,
    )


def _rule(tx: Tx, fault: NotSold) -> str:
    policy = tx.book.modes.rebuy_add_on if fault.code == "had_a_rebuy" else tx.book.entering.rebuy
    return cite(tx.book, policy)


def _why(fault: NotSold, kind: Kind) -> str:
    rebuys = kind == "rebuy"
    match fault.code:
        case "not_yet":
            return _("Rebuys are not sold yet.") if rebuys else _("The add-on is not sold yet.")
        case "no_longer":
            return _("Rebuys are over.") if rebuys else _("The add-on is over.")
        case "one_at_a_time":
            return _("Only one is sold at a time.")
        case "no_more_of_them":
            return _("Nobody may have more than %(most)s.") % {"most": fault.bound}
        case "stack_unknown":
            return _("Count the stack: this is sold up to %(most)s chips only.") % {"most": fault.bound}
        case "stack_too_big":
            return _("The stack is too big: this is sold up to %(most)s chips only.") % {"most": fault.bound}
    return _("Who took a rebuy may not have the add-on.")
