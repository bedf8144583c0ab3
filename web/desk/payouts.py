"""Payouts at the desk: payables, payments of a player, envelopes, slips to sign, documents to print."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards.find import find
from desk.boards.till import own_drawer
from desk.models import Receipt
from desk.services.prices import money_text
from players.models import Player
from prizes.boards import payouts as boards
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.results import without_player
from seating.services.same_hand import hands_of
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.models import JournalEntry, Tournament
from tourney.rules.numbers import whole_number
from tourney.rules.search_text import folded
from tourney.snapshot import consistent_read
from web.desk.page import who_may
from web.desk.payout_forms import carried_out
from web.desk.printing import voucher_sheet
from web.desk.till import user_of
from web.office.details import event_of
from web.office.hub import staff_config
from web.office.prizes_form import hundredths_text
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.labels.sales import METHODS

WAYS = ("cash", "card", "voucher", "transfer")
# Rows per page; players further down are found by name.
_MOST = 200
# At most this many overpaid players are named above the list.
_MOST_NAMED = 20
_RESULTS = ("prize.pay", "prize.hand", "prize.withdraw", "envelope.draw")


def _number(text: str) -> int | None:
    return whole_number(text)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PAYOUTS)
def payouts(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """List winners and payments, with a form to pay one of them.

    `?q=` searches (typed, or a scanned code; with `enter` an exact match is opened), `?state=` filters the
    list, `?entry=` and `?kind=` open a player, `?done=` shows the result of journal entries (12, or 12,13),
    `?part=1` returns the parts that reload.
    """
    event = event_of(tournament_id)
    sent, lines = None, request.GET.get("done", "")
    entry, kind = _number(request.GET.get("entry", "")), request.GET.get("kind", "")
    if request.method == "POST":
        sent = Form.sent(request)
        done = carried_out(request, sent, event)
        lines = ",".join(str(one.seq) for one in done)
        if not sent.is_wrong:
            shown = (
                f"&{_query(sent.text('entry'), sent.text('player'))}" if sent.text("what") != "draw" else ""
            )
            return redirect(f"{request.path}?done={lines}{shown}")
        entry = None if sent.text("what") == "draw" else _number(sent.text("entry"))
        kind = sent.text("kind")
    player = _number(request.GET.get("player", "") if sent is None else sent.text("player"))
    with consistent_read():
        return _page(request, event, sent, (entry, player), kind, lines)


def _query(entry: str, player: str) -> str:
    return f"entry={entry}&player={player}" if player else f"entry={entry}"


def _page(
    request: HttpRequest,
    event: Tournament,
    sent: Form | None,
    opened: tuple[int | None, int | None],
    kind: str,
    lines: str,
) -> HttpResponse:
    """Render the page, or the part that reloads.

    Args:
        sent: the refused form; None if there is none.
        opened: the entry and, of a team, the player that is open. `kind`: the part of the winnings.
        lines: journal entries whose result is shown.
    """
    payout = payout_of(event)
    rows = boards.payouts(event)
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    found, without_winnings = _found(rows, sought) if sought else (rows, "")
    if sought and "enter" in request.GET and len(found) == 1:
        return redirect(f"{request.path}?{found[0]['query']}")
    state = request.GET.get("state", "")
    if state in boards.STATES:
        found = [one for one in found if one["state"] == state]
    entry, player = opened
    person = boards.payout_person(event, entry, player) if entry is not None else None
    if person is not None and person["share"] is not None:
        person["share_text"] = hundredths_text(person["share"])
    locked = payout is not None and payout.locked_at is not None
    chosen = _kind_of(person if locked else _early(person), kind)
    currency = payout.currency if payout is not None else ""
    result = _result(event, lines, actor_of(request))
    context: dict[str, Any] = {
        "event": event,
        "payout": payout,
        # Of several stages: the event that pays the bounties, and the prizes.
        "payer": stages_of_pool(event).paid_by,
        "early": not locked and payout is not None and payout.early_bounties != "none",
        "currency": currency,
        "rows": found[:_MOST],
        "all": len(found),
        "sums": boards.sums(rows),
        "without_player": without_player(event) if locked else 0,
        "ties": len(hands_of(event, unconfirmed=True)),
        "too_much": [one for one in rows if one["state"] == "overpaid"][:_MOST_NAMED],
        "state": state,
        "q": sought,
        "without_winnings": without_winnings,
        "first": bool(sought) and "enter" in request.GET and len(found) > 1,
        "envelopes": boards.envelopes(event),
        "person": person,
        "kind": chosen,
        "drawer": own_drawer(user_of(request)),
        "by_whom": who_may(Permission.REFUND),
        # A refused reversal keeps what was typed.
        "reversing": None if sent is None else _number(sent.text("payment")),
        "reason": "" if sent is None else sent.text("reason"),
    }
    if request.method == "GET" and "part" in request.GET:
        return render(request, "desk/part_payouts_live.html", context)
    context |= {
        "refused": sent,
        "form": _fields(sent, chosen, currency),
        "methods": [(method, METHODS[method]) for method in WAYS],
        "result": result,
        # Initial focus: the refused field, the amount to pay, or the search field.
        "at_amount": person is not None and result is None and sent is None,
        "config": staff_config(request, tournament=event.pk),
    }
    return render(request, "desk/payouts.html", context, status=422 if sent is not None else 200)


def _found(rows: Sequence[dict[str, Any]], sought: str) -> tuple[list[dict[str, Any]], str]:
    """Find players by what was typed or scanned, and the name of an exact match without winnings."""
    exact = find(sought, None).exact
    if exact is not None:
        theirs = [one for one in rows if one["player"] == exact]
        return theirs, "" if theirs else Player.objects.get(pk=exact).name
    words = folded(sought).split()
    # As at the desk: match the start of words first, then any part.
    begun = [one for one in rows if words and all(f" {word}" in one["search"] for word in words)]
    return begun or [one for one in rows if words and all(word in one["search"] for word in words)], ""


def _kind_of(person: dict[str, Any] | None, wanted: str) -> dict[str, Any] | None:
    """Choose the part of the winnings to pay: the requested one, or all that is open.

    With several parts each has its own amount (`parts`, largest first), and the total is of the kind "all".
    """
    if person is None:
        return None
    parts = sorted((one for one in person["kinds"] if one["open"] > 0), key=lambda one: -one["open"])
    whole = {
        "kind": "all",
        "open": sum(one["open"] for one in parts),
        "withheld": sum(one["withheld"] for one in parts),
    }
    chosen = next((one for one in parts if one["kind"] == wanted), None)
    if chosen is None and parts:
        chosen = whole if len(parts) > 1 else parts[0]
    if chosen is None:
        return None
    # Amounts withheld are not paid out.
    return {**chosen, "parts": parts, "whole": whole, "to_hand": chosen["open"] - chosen["withheld"]}


def _early(person: dict[str, Any] | None) -> dict[str, Any] | None:
    """Leave of a player's winnings the bounties that are paid before the prizes are locked, if there are any."""
    if person is None or not person["early"]:
        return person
    kinds = [{**one, "open": person["early"]} for one in person["kinds"] if one["kind"] == "bounty"]
    return {**person, "kinds": kinds}


def _fields(sent: Form | None, kind: dict[str, Any] | None, currency: str) -> Form:
    """Return the payment form: the submitted values, or the payable amounts."""
    paying = sent is not None and sent.text("what") == "pay"
    if sent is not None and paying and kind is not None and kind["kind"] == sent.text("kind") != "all":
        return sent
    values: dict[str, object] = {"method": "cash"}
    if sent is not None and paying:
        kept = ("method", "id_seen", "signed", "although_unsettled")
        values |= {name: sent.text(name) for name in kept if sent.text(name)}
    if kind is not None:
        withheld = money_text(kind["withheld"], currency)
        values |= {
            "amount": money_text(kind["open"], currency),
            "withheld": withheld,
            "withheld_was": withheld,
        }
    return Form(values)


def _may_read_numbers(journal_entry: JournalEntry, reader: Actor) -> bool:
    """Return whether voucher and ticket numbers are shown: a number is enough to spend one."""
    return journal_entry.actor == reader.key or reader.may(Permission.MANAGE_MONEY)


def _result(event: Tournament, lines: str, reader: Actor) -> dict[str, Any] | None:
    """Describe the result of journal entries: amounts paid, received or drawn.

    Several entries are parts of one payment.
    """
    numbers = [number for one in lines.split(",")[:9] if (number := _number(one)) is not None]
    rows = [
        journal_entry
        for journal_entry in JournalEntry.journal(event.pk)
        .filter(seq__in=numbers, kind__in=_RESULTS)
        .order_by("seq")
        if journal_entry.answer is not None
    ]
    if len(rows) > 1:
        rows = [journal_entry for journal_entry in rows if journal_entry.kind == "prize.pay"]
    if not rows:
        return None
    first, answers = rows[0], [_answer(journal_entry, reader) for journal_entry in rows]
    keys = [one["receipt"] for one in answers if one.get("receipt")]
    receipts = list(Receipt.objects.filter(pk__in=keys).select_related("drawer").prefetch_related("payments"))
    payments = [payment for receipt in receipts for payment in receipt.payments.all()]
    found: dict[str, Any] = {
        "kind": first.kind,
        "seq": first.seq,
        "answer": dict(answers[0]),
        "receipts": receipts,
        "method": payments[0].method if payments else "",
        "moved": sum(abs(payment.amount) for payment in payments),
        # Vouchers and tickets of each journal entry are printed separately.
        "printable": [
            journal_entry.seq
            for journal_entry, answer in zip(rows, answers, strict=True)
            if answer.get("issued") or answer.get("ticket")
        ],
    }
    if first.kind == "prize.pay":
        for name in ("amount", "withheld", "paid"):
            found["answer"][name] = sum(one[name] for one in answers)
        found["answer"]["issued"] = [voucher for one in answers for voucher in one.get("issued", ())]
    if first.kind == "envelope.draw":
        shown = boards.envelopes(event) or {"drawn": []}
        number = found["answer"].get("envelope")
        found["drawn"] = next((one for one in shown["drawn"] if one["number"] == number), None)
    return found


def _answer(journal_entry: JournalEntry, reader: Actor) -> dict[str, Any]:
    """Return the response of a payment, without voucher numbers for readers without permission."""
    answer = journal_entry.answer or {}
    if _may_read_numbers(journal_entry, reader):
        return answer
    return {name: part for name, part in answer.items() if name not in ("issued", "ticket")}


@never_cache
@require_GET
@staff_page(reads.PAYOUTS)
def slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print slips to be signed: for one entry (`?entry=`, `?player=` of a team), or for all open payables.

    `?paper=roll` prints one slip per player on a roll. Otherwise all are on an A4 list, a single one on a
    sheet.
    """
    event = event_of(tournament_id)
    with consistent_read():
        payout = payout_of(event)
        entry = _number(request.GET.get("entry", ""))
        player = _number(request.GET.get("player", ""))
        wanted = [
            (one["entry"], one["of_team"])
            for one in boards.payouts(event)
            if (one["state"] == "outstanding" if entry is None else one["entry"] == entry)
            and player in (None, one["of_team"])
        ]
        if entry is not None and not wanted:
            raise Http404
        people = [_slip(event, key, of_team) for key, of_team in wanted]
    context = {
        "event": event,
        "payout": payout,
        "currency": "" if payout is None else payout.currency,
        "entry": entry,
        "people": [one for one in people if one is not None],
        "paper": "a4"
        if request.GET.get("paper") == "a4" or (entry is None and "paper" not in request.GET)
        else "roll",
        "clerk": actor_of(request).name,
    }
    return render(request, "desk/print_payouts.html", context)


def _slip(event: Tournament, entry: int, player: int | None) -> dict[str, Any] | None:
    """Return a slip: winnings, payments, amounts withheld, and the amount paid now."""
    person = boards.payout_person(event, entry, player)
    if person is None:
        return None
    valid = [one for one in person["payments"] if not one["withdraws"] and not one["withdrawn"]]
    due = sum(max(0, one["open"]) for one in person["kinds"])
    kept = sum(one["withheld"] for one in person["kinds"])
    withheld_before = sum(one["withheld"] for one in valid)
    return {
        **person,
        "withheld_before": withheld_before,
        "due": due,
        "withheld": kept,
        "to_pay": due - kept,
        # For an entry already paid: a reprinted slip repeats that payment.
        "handed": person["paid"] - withheld_before,
        "own_things": [one for one in person["things"] if one["handed_to"] in (None, entry)],
    }


@never_cache
@require_GET
@staff_page(reads.PAYOUTS)
def vouchers(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the ticket or vouchers issued with a payment (`?line=` of the journal).

    For the login that paid, and for logins with the permission for money.
    """
    event = event_of(tournament_id)
    number = _number(request.GET.get("line", "")) or 0
    journal_entry = (
        JournalEntry.journal(event.pk).filter(seq=number, kind__in=("prize.pay", "prize.hand")).first()
    )
    answer = {} if journal_entry is None else _answer(journal_entry, actor_of(request))
    numbers = [str(one["number"]) for one in answer.get("issued", [])]
    if answer.get("ticket"):
        numbers.append(str(answer["ticket"]))
    return voucher_sheet(request, numbers, back=f"/staff/t/{event.pk}/payouts/")
