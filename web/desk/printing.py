"""Printed receipts, vouchers and tickets, on an 80 mm roll or on A4 sheets; black only.

A printed receipt is a submitted form and is recorded in the event's journal; later ones are marked as reprints.
"""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards.receipts import may_read_receipt, names_on
from desk.models import Item, Payment, Receipt, Ticket, Voucher
from desk.services.prints import receipt_was_printed
from notifications.commands.player_links import link_of
from players.rules.person_code import code_of
from prizes.models import PrizePayment
from prizes.services.paid_prizes import team_paid
from seating.models import Seat
from tourney.access.roles import Permission
from tourney.models import JournalEntry
from tourney.rules.numbers import whole_number
from tourney.services.qr import qr_picture
from web.desk.paper import paper_size, sheets_of
from web.desk.print_record import print_of
from web.shared.access import actor_of, staff_page

# More than a single sale or refund ever issues.
_MOST_VOUCHERS = 20


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS, makes_links=True)
def receipt(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """Print a receipt, with those of other events paid together."""
    row = (
        Receipt.objects.select_related("player", "drawer__clerk", "written_by", "corrects__drawer")
        .prefetch_related(
            "items__tournament",
            "items__entry__player",
            "items__entry__partner__player",
            "payments__voucher",
            "payments__ticket",
        )
        .filter(pk=receipt_id)
        .first()
    )
    if row is None or not may_see(request, row):
        raise Http404
    rows = _paid_together(row)
    items = [item for one in rows for item in one.items.all()]
    event = event_of_items(items)
    printed = print_of(request, event, "receipt", row.pk, again=receipt_was_printed(row))
    # With several events, each seat is on its own card.
    seat = None if len(rows) > 1 else _seat_sold(items)
    link = link_of(row.player_id, by=actor_of(request), request=request)
    payout = (
        PrizePayment.objects.filter(item__receipt=row)
        .select_related("entry__player", "entry__partner__player", "item__tournament")
        .first()
    )
    context = {
        "receipt": row,
        "corrected_by": Receipt.objects.filter(corrects__in=rows).select_related("drawer").order_by("pk"),
        "name": names_on(row.player, items),
        "payout": payout,
        "team": "" if payout is None else team_paid(payout),
        "items": items,
        "numbers": ", ".join(str(one) for one in rows),
        "payments": _as_paid([payment for one in rows for payment in one.payments.all()]),
        "total": sum(item.amount for item in items),
        "seat": seat,
        "link": link,
        "qr": qr_picture(link),
        "code": code_of(row.player_id),
        "currency": row.drawer.currency,
        "print": printed,
        "paper": paper_size(request),
    }
    sheet = "desk/print_receipt.html" if payout is None else "desk/print_payout.html"
    return render(request, sheet, context, status=409 if printed.form.is_wrong else 200)


def _paid_together(row: Receipt) -> list[Receipt]:
    """Return a receipt with those of other events paid together: they are printed together."""
    if row.together is None:
        return [row]
    rows = Receipt.objects.filter(together=row.together).order_by("pk")
    return list(
        rows.select_related("drawer").prefetch_related(
            "items__tournament", "payments__voucher", "payments__ticket"
        )
    )


def _as_paid(payments: Sequence[Payment]) -> list[Payment]:
    """Merge payments as the player made them: cash and cards of several receipts are added up."""
    found: dict[tuple[str, int | None, int | None], Payment] = {}
    for one in payments:
        key = (one.method, one.voucher_id, one.ticket_id)
        if key not in found:
            found[key] = one
            continue
        other = found[key]
        handed = one.tendered is not None or other.tendered is not None
        tendered = (other.tendered or other.amount) + (one.tendered or one.amount) if handed else None
        found[key] = Payment(
            method=one.method,
            amount=other.amount + one.amount,
            tendered=tendered,
            voucher=one.voucher,
            ticket=one.ticket,
        )
    return list(found.values())


def _seat_sold(items: Sequence[Item]) -> Seat | None:
    entries = [item.entry_id for item in items if item.entry_id and item.amount >= 0]
    return Seat.objects.select_related("tournament_table__table").filter(entry__in=entries).first()


def event_of_items(items: Sequence[Item]) -> int | None:
    """Return the event of a receipt; None if it names none."""
    return next((item.tournament_id for item in items if item.tournament_id is not None), None)


def may_see(request: HttpRequest, row: Receipt) -> bool:
    """Return whether the viewer may read a receipt."""
    return may_read_receipt(actor_of(request), row)


@never_cache
@require_GET
@staff_page(Permission.REGISTER_PLAYERS)
def vouchers(request: HttpRequest) -> HttpResponse:
    """Print vouchers and tickets of a journal entry, or by their numbers.

    Printing by number discloses nothing new. A journal entry discloses numbers, so it requires the permission
    to issue vouchers.
    """
    if request.GET.get("line") and not actor_of(request).may(Permission.MANAGE_MONEY):
        raise PermissionDenied
    return voucher_sheet(request, _numbers(request), back=reverse("vouchers"))


def voucher_sheet(request: HttpRequest, fine: Sequence[str], *, back: str) -> HttpResponse:
    """Print vouchers and tickets. Raises Http404 if none of them is valid.

    Args:
        fine: their numbers.
        back: address of the back link.
    """
    good: dict[str, Any] = {"number__in": fine, "voided_at__isnull": True, "spent_on__isnull": True}
    vouchers = Voucher.objects.filter(**good).order_by("pk")
    tickets = Ticket.objects.filter(**good).select_related("tournament", "player", "won_in").order_by("pk")
    found: list[dict[str, Any]] = [
        *({"voucher": row} for row in vouchers),
        *({"ticket": row} for row in tickets),
    ]
    if not found:
        raise Http404
    for one in found:
        row: Any = one.get("voucher") or one["ticket"]
        one["qr"] = qr_picture(row.number)
        one["row"] = row
    paper = sheets_of(request)
    return render(request, "desk/print_vouchers.html", {"slips": found, "paper": paper, "back": back})


def _numbers(request: HttpRequest) -> list[str]:
    line, event = request.GET.get("line", ""), request.GET.get("event", "")
    if not line:
        numbers = request.GET.getlist("n")[:_MOST_VOUCHERS]
        return [number for number in numbers if "\x00" not in number and len(number) <= 20]
    seq, tournament = whole_number(line), whole_number(event)
    if seq is None or (event and tournament is None):
        return []
    row = JournalEntry.journal(tournament).filter(seq=seq, kind__in=("voucher.issue", "ticket.issue")).first()
    return [str(number) for number in (row.answer or {}).get("numbers", [])] if row else []
