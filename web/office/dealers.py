"""Dealer assignments: dealers on shift, the push, and the history."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from dealers.boards.dealers import DealerHistory, rotation
from dealers.boards.dealers import history as stints_of
from dealers.models import Dealer
from seating.boards.dealer_logins import dealer_logins
from seating.rules.ranges import RangeFault, read_numbers
from tourney.access import reads
from tourney.journal.commands import CommandResult
from tourney.models import Tournament
from tourney.rulebooks.boards import rules_marked
from tourney.rules.numbers import whole_number
from web.shared.access import staff_page
from web.shared.forms import Form

# The command of each button of the page.
_VERBS = {"begin": "dealer.begin", "end": "dealer.end"}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.DEALERS)
def dealers(request: HttpRequest) -> HttpResponse:
    """List dealers on shift with the next pushes; each form names its command in `what`."""
    form = Form({"minutes": rotation().minutes})
    if request.method == "POST":
        form = Form.sent(request)
        if _carried_out(request, form) is not None:
            return redirect("dealers")
    found = rotation()
    form.values.setdefault("minutes", str(found.minutes))
    events = Tournament.objects.filter(pk__in=found.events).order_by("name")
    context = {
        "form": form,
        "now": found,
        "logins": dealer_logins(),
        "listed": Dealer.objects.order_by("-active", "name"),
        "without_dealers": [(event, rule) for event in events for rule in _by_themselves(event)],
    }
    return render(request, "office/dealers.html", context, status=422 if form.is_wrong else 200)


def _carried_out(request: HttpRequest, form: Form) -> CommandResult | None:
    what = form.text("what")
    match what:
        case "push":
            seen = form.whole("seen") if form.text("seen") else None
            return form.act(request, "dealers.push", seen=seen)
        case "every":
            return form.act(request, "dealers.every", minutes=form.whole("minutes"))
        case "add":
            return form.act(request, "dealer.add", name=form.text("name"))
        case "list" | "unlist":
            dealer = Dealer.objects.filter(pk=form.whole("dealer") or 0).first()
            name = "" if dealer is None else dealer.name
            return form.act(
                request, "dealer.change", dealer=form.whole("dealer"), name=name, active=what == "list"
            )
        case "send":
            table = form.whole("table") if form.text("table") else None
            return form.act(request, "dealer.send", dealer=form.whole("dealer"), table=table)
        case "assign":
            return _assigned(request, form)
        case "begin" | "end":
            return form.act(request, _VERBS[what], dealer=form.whole("dealer"))
    form.message = _("This form is incomplete. Reload the page.")
    return None


def _assigned(request: HttpRequest, form: Form) -> CommandResult | None:
    try:
        tables = read_numbers(form.text("tables")) if form.text("tables") else []
    except RangeFault:
        form.message = _("Enter table numbers such as “7” or “1-8, 12”.")
        return None
    kind, _colon, number = form.text("login").partition(":")
    if kind not in {"user", "token"} or whole_number(number) is None:
        form.message = _("This form is incomplete. Reload the page.")
        return None
    return form.act(request, "dealer.assign_tables", tables=tables, **{kind: whole_number(number)})


def _by_themselves(event: Tournament) -> list[dict[str, Any]]:
    """Explain how the event's book treats play without dealers (Five Spades 3.11, Other Poker 16)."""
    return rules_marked("self-dealt", book=event.book, lang=get_language() or "en")


@never_cache
@require_GET
@staff_page(reads.DEALERS)
def history(request: HttpRequest) -> HttpResponse:
    """Show the dealing history of a dealer, of a table, or of all."""
    form = Form({name: request.GET.get(name, "").strip()[:20] for name in ("dealer", "table", "before")})
    asked = {name: _number(form, name) for name in ("dealer", "table", "before")}
    found = DealerHistory([], None)
    if not form.errors:
        found = stints_of(**asked)
    context = {
        "form": form,
        "found": found,
        "dealers": [(one.pk, one.name) for one in Dealer.objects.all()],
        "asked": asked,
    }
    return render(request, "office/dealers_history.html", context, status=422 if form.errors else 200)


def _number(form: Form, name: str) -> int | None:
    text = form.text(name)
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        form.fail(name, _("Enter a number."))
    return number
