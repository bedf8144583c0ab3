"""Paying prizes out at the desk: who is owed what, one person's payments, envelopes, slips to sign, papers to print."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards.find import find
from desk.boards.till import own_drawer
from desk.models import Receipt
from prizes.boards import payouts as boards
from prizes.models import Payout
from prizes.money import payout_of
from screens.desk_kinds import METHODS
from screens.money import amount_in, money_text
from screens.views.details import event_of
from screens.views.forms import Form
from screens.views.gate import actor_of, staff_page
from screens.views.hub import staff_config
from screens.views.prints import papers_sheet
from screens.views.till import user_of
from tourney.access.roles import May
from tourney.folding import folded
from tourney.journal.actions import Done
from tourney.models import Line, Player, Tournament
from tourney.moment import one_moment

WAYS = ("cash", "card", "voucher", "transfer")
# Rows on a page; whoever stands further down is found by name.
_MOST = 200
_RESULTS = ("prize.pay", "prize.hand", "prize.take_back", "envelope.draw")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(May.PAY_OUT)
def payouts(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody who has won or was paid, and one of them with a form to pay.

    `?q=` looks for somebody (typed, or a code scanned; with `enter` the one who is meant is opened), `?state=` narrows
    the list, `?entry=` and `?kind=` open somebody, `?done=` shows what a line of the journal came to, `?part=1` answers
    what changes by itself.
    """
    event = event_of(tournament_id)
    forms: dict[str, Form] = {"row": Form()}
    entry, kind = _number(request.GET.get("entry", "")), request.GET.get("kind", "")
    if request.method == "POST":
        form = Form.sent(request)
        forms["pay" if form.text("what") == "pay" else "row"] = form
        done = _carried_out(request, form, event)
        if done is not None:
            shown = f"&entry={form.text('entry')}" if form.text("what") != "draw" else ""
            return redirect(f"{request.path}?done={done.seq}{shown}")
        entry = None if form.text("what") == "draw" else _number(form.text("entry"))
        kind = form.text("kind")
    with one_moment():
        return _page(request, event, forms, entry, kind)


def _page(
    request: HttpRequest, event: Tournament, forms: dict[str, Form], entry: int | None, kind: str
) -> HttpResponse:
    payout = payout_of(event)
    rows = boards.payouts(event)
    sought = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    found, nobody = _found(rows, sought) if sought else (rows, "")
    if sought and "enter" in request.GET and len(found) == 1:
        return redirect(f"{request.path}?entry={found[0]['entry']}")
    state = request.GET.get("state", "")
    if state in boards.STATES:
        found = [one for one in found if one["state"] == state]
    person = boards.payout_person(event, entry) if entry is not None else None
    chosen = _kind_of(person, kind)
    currency = payout.currency if payout is not None else ""
    forms.setdefault("pay", _prefilled(chosen, currency))
    result = _result(event, request.GET.get("done", ""))
    context: dict[str, Any] = {
        "event": event,
        "payout": payout,
        "currency": currency,
        "rows": found[:_MOST],
        "all": len(found),
        "sums": boards.sums(rows),
        "state": state,
        "q": sought,
        "nobody": nobody,
        "first": bool(sought) and "enter" in request.GET and len(found) > 1,
        "envelopes": boards.envelopes(event),
        "person": person,
        "kind": chosen,
        "row": forms["row"],
    }
    if request.method == "GET" and "part" in request.GET:
        return render(request, "screens/part_payouts_live.html", context)
    wrong = any(form.is_wrong for form in forms.values())
    context |= {
        "section": "events",
        "tab": "payouts",
        "form": forms["pay"],
        "methods": [(method, METHODS[method]) for method in WAYS],
        "drawer": own_drawer(user_of(request)),
        "result": result,
        # Where the cursor is: at what was refused, at the amount to pay, or where the next name is typed.
        "at_amount": person is not None and result is None and not wrong,
        "config": staff_config(request, tournament=event.pk),
    }
    return render(request, "screens/payouts.html", context, status=422 if wrong else 200)


def _found(rows: Sequence[dict[str, Any]], sought: str) -> tuple[list[dict[str, Any]], str]:
    """Who is meant by what was typed or scanned; and the name of somebody meant beyond doubt who has nothing here."""
    exact = find(sought, None).exact
    if exact is not None:
        theirs = [one for one in rows if one["player"] == exact]
        return theirs, "" if theirs else Player.objects.get(pk=exact).name
    words = folded(sought).split()
    # As at the desk: where the words begin; failing that, anywhere.
    begun = [one for one in rows if words and all(f" {word}" in one["search"] for word in words)]
    return begun or [one for one in rows if words and all(word in one["search"] for word in words)], ""


def _kind_of(person: dict[str, Any] | None, wanted: str) -> dict[str, Any] | None:
    """What of somebody's winnings is paid: the kind that is wanted, or the first with something open."""
    if person is None:
        return None
    open_ones = [one for one in person["kinds"] if one["open"] > 0]
    return next((one for one in open_ones if one["kind"] == wanted), open_ones[0] if open_ones else None)


def _prefilled(kind: dict[str, Any] | None, currency: str) -> Form:
    if kind is None:
        return Form({"method": "cash"})
    withheld = money_text(kind["withheld"], currency)
    amount = money_text(kind["open"], currency)
    return Form({"method": "cash", "amount": amount, "withheld": withheld, "withheld_was": withheld})


def _carried_out(request: HttpRequest, form: Form, event: Tournament) -> Done | None:
    where = {"tournament_id": event.pk}
    match form.text("what"):
        case "pay":
            return _pay(request, form, event)
        case "hand":
            return form.act(
                request,
                "prize.hand",
                **where,
                entry=form.whole("entry"),
                thing=form.whole("thing"),
                id_seen=form.flag("id_seen"),
                signed=form.flag("signed"),
            )
        case "take_back":
            if not form.text("reason"):
                form.fail("reason", _("Say why it is taken back."))
            return form.act(
                request,
                "prize.take_back",
                **where,
                payment=form.whole("payment"),
                reason=form.text("reason"),
            )
        case "draw":
            return form.act(request, "envelope.draw", **where, entry=form.whole("entry"))
    form.message = _("This form is not complete. Load the page again.")
    return None


def _pay(request: HttpRequest, form: Form, event: Tournament) -> Done | None:
    payout = Payout.objects.filter(tournament=event).first()
    if payout is None:
        form.message = _("Set up this event’s prizes first.")
        return None
    amount = amount_in(form, "amount", payout.currency)
    # Untouched, it is what the event's prizes say of whatever amount is paid now.
    untouched = form.text("withheld") == form.text("withheld_was")
    withheld = None if untouched else amount_in(form, "withheld", payout.currency, empty=0)
    if not amount:
        form.fail("amount", _("There is nothing to pay."))
    return form.act(
        request,
        "prize.pay",
        tournament_id=event.pk,
        entry=form.whole("entry"),
        amount=amount,
        kind=form.text("kind"),
        method=form.text("method") or "cash",
        withheld=withheld,
        id_seen=form.flag("id_seen"),
        signed=form.flag("signed"),
    )


def _result(event: Tournament, seq: str) -> dict[str, Any] | None:
    """What a line of the journal came to: what is handed over, taken in, or was drawn."""
    number = _number(seq)
    if number is None:
        return None
    line = Line.journal(event.pk).filter(seq=number, kind__in=_RESULTS).first()
    if line is None or line.answer is None:
        return None
    receipt = None
    if line.answer.get("receipt"):
        receipt = Receipt.objects.prefetch_related("payments").filter(pk=line.answer["receipt"]).first()
    payment = receipt.payments.first() if receipt is not None else None
    found = {
        "kind": line.kind,
        "seq": line.seq,
        "answer": line.answer,
        "receipt": receipt,
        "method": payment.method if payment is not None else "",
        "moved": abs(payment.amount) if payment is not None else 0,
    }
    if line.kind == "envelope.draw":
        shown = boards.envelopes(event) or {"drawn": []}
        found["drawn"] = next(
            (one for one in shown["drawn"] if one["number"] == line.answer.get("envelope")), None
        )
    return found


@never_cache
@require_GET
@staff_page(May.PAY_OUT)
def slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Slips to be signed: of one entry (`?entry=`), or of everybody who is still owed something.

    `?paper=roll`: one each, on a roll; otherwise all of them on a list of A4, one alone on a sheet.
    """
    event = event_of(tournament_id)
    with one_moment():
        payout = payout_of(event)
        entry = _number(request.GET.get("entry", ""))
        wanted = [
            one["entry"]
            for one in boards.payouts(event)
            if (one["state"] == "owed" if entry is None else one["entry"] == entry)
        ]
        if entry is not None and not wanted:
            raise Http404
        people = [_slip(event, key) for key in wanted]
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
    return render(request, "screens/print_payouts.html", context)


def _slip(event: Tournament, entry: int) -> dict[str, Any] | None:
    """Somebody's slip: what was won, what was paid and withheld of it, what is paid now."""
    person = boards.payout_person(event, entry)
    if person is None:
        return None
    standing = [one for one in person["payments"] if not one["takes_back"] and not one["taken_back"]]
    due = sum(max(0, one["open"]) for one in person["kinds"])
    kept = sum(one["withheld"] for one in person["kinds"])
    return {
        **person,
        "withheld_before": sum(one["withheld"] for one in standing),
        "due": due,
        "withheld": kept,
        "to_pay": due - kept,
        "own_things": [one for one in person["things"] if one["handed_to"] in (None, entry)],
    }


@never_cache
@require_GET
@staff_page(May.PAY_OUT)
def papers(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The ticket or vouchers that were given out with a payment (`?line=` of the journal), to be printed."""
    event = event_of(tournament_id)
    number = _number(request.GET.get("line", "")) or 0
    line = Line.journal(event.pk).filter(seq=number, kind__in=("prize.pay", "prize.hand")).first()
    answer = (line.answer if line is not None else None) or {}
    numbers = [str(one["number"]) for one in answer.get("papers", [])]
    if answer.get("ticket"):
        numbers.append(str(answer["ticket"]))
    return papers_sheet(request, numbers, back=f"/staff/t/{event.pk}/payouts/")
