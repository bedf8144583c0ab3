"""Refund a sale: a new receipt with negative items. Nothing is deleted."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.db.models import Sum
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from desk.boards.receipts import names_on
from desk.commands.sales import SALE_PERMISSIONS
from desk.models import Booking, Item, Payment, Receipt, Ticket, Voucher
from desk.rules.payments import give_back
from desk.services.bookings import cancelling_rule, restore
from desk.services.entry_request import ENTRY_BOARDS
from desk.services.extras import announced_among
from desk.services.jobs import waiting_list_job
from desk.services.memberships import held_at
from desk.services.till import ENTRIES, PRIZE, Sold, drawer_of, enough, write
from desk.services.vouchers import came_from, issue_ticket, issue_voucher, validity_of
from players.services.partners import held_by
from players.services.public_names import people_of
from seating.services.eliminations import leave, vacate_seat
from seating.signals import ChipsLeaving, SeatFreed, before_chips_leave, seat_freed
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import field_of


def _summarise_refund(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    text = _("Refunded from %(name)s’s receipt %(corrects)s: %(reason)s (receipt %(number)s)")
    words = {key: answer.get(key, "–") for key in ("name", "corrects", "number")}
    then = {"restored": _("The booking is open again."), "lost": _("The booking could not be restored.")}
    parts = [text % {**words, "reason": journal_entry.arguments.get("reason", "–")}]
    return ". ".join(filter(None, [*parts, then.get(answer.get("booking", ""), "")]))


@command(
    "desk.refund",
    permission=Permission.REFUND,
    boards=ENTRY_BOARDS,
    summary=_summarise_refund,
    undoable=False,
    undo_hint=lazy("Sell it again instead."),
    answer_permissions={**SALE_PERMISSIONS, "money": PAYMENT},
)
def refund(
    tx: Tx,
    receipt: Id,
    reason: Annotated[str, Field(min_length=1, max_length=200)],
    items: Annotated[list[Id], Field(max_length=100)] = [],  # noqa: B006 (read only)
    method: Annotated[Literal["cash", "card", "voucher", "as_paid"], PAYMENT] = "cash",
    stack: Chips | None = None,
    drawer: Id | None = None,
    mistake: bool = False,
) -> dict[str, Any]:
    """Refund a sale, in full or in part, from the actor's open drawer or the drawer of the clerk at the
    counter.

    A refunded entry never counted: its seat is free and its chips leave play. Before the start of play
    this cancels the entry, under the book's rule on cancelling. Tickets and vouchers are refunded as new ones.

    Args:
        receipt: the sale.
        reason: why.
        items: the items to refund; empty: all that have not been refunded.
        method: how cash and card payments are refunded; "as_paid": each as it was paid.
        stack: chips that leave play with an entry, as counted at the seat; left out: all that it was
            sold.
        drawer: the drawer that pays and records the refund; left out: the actor's own.
        mistake: whether the sale was a mistake: a booking that its entry fulfilled is restored, if its place is
            still free.
    """
    return refund_sale(tx, receipt, reason, items, method, stack, drawer, mistake=mistake)


def refund_sale(
    tx: Tx,
    receipt: int,
    reason: str,
    items: Sequence[int] = (),
    method: str = "cash",
    stack: int | None = None,
    drawer: int | None = None,
    *,
    mistake: bool = False,
) -> dict[str, Any]:
    """Refund a sale; the arguments of `desk.refund`."""
    sold = tx.get(Receipt, pk=receipt)
    rows = _items(tx, sold, items)
    entries = [row for row in rows if row.kind in ENTRIES]
    if stack is not None and not entries:
        raise Refused("bad_argument", _("Chips are counted only when an entry is refunded."))
    _nothing_announced(tx, sold, rows)
    if tx.tournament.closed_at is not None and any(row.kind in (*ENTRIES, "rebuy", "add_on") for row in rows):
        raise Refused("event_closed", _("This event is closed."))
    currency = sold.drawer.currency
    payments, issued = _give_back(tx, sold, rows, method, drawer)
    handed = sum(-one.amount for one in payments if one.method in ("cash", "card"))
    for row in rows:
        if row.kind in ("rebuy", "add_on") and not _goes_with_entry(row, entries):
            _take_extra_back(tx, row)
    if not entries:
        _bust_again(tx, sold, rows)
    if entries and not progress_of(tx.tournament).started:
        tx.cite(cancelling_rule(tx))
    bookings = [_take_entry_back(tx, row, rows, stack, mistake=mistake) for row in entries]
    for row in rows:
        if row.membership is not None:
            _take_membership_back(tx, row)
    written = write(
        tx,
        sold.player,
        [_negative(row) for row in rows],
        payments,
        currency=currency,
        corrects=sold,
        reason=reason.strip(),
        whose=drawer,
    )
    tx.touch_players(sold.player_id)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {
        "name": names_on(sold.player, rows),
        "corrects": str(sold),
        "receipt": written.pk,
        "number": str(written),
        "amount": sum(row.amount for row in rows),
        "back": handed,
        "money": [
            {"method": one.method, "amount": -one.amount}
            for one in payments
            if one.method in ("cash", "card")
        ],
        "issued": issued,
        # What happened to the booking of a voided entry: "restored", "lost", or "" where there was none.
        "booking": next(filter(None, bookings), ""),
    }


def _items(tx: Tx, sold: Receipt, wanted: Sequence[int]) -> list[Item]:
    """Return the items to refund: those of this receipt and event that were not refunded."""
    if sold.corrects_id is not None:
        raise Refused("is_a_refund", _("This receipt is itself a refund. Sell it again instead."))
    rows = list(
        Item.objects.filter(receipt=sold, tournament=tx.tournament)
        .select_related("entry__player", "entry__partner__player", "membership", "corrected_by")
        .order_by("pk")
    )
    if not rows:
        raise Refused("not_found", _("This receipt does not exist in this event."))
    if any(row.kind == PRIZE for row in rows):
        raise Refused("is_a_prize", _("This receipt is a payout. Reverse it on the Payouts page."))
    if wanted:
        found = [row for row in rows if row.pk in wanted]
        if len(found) != len(wanted):
            raise Refused("not_found", _("This item is not on the receipt."))
        if any(hasattr(row, "corrected_by") for row in found):
            raise Refused("already_refunded", _("This has already been refunded."))
        return found
    valid = [row for row in rows if not hasattr(row, "corrected_by")]
    if not valid:
        raise Refused("already_refunded", _("This has already been refunded."))
    return valid


def _negative(row: Item) -> Sold:
    assert row.tournament is not None
    return Sold(
        kind=row.kind,
        tournament=row.tournament,
        entry=row.entry,
        membership=row.membership,
        pool=-row.pool,
        fee=-row.fee,
        staff=-row.staff,
        bounty=-row.bounty,
        dues=-row.dues,
        chips=-row.chips,
        corrects=row,
    )


def _nothing_announced(tx: Tx, sold: Receipt, rows: Sequence[Item]) -> None:
    """Refuse refunding a rebuy announced before a hand, if the book makes it binding (PokerStars Live 2.3)."""
    if any(row.kind == "rebuy" for row in rows) and announced_among(tx, [sold.pk]):
        message = _("This rebuy was announced before a hand and is binding.")
        raise Refused("announced", message, cite(tx.book, tx.book.entering.rebuy))


def _give_back(
    tx: Tx, sold: Receipt, rows: Sequence[Item], method: str, drawer: int | None
) -> tuple[list[Payment], list[dict[str, Any]]]:
    """Return the negative payments, and the new vouchers and tickets issued for them."""
    currency = sold.drawer.currency
    amount = sum(row.amount for row in rows)
    valid: Counter[str] = Counter()
    paid = Payment.objects.filter(receipt__pk__in=[sold.pk, *sold.corrections.values_list("pk", flat=True)])
    for way, total in paid.values_list("method").order_by("method").annotate(Sum("amount")):
        valid[way] += total
    back = give_back(amount, valid, entry=any(row.kind in ENTRIES for row in rows))
    by_card = min(back.money, max(0, valid["card"]))
    parts = Counter(
        {"card": by_card, "cash": back.money - by_card} if method == "as_paid" else {method: back.money}
    )
    parts["voucher"] += back.voucher
    parts["ticket"] += back.ticket
    if parts["cash"]:
        enough(drawer_of(tx, currency, drawer), parts["cash"])
    issued: list[dict[str, Any]] = []
    if parts["voucher"]:
        spent_ones = Voucher.objects.filter(spent_on__receipt=sold)
        until = validity_of(spent_ones, localdate(tx.now))
        voucher = issue_voucher(tx, parts["voucher"], currency, came_from(sold), valid_until=until)
        issued.append({"method": "voucher", "number": voucher.number, "value": voucher.value})
    if parts["ticket"]:
        spent = tx.get(Ticket, spent_on__receipt=sold)
        ticket = issue_ticket(
            tx, tx.tournament, spent.value, spent.currency, player=spent.player, won_in=spent.won_in
        )
        issued.append({"method": "ticket", "number": ticket.number, "value": ticket.value})
    return [Payment(method=way, amount=-part) for way, part in parts.items() if part], issued


def _goes_with_entry(row: Item, entries: Sequence[Item]) -> bool:
    return any(row.entry_id == entry.entry_id for entry in entries)


def _take_extra_back(tx: Tx, row: Item) -> None:
    assert row.entry is not None
    if not row.entry.in_play:
        message = _("%(name)s is out: those chips are now in play with others.")
        raise Refused("already_out", message % {"name": row.entry.player.name})
    _chips_leave(tx, row.entry, row.chips)


def _bust_again(tx: Tx, sold: Receipt, rows: Sequence[Item]) -> None:
    """Restore the bust when the rebuy that brought a player back into play is refunded."""
    if not any(row.kind == "rebuy" for row in rows):
        return
    others = sold.items.filter(kind="rebuy", corrected_by__isnull=True).exclude(
        pk__in=[row.pk for row in rows]
    )
    journal_entry = JournalEntry.objects.filter(
        tournament=tx.tournament, kind="desk.rebuy", answer__receipt=sold.pk
    ).first()
    if others.exists() or journal_entry is None or not (journal_entry.answer or {}).get("back"):
        return
    entry = tx.get(Entry, pk=journal_entry.arguments["entry"])
    if entry.in_play:
        leave(tx, entry)


def _take_entry_back(
    tx: Tx, row: Item, rows: Sequence[Item], stack: int | None, *, mistake: bool
) -> Literal["", "restored", "lost"]:
    """Void an entry, if it is the player's latest in this event. Return what happened to its booking."""
    entry = row.entry
    assert entry is not None
    words = {"name": entry.player.name}
    if entry.voided_at is not None:
        raise Refused("already_refunded", _("This has already been refunded."))
    later = Entry.objects.filter(
        tournament=tx.tournament, player=entry.player, voided_at__isnull=True, number__gt=entry.number
    )
    if later.exists():
        raise Refused("entered_again", _("%(name)s has re-entered since. Refund that first.") % words)
    if entry.out_at is not None:
        raise Refused("already_out", _("%(name)s is out: those chips are now in play with others.") % words)
    extras = Item.objects.filter(entry=entry, kind__in=("rebuy", "add_on"), corrects__isnull=True)
    if extras.filter(corrected_by__isnull=True).exclude(pk__in=[one.pk for one in rows]).exists():
        raise Refused("extras_first", _("%(name)s has a rebuy or an add-on. Refund that first.") % words)
    brought = ChipMove.objects.filter(entry=entry).aggregate(sum=Sum("chips"))["sum"] or 0
    _chips_leave(tx, entry, brought if stack is None else stack)
    if vacate_seat(tx, entry) is None:
        seat_freed.send(SeatFreed(tx))
    tx.save(entry, voided_at=tx.now)
    booking = Booking.objects.filter(entry=entry).first()
    restored = booking is not None and mistake and restore(tx, booking)
    if booking is not None and not restored:
        tx.save(booking, state="cancelled", entry=None, ended_at=tx.now)
    if not restored:
        for player in people_of([entry.pk])[entry.pk]:
            tx.notify(player, "cancelled", entry=True)
    return "restored" if restored else "lost" if booking is not None and mistake else ""


def _take_membership_back(tx: Tx, row: Item) -> None:
    assert row.membership is not None
    player = row.membership.player
    inside = Entry.objects.filter(
        held_by(player), voided_at__isnull=True, out_at__isnull=True, tournament__closed_at__isnull=True
    )
    for entry in inside.select_related("tournament").order_by("pk"):
        book = book_of(entry.tournament.book)
        # A day membership of this event may not count at the other event, which has its own.
        counts = held_at(entry.tournament, book, player, row.membership.starts_on)
        if book.entering.membership is None or row.membership not in counts:
            continue
        message = _("%(name)s is playing “%(event)s” with this membership. Refund that entry as well.")
        words = {"name": player.name, "event": entry.tournament.name}
        raise Refused("entry_rests_on_it", message % words, cite(book, book.entering.membership))
    tx.save(row.membership, voided_at=tx.now)


def _chips_leave(tx: Tx, entry: Entry, chips: int) -> None:
    before_chips_leave.send(ChipsLeaving(tx, entry))
    if chips > field_of(tx.tournament).chips:
        raise Refused("too_many_chips", _("There are not that many chips in play."))
    if chips:
        tx.create(
            ChipMove, tournament=tx.tournament, entry=entry, kind="removed", chips=-chips, at=tx.effective_at
        )
