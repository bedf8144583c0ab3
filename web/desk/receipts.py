"""Receipts: search, details, refunds and export."""

import csv
import io
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards import receipts as boards
from desk.boards.till import open_drawers
from desk.models import Drawer, Payment, Receipt
from desk.rules.amounts import write_amount
from desk.services.prices import decimal_mark
from desk.services.till import ENTRIES
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Tournament, User
from tourney.now import from_ms
from tourney.rules.numbers import whole_number
from tourney.rules.text_files import write_text
from tourney.services.figures import formats
from web.desk.page import who_may
from web.desk.printing import may_see
from web.desk.till import before_of, user_of
from web.office.csv_files import headings
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.labels.sales import METHODS, PARTS
from web.templatetags.sales import item_word

_PAGE = 50
# As printed: drawer number, dash, number within the drawer.
_LONGEST_NUMBER = 30
_MOST_EXPORTED = 100_000
_COLUMNS: dict[str, Promise] = {
    "receipt": lazy("Receipt"),
    "at": lazy("When"),
    "clerk": lazy("Clerk"),
    "event": lazy("Event"),
    "player": lazy("Player"),
    "items": lazy("Items"),
    **{part: PARTS[part] for part in boards.PARTS},
    "total": lazy("Total"),
    **{method: METHODS[method] for method in Payment.METHODS},
    "currency": lazy("Currency"),
    "corrects": lazy("Refund of"),
    "reason": lazy("Reason"),
}
_BACK = ("cash", "card", "voucher")


def _sought(request: HttpRequest) -> dict[str, Any]:
    """Parse the receipt filter; clerks who may not refund see only their own open drawer."""
    sought: dict[str, Any] = {
        name: whole_number(request.GET.get(name, "")) for name in ("event", "drawer", "player", "clerk")
    }
    sought["day"] = _day(request.GET.get("day", ""))
    sought["number"] = request.GET.get("number", "").strip()[:_LONGEST_NUMBER]
    if not actor_of(request).may(Permission.REFUND):
        own = Drawer.objects.filter(clerk=user_of(request), closed_at__isnull=True).first()
        sought["drawer"] = own.pk if own else 0
    return sought


def _day(text: str) -> date | None:
    """Return the day in a date field; None if it is empty or out of range."""
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if 1970 <= day.year <= 2200 else None


@never_cache
@require_GET
@staff_page(reads.RECEIPTS)
def receipts(request: HttpRequest) -> HttpResponse:
    """List receipts, newest first."""
    sought = _sought(request)
    found = boards.receipts(**sought, before=before_of(request), most=_PAGE + 1)
    real = Tournament.objects.filter(demo_speed__isnull=True)
    context = {
        "receipts": found[:_PAGE],
        "more": found[_PAGE - 1]["receipt"] if len(found) > _PAGE else None,
        "sought": sought,
        "clerks": User.objects.filter(pk__in=Drawer.objects.values("clerk")).order_by("username"),
        "events": real.filter(registration__isnull=False).order_by("-pk")[:50],
        "is_narrowed": any(sought[name] for name in sought if name != "drawer"),
        "query": urlencode({name: value for name, value in sought.items() if value}),
    }
    return render(request, "desk/receipts.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.RECEIPTS)
def receipt(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """Show a receipt, with full or partial refund for logins that may refund."""
    row = Receipt.objects.select_related("drawer").filter(pk=receipt_id).first()
    board = boards.receipt(receipt_id)
    if row is None or board is None or not may_see(request, row):
        raise Http404
    # Prizes are withdrawn on the payout page.
    is_payout = any(item["kind"] == "prize" for item in board["items"])
    drawers = _drawers(request, board["currency"], row.drawer_id)
    form = Form({"method": "cash"})
    chosen: list[str] = [str(item["item"]) for item in board["items"] if not item["refunded"]]
    if request.method == "POST":
        form, chosen = Form.sent(request), request.POST.getlist("items")[:100]
        done = _take_back(request, form, board, chosen, drawers)
        if done is not None and done.answer is not None:
            return redirect("till_receipt", done.answer["receipt"])
    context = {
        "receipt": board,
        "corrections": Receipt.objects.filter(corrects=row).select_related("drawer"),
        "original": row.corrects_id,
        "form": form,
        "chosen": chosen,
        "methods": [(method, METHODS[method]) for method in _BACK],
        "drawers": drawers,
        "by_whom": who_may(Permission.REFUND),
        "refundable": not board["corrects"]
        and not is_payout
        and any(not item["refunded"] for item in board["items"]),
        "ends_entry": any(item["kind"] in ENTRIES and not item["refunded"] for item in board["items"]),
        "payout": board["items"][0]["entry"] if is_payout else None,
    }
    return render(request, "desk/receipt.html", context, status=422 if form.is_wrong else 200)


def _drawers(request: HttpRequest, currency: str, sold_from: int) -> list[tuple[int | str, str]]:
    """Return the open drawers through which money in a currency can be refunded.

    The own drawer comes first, then the one it was paid into; if neither is open, one has to be chosen.
    """
    found = [one for one in open_drawers(actor_of(request)) if one["currency"] == currency]
    found.sort(key=lambda one: (not one["own"], one["drawer"] != sold_from))
    named: list[tuple[int | str, str]] = [
        (one["drawer"], _("your own drawer") if one["own"] else _("the drawer of %s") % one["clerk"])
        for one in found
    ]
    if found and not found[0]["own"] and found[0]["drawer"] != sold_from:
        return [("", _("Choose the drawer")), *named]
    return named


def _take_back(
    request: HttpRequest,
    form: Form,
    board: dict[str, Any],
    chosen: list[str],
    drawers: list[tuple[int | str, str]],
) -> CommandResult | None:
    known = {str(item["item"]): item["item"] for item in board["items"]}
    if not chosen:
        form.fail("items", _("Choose the items to refund."))
    if any(one not in known for one in chosen):
        form.fail("items", _("This item is not on the receipt."))
    if not form.text("reason"):
        form.fail("reason", _("This field is required."))
    stack = form.chips("stack") if form.text("stack") else None
    if drawers and drawers[0][0] == "" and not form.text("drawer"):
        form.fail("drawer", _("Choose the drawer"))
    if board["tournament"] is None:
        form.fail("items", _("This receipt belongs to no event."))
    return form.act(
        request,
        "desk.refund",
        tournament_id=board["tournament"],
        receipt=board["receipt"],
        reason=form.text("reason"),
        items=[known[one] for one in chosen if one in known],
        method=form.text("method"),
        stack=stack,
        drawer=form.whole("drawer") if form.text("drawer") else None,
    )


@never_cache
@require_GET
@staff_page(Permission.MANAGE_MONEY)
def export(request: HttpRequest) -> HttpResponse:
    """Export receipts, one per row, in the order they were written."""
    out = io.StringIO()
    # The BOM marks the file as UTF-8.
    out.write("\ufeff")
    writer = csv.writer(out, delimiter=formats().separator, lineterminator="\r\n")
    writer.writerow(headings(_COLUMNS))
    for row in reversed(boards.receipts(**_sought(request), most=_MOST_EXPORTED)):
        writer.writerow(_cells(row))
    headers = {"Content-Disposition": 'attachment; filename="receipts.csv"'}
    return HttpResponse(out.getvalue(), content_type="text/csv; charset=utf-8", headers=headers)


def _cells(row: dict[str, Any]) -> list[str]:
    def amount(minor: int) -> str:
        # Spreadsheets do not read a typographic minus.
        return write_amount(minor, row["places"], decimal=decimal_mark(), group="").replace("−", "-")

    parts = {part: sum(item["parts"][part] for item in row["items"]) for part in boards.PARTS}
    paid = {
        method: sum(one["amount"] for one in row["payments"] if one["method"] == method)
        for method in Payment.METHODS
    }
    at = from_ms(row["at"])
    return [
        row["number"],
        "" if at is None else at.isoformat(timespec="seconds"),
        write_text(row["clerk"]),
        write_text(row["event"]),
        write_text(row["name"]),
        ", ".join(item_word(item["kind"]) for item in row["items"]),
        *(amount(part) for part in parts.values()),
        amount(row["amount"]),
        *(amount(sum_) for sum_ in paid.values()),
        row["currency"],
        row["corrects"] or "",
        write_text(row["reason"]),
    ]
