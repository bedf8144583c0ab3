"""Vouchers of the room and tickets of an event: issue, list, void, print."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from desk.boards import vouchers as boards
from desk.models import Registration
from tourney.access import reads
from tourney.models import Room, Tournament
from tourney.rules.numbers import whole_number
from web.desk.till import before_of
from web.office.details import event_of
from web.shared.access import staff_page
from web.shared.forms import Form
from web.shared.money import amount_in
from web.shared.player_names import players_named

_PAGE = 50


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.VOUCHERS)
def vouchers(request: HttpRequest) -> HttpResponse:
    """List the room's vouchers and issue new ones."""
    currency = Room.objects.get_or_create(id=1)[0].currency
    forms = {"issue": Form({"count": 1}), "void": Form()}
    issued = None
    if request.method == "POST":
        form = Form.sent(request)
        if form.text("what") == "void":
            forms["void"] = form
            done = form.act(request, "voucher.void", number=form.text("number"))
        elif form.text("what") == "extend":
            forms["void"] = form
            until = form.text("valid_until") or None
            done = form.act(request, "voucher.extend", number=form.text("number"), valid_until=until)
        else:
            forms["issue"] = form
            value, count = amount_in(form, "value", currency), form.whole("count")
            given: dict[str, Any] = {
                "note": form.text("note"),
                "valid_until": form.text("valid_until") or None,
            }
            done = form.act(request, "voucher.issue", value=value, count=count, **given)
            issued = done.seq if done else None
        if done is not None:
            return redirect(f"{request.path}?line={issued}" if issued else request.path)
    found = boards.vouchers(before=before_of(request), most=_PAGE + 1)
    context = {
        "currency": currency,
        "forms": forms,
        "vouchers": found[:_PAGE],
        "line": _line(request),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "desk/vouchers.html", context, status=422 if wrong else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.VOUCHERS)
def tickets(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """List the tickets that admit to an event and issue new ones."""
    event = event_of(tournament_id)
    forms = {"issue": Form({"unnamed": 0}), "void": Form()}
    issued = None
    if request.method == "POST":
        form = Form.sent(request)
        if form.text("what") == "void":
            forms["void"] = form
            done = form.act(request, "ticket.void", tournament_id=event.pk, number=form.text("number"))
        else:
            forms["issue"] = form
            players, won_in = players_named(form, "players"), form.chosen("won_in")
            unnamed = form.whole("unnamed") if form.text("unnamed") else 0
            if not players and not unnamed:
                form.fail("players", _("Enter names or a number."))
            done = form.act(
                request,
                "ticket.issue",
                tournament_id=event.pk,
                players=players,
                won_in=won_in,
                unnamed=unnamed,
            )
            issued = done.seq if done else None
        if done is not None:
            return redirect(f"{request.path}?line={issued}" if issued else request.path)
    others = (
        Tournament.objects.filter(demo_speed__isnull=True)
        .exclude(pk=event.pk)
        .order_by("-pk")
        .values_list("pk", "name")[:50]
    )
    context = {
        "event": event,
        "registration": Registration.objects.filter(tournament=event).first(),
        "forms": forms,
        "satellites": [("", _("None")), *others],
        "vouchers": boards.tickets(event.pk, before=before_of(request), most=200),
        "line": _line(request),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "desk/tickets.html", context, status=422 if wrong else 200)


def _line(request: HttpRequest) -> int | None:
    """Return the journal entry whose vouchers were just issued, for printing."""
    text = request.GET.get("line", "")
    return whole_number(text)
