"""Drawers of the till: opening, cash movements, counting; for managers all drawers and takings."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.boards import till as boards
from desk.models import Drawer
from desk.rules.denominations import denominations_of, total_of
from desk.services.prices import price_text
from desk.services.unnamed_players import home_game_drawers
from prizes.services.bounties import bounty_money_kept
from prizes.services.money import stages_of_pool
from stages.services.rules import flights_and_days
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Room
from tourney.rules.numbers import whole_number
from web.office.details import event_of
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.money import amount_in

_PAGE = 50
# Key in the session of a count that was refused or has to be confirmed.
_COUNT = "drawer_count"
# Limit for a number of notes or coins.
_MOST_DIGITS = 6


def user_of(request: HttpRequest) -> int:
    """Return the login of a staff request."""
    return int(actor_of(request).key.removeprefix("user:"))


def before_of(request: HttpRequest) -> int | None:
    """Return the row before which an older page begins; None for the newest page."""
    text = request.GET.get("before", "")
    return whole_number(text)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS)
def till(request: HttpRequest) -> HttpResponse:
    """Show the clerk's own drawer."""
    own = boards.own_drawer(user_of(request))
    currency = own["currency"] if own else Room.objects.get_or_create(id=1)[0].currency
    forms = {"open": Form({"currency": currency}), "move": Form({"way": "in"}), "close": Form()}
    if request.method == "POST":
        form = Form.sent(request)
        what = form.text("what")
        forms[what if what in forms else "open"] = form
        done = _carried_out(request, form, currency)
        if done is not None:
            if what == "close" and done.answer is not None:
                return redirect("till_drawer", done.answer["drawer"])
            return redirect("till")
        if what == "close":
            # The browser's Back button then leads to a page that can be reloaded.
            form.save_in_session(request, _COUNT)
            return redirect("till")
    else:
        forms["close"] = Form.from_session(request, _COUNT)
    past = Drawer.objects.filter(clerk=user_of(request), closed_at__isnull=False).order_by("-pk")[:10]
    context = {
        "own": own,
        "of_home_game": own is not None and home_game_drawers().filter(pk=own["drawer"]).exists(),
        "report": boards.drawer_report(own["drawer"], blind=True) if own else None,
        "currency": currency,
        "forms": forms,
        "ways": [("in", _("paid in")), ("out", _("paid out"))],
        "past": past,
        "pieces": _pieces(forms["close"], currency),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(
        request, "desk/till.html", context, status=422 if wrong and request.method == "POST" else 200
    )


def _carried_out(request: HttpRequest, form: Form, currency: str) -> CommandResult | None:
    match form.text("what"):
        case "open":
            wanted = form.text("currency").upper()
            amount = amount_in(form, "opening_float", wanted, empty=0)
            return form.act(request, "drawer.open", opening_float=amount, currency=wanted)
        case "move":
            amount = amount_in(form, "amount", currency)
            if form.text("way") not in {"in", "out"}:
                form.fail("way", _("Choose paid in or paid out."))
            if not form.text("reason"):
                form.fail("reason", _("This field is required."))
            signed = -amount if form.text("way") == "out" else amount
            return form.act(request, "drawer.move", amount=signed, reason=form.text("reason"))
        case "close":
            return _closed(request, form, currency)
    form.message = _("This form is incomplete. Reload the page.")
    return None


def _closed(request: HttpRequest, form: Form, currency: str) -> CommandResult | None:
    """Close the drawer after confirming its sum.

    Every sum is confirmed, so that the question does not reveal the expected one.
    """
    counts = _counts(form, currency)
    summed = total_of(counts.items())
    # Zeros are a valid count: an empty drawer.
    is_by_piece = any(form.text(f"count_{value}") for value in denominations_of(currency))
    counted = amount_in(form, "counted", currency, empty=summed if is_by_piece else None)
    if counts and not form.errors and counted != summed:
        text = _("The notes and coins add up to %(sum)s.")
        form.fail("counted", text % {"sum": price_text(summed, currency)})
    if not form.errors and form.text("sure") != str(counted):
        form.values |= {"sure": str(counted), "asked": price_text(counted, currency)}
        return None
    pieces = [{"value": value, "quantity": quantity} for value, quantity in counts.items()]
    done = form.act(request, "drawer.close", counted=counted, counts=pieces or None)
    if done is not None and done.answer is not None:
        difference = done.answer["difference"]
        if difference:
            text = _("The count differs from the expected amount by %(amount)s.")
            messages.warning(request, text % {"amount": price_text(difference, currency)})
        else:
            messages.info(request, _("The count matches the expected amount."))
    return done


def _counts(form: Form, currency: str) -> dict[int, int]:
    """Parse the numbers of notes and coins; an invalid number is an error of its field."""
    found: dict[int, int] = {}
    for value in denominations_of(currency):
        typed = form.text(f"count_{value}")
        quantity = whole_number(typed, _MOST_DIGITS) if typed else 0
        if quantity is None:
            form.fail(f"count_{value}", _("This must be a whole number."))
        elif quantity:
            found[value] = quantity
    return found


def _pieces(form: Form, currency: str) -> list[dict[str, Any]]:
    """Return the fields for notes and coins with the submitted values."""
    return [
        {
            "value": value,
            "name": f"count_{value}",
            "typed": form.values.get(f"count_{value}", ""),
            "error": form.errors.get(f"count_{value}", ""),
        }
        for value in denominations_of(currency)
    ]


@never_cache
@require_GET
@staff_page(Permission.REGISTER_PLAYERS)
def drawer(request: HttpRequest, drawer_id: int) -> HttpResponse:
    """Show one shift of a clerk; others' shifts only to managers.

    The expected sum of an open drawer is hidden from its clerk.
    """
    row = Drawer.objects.filter(pk=drawer_id).first()
    own = row is not None and row.clerk_id == user_of(request)
    if row is None or not (own or actor_of(request).may(Permission.MANAGE_MONEY)):
        raise Http404
    context = {"report": boards.drawer_report(drawer_id, blind=own)}
    return render(request, "desk/till_drawer.html", context)


@never_cache
@require_GET
@staff_page(Permission.MANAGE_MONEY)
def drawers(request: HttpRequest) -> HttpResponse:
    """List all drawers, newest first. One's own open drawer is counted blind here as well."""
    found = boards.drawers(before=before_of(request), most=_PAGE + 1, reader=request.user.pk)
    context = {"drawers": found[:_PAGE], "more": _more(found, "drawer")}
    return render(request, "desk/till_drawers.html", context)


def _more(found: list[dict[str, Any]], key: str) -> int | None:
    """Return where the next page of a list begins; None at the end."""
    return found[_PAGE - 1][key] if len(found) > _PAGE else None


@never_cache
@require_GET
@staff_page(Permission.MANAGE_MONEY)
def event_money(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the takings of an event by item, method and clerk."""
    event = event_of(tournament_id)
    parts = flights_and_days(event)
    own = next((one.stage for one in parts if one.event == event.pk), 1)
    context = {
        "event": event,
        "report": boards.event_report(event),
        "parts": parts,
        # Entries are sold for the first stage; later stages have no sales.
        "sold_for": ", ".join(one.name for one in parts if one.stage == 1) if own > 1 else "",
        # What the whole tournament takes for bounties that its prizes do not pay.
        "bounties_kept": bounty_money_kept(stages_of_pool(event).paid_by or event),
        "whole": boards.events_report([one.event for one in parts]) if len(parts) > 1 else None,
    }
    return render(request, "office/event_money.html", context)
