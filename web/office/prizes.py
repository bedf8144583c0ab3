"""The prizes of an event: funding, places, the lock, envelopes and bounties."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from prizes.models import Envelope, NameList, Payout
from prizes.rules.bounties import values_left
from prizes.rules.refusals import CannotPay
from prizes.rules.tables import SHIPPED, shipped_table
from prizes.services.bounties import bounties_of, bounty_amounts
from prizes.services.envelopes import lacking
from prizes.services.money import pool_under, refused
from prizes.services.results import deal_of
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from tourney.services.field_counts import field_of
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.office.hub import staff_config
from web.office.prizes_form import (
    MOST_PLACES,
    amounts_in,
    as_row,
    currencies,
    currency_of,
    initial_values,
    line_of_thing,
    read,
    thing_lines,
)
from web.office.prizes_preview import (
    MORE,
    PrizePreview,
    envelopes_missing,
    fill_up,
    preview_of,
    supposed_field,
)
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.money import amount_in, money_text, price_text
from web.shared.policies import policies_of

# Envelope rows shown at first, and at most.
_LINES = 5
_MOST_LINES = 200
# A field size for the preview, never stored.
_MOST_ENTRIES = 20_000


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.PAY_OUT)
def prizes(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the payout settings of an event.

    Each form of the page names its command in `what`. Read-only without the permission.
    """
    event = event_of(tournament_id)
    payout = Payout.objects.filter(tournament=event).first()
    forms = {"set": Form(initial_values(event, payout)), **{name: Form() for name in _VERBS}}
    if request.method == "POST":
        form = Form.sent(request)
        what = form.text("what")
        if what in _VERBS:
            forms[what] = form
            done = _VERBS[what](request, form, event, currency_of(event, payout))
        else:
            forms["set"] = form
            done = _set(request, form, event, payout)
        if done is not None:
            return redirect("prizes", tournament_id)
    wrong = any(form.is_wrong for form in forms.values())
    context = _page(request, event, payout, forms)
    return render(request, "office/prizes.html", context, status=422 if wrong else 200)


def _page(
    request: HttpRequest, event: Tournament, payout: Payout | None, forms: dict[str, Form]
) -> dict[str, Any]:
    actor, form = actor_of(request), forms["set"]
    locked = payout is not None and payout.locked_at is not None
    may_set = actor.may(Permission.SET_PRIZES) and event.closed_at is None
    preview, _faults = _previewed(form, event, payout)
    row = payout or Payout(tournament=event, currency=currency_of(event, payout))
    german = (get_language() or "en").startswith("de")
    tables = [shipped_table(key) for key in SHIPPED]
    others = (
        Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True)
        .exclude(pk=event.pk)
        .order_by("name", "pk")
    )
    return {
        "section": "events",
        "tab": "prizes",
        "event": event,
        "row": payout,
        "currency": row.currency,
        "form": form,
        "forms": forms,
        "locked": locked,
        "may_set": may_set,
        "settable": may_set and not locked,
        "preview": preview,
        "more": MORE,
        "supposed": preview.entries if preview else supposed_field(event),
        "currencies": currencies(event, payout),
        "methods": _methods(),
        "tables": [
            (key, table.title_de if german else table.title, table.note_de if german else table.note)
            for key, table in zip(SHIPPED, tables, strict=True)
        ],
        "rounded": [("up", _("up")), ("down", _("down"))],
        "counting": [
            ("best", _("only with the best entry")),
            ("each", _("with every entry, each in its own place")),
        ],
        "kinds": _kinds(),
        "events": [("", _("none")), *((one.pk, one.name) for one in others)],
        "things": thing_lines(form),
        "places_paid": policies_of(event, "places").get("places_paid"),
        "prize_claim": policies_of(event, "places").get("prize_claim"),
        "deal": deal_of(event),
        "bubble": locked
        and actor.may(Permission.MAKE_DEALS)
        and event.closed_at is None
        and deal_of(event) is None,
        **_heads(event, payout, forms["add" if payout is not None and payout.filled_at else "fill"]),
        **_hat(event),
        "config": staff_config(request, tournament=event.pk),
    }


def _methods() -> list[tuple[str, str]]:
    return [
        ("table", _("from a table, by the size of the field")),
        ("formula", _("from a formula")),
        ("hand", _("by hand, place by place")),
        ("satellite", _("tickets for another event")),
    ]


def _kinds() -> list[tuple[str, str]]:
    return [
        ("none", _("none")),
        ("fixed", _("fixed: a bounty is worth the bounty part of the entry")),
        ("progressive", _("progressive: part is paid at once, the rest is added to the winner’s own bounty")),
        ("mystery", _("mystery: an envelope is drawn for each bounty")),
    ]


def _heads(event: Tournament, payout: Payout | None, form: Form) -> dict[str, Any]:
    """Return envelopes and bounties."""
    rows = list(Envelope.objects.filter(payout=payout)) if payout is not None else []
    left = {row.number: row.value for row in rows if row.entry_id is None}
    names = NameList.objects.filter(tournament=event).select_related("owner", "name")
    lists: dict[str, list[str]] = {}
    for one in names.order_by("owner__name", "owner", "position"):
        lists.setdefault(one.owner.name, []).append(one.name.name)
    typed = _envelopes(Form(form.values), "") if form.values else []
    found = bounties_of(event)
    filled = payout is not None and payout.filled_at is not None
    return {
        "bounty_money": sum(bounty_amounts(event).values()),
        "bounties_left": field_of(event).left,
        "envelopes": len(rows),
        "drawn_money": sum(row.value for row in rows if row.entry_id is not None),
        "left_money": sum(left.values()),
        "unfilled": found.unfilled if filled else 0,
        "too_much": -found.unfilled if filled else 0,
        "bare": found.bare,
        "drawn": len(rows) - len(left),
        "values": values_left(left),
        "envelope_lines": range(max(_LINES, len(typed) + 1)),
        "lists": lists.items(),
        "names_digest": names.values_list("digest", flat=True).first(),
    }


def _hat(event: Tournament) -> dict[str, Any]:
    """Return the draw pool of bounties: members draw among themselves if the book has a championship.

    Five Spades 6.3.
    """
    if book_of(event.book).season.championship is None:
        return {}
    return {
        "championship": policies_of(event, "season")["championship"],
        "hats": [
            ("members", _("members only")),
            ("field", _("all players")),
        ],
    }


# --- commands -----------------------------------------------------------------------------------------------
def _set(request: HttpRequest, form: Form, event: Tournament, payout: Payout | None) -> CommandResult | None:
    given = read(form, event, payout)
    done = form.act(request, "payout.set", tournament_id=event.pk, **given)
    if done is None:
        _place_errors(form)
    return done


def _place_errors(form: Form) -> None:
    """Map the command's argument errors to form fields."""
    for name, sentence in list(form.errors.items()):
        head, _dot, rest = name.partition(".")
        number, _dot, column = rest.partition(".")
        index = whole_number(number)
        if head == "things" and index is not None:
            line = line_of_thing(form, index)
            column = {"from_pool": "on_top", "ticket_for": "ticket", "place": "from"}.get(column, column)
            form.fail(f"thing_{line}_{column or 'name'}", sentence)
        elif head == "amounts" and index is not None:
            form.fail("amounts", _("Place %(place)s: %(why)s") % {"place": index + 1, "why": sentence})


def _lock(request: HttpRequest, form: Form, event: Tournament, _currency: str) -> CommandResult | None:
    return form.act(request, "payout.lock", tournament_id=event.pk)


def _unlock(request: HttpRequest, form: Form, event: Tournament, _currency: str) -> CommandResult | None:
    if not form.text("reason"):
        form.fail("reason", _("This field is required."))
    return form.act(request, "payout.unlock", tournament_id=event.pk, reason=form.text("reason"))


def _bubble(request: HttpRequest, form: Form, event: Tournament, currency: str) -> CommandResult | None:
    amount = amount_in(form, "amount", currency)
    return form.act(request, "payout.bubble", tournament_id=event.pk, amount=amount)


def _fill(request: HttpRequest, form: Form, event: Tournament, currency: str) -> CommandResult | None:
    return _put(request, form, event, currency, "envelopes.fill")


def _add(request: HttpRequest, form: Form, event: Tournament, currency: str) -> CommandResult | None:
    return _put(request, form, event, currency, "envelopes.add")


def _put(
    request: HttpRequest, form: Form, event: Tournament, currency: str, kind: str
) -> CommandResult | None:
    values = [{"value": value, "count": count} for value, count in _envelopes(form, currency)]
    if not values:
        form.fail("envelope_0_value", _("This field is required."))
    done = form.act(request, kind, tournament_id=event.pk, values=values)
    if done is None:
        lines = _envelope_lines(form)
        for name, sentence in list(form.errors.items()):
            head, _dot, rest = name.partition(".")
            number, _dot, column = rest.partition(".")
            index = whole_number(number)
            if head == "values" and index is not None and index < len(lines):
                form.fail(f"envelope_{lines[index]}_{column or 'value'}", sentence)
            elif head == "values":
                form.fail("envelopes", sentence)
    return done


def _empty(request: HttpRequest, form: Form, event: Tournament, _currency: str) -> CommandResult | None:
    return form.act(request, "envelopes.empty", tournament_id=event.pk)


def _names(request: HttpRequest, form: Form, event: Tournament, _currency: str) -> CommandResult | None:
    given = {"among": form.text("among")} if form.text("among") else {}
    return form.act(
        request, "bounty_targets.draw", tournament_id=event.pk, count=form.chosen("count"), **given
    )


_VERBS: dict[str, Callable[[HttpRequest, Form, Tournament, str], CommandResult | None]] = {
    "lock": _lock,
    "unlock": _unlock,
    "bubble": _bubble,
    "fill": _fill,
    "add": _add,
    "empty": _empty,
    "names": _names,
}


def _envelopes(form: Form, currency: str) -> list[tuple[int, int]]:
    """Return values and counts of the filled envelope rows; a missing one of the two is an error of the
    field.
    """
    found = []
    for line in _envelope_lines(form):
        value, count = f"envelope_{line}_value", f"envelope_{line}_count"
        found.append((amount_in(form, value, currency), form.whole(count)))
        if found[-1][0] < 1:
            form.fail(value, _("Every envelope must have a value."))
        if found[-1][1] < 1:
            form.fail(count, _("Enter at least one envelope."))
    return found


def _envelope_lines(form: Form) -> list[int]:
    """Return the rows with a value."""
    names = ("value", "count")
    return [
        line for line in range(_MOST_LINES) if any(form.text(f"envelope_{line}_{name}") for name in names)
    ]


# --- preview -----------------------------------------------------------------------------------------------
def _previewed(
    form: Form, event: Tournament, payout: Payout | None
) -> tuple[PrizePreview | None, dict[str, str]]:
    """Return the preview of a form and the errors of its fields; if it is invalid, the preview of the stored
    payout.
    """
    typed = Form(form.values)
    if payout is not None and payout.locked_at is not None:
        return preview_of(event, payout), {}
    given = read(typed, event, payout)
    if typed.errors:
        return None, typed.errors
    row, amounts, things = as_row(event, given)
    wanted = typed.text("for_entries").replace("'", "")
    count = whole_number(wanted, 8)
    entries = supposed_field(event) if count is None else min(count, _MOST_ENTRIES)
    try:
        return preview_of(event, row, typed=amounts, things=things, entries=entries), {}
    except CannotPay as fault:
        return None, {"added": refused(fault, row.currency).message}


@never_cache
@require_POST
@staff_page(Permission.PAY_OUT)
def preview(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """Preview the page's form while it is being typed; nothing is stored.

    Returns:
        `html` of the preview, null if the form is invalid; `faults` by field; `left` and `rising` of places
        typed by hand, `left_text`; `ladder`: amounts of the places, as text; `filled`: the places filled up
        around those in `kept`, as text, null if not requested or impossible. For envelopes, `text` and
        `fits`.
    """
    event = event_of(tournament_id)
    form = Form.sent(request)
    with consistent_read():
        payout = Payout.objects.filter(tournament=event).first()
        if form.text("what") in {"fill", "add"}:
            return JsonResponse(_preview_envelopes(form, event, currency_of(event, payout)))
        found, faults = _previewed(form, event, payout)
        context = {"preview": found, "event": event, "more": MORE}
        answer: dict[str, Any] = {
            "html": render_to_string("office/part_prizes_preview.html", context, request) if found else None,
            "faults": faults,
            "left": found.left if found else None,
            "left_text": _left_text(found) if found else "",
            "rising": list(found.rising) if found else [],
            "ladder": _ladder_text(found),
            "filled": None,
        }
        if form.text("fill_up"):
            answer |= _filled(form, event, payout)
        return JsonResponse(answer)


def _left_text(found: PrizePreview) -> str:
    amount = price_text(abs(found.left), found.currency)
    if found.left > 0:
        return _("%(amount)s is still to be assigned.") % {"amount": amount}
    if found.left < 0:
        return _("%(amount)s too much is assigned.") % {"amount": amount}
    return _("It adds up to the pool.")


def _ladder_text(found: PrizePreview | None) -> list[str]:
    if found is None:
        return []
    return [
        money_text(tier.worth, found.currency)
        for tier in found.tiers
        for _place in range(tier.first, tier.last + 1)
    ]


def _filled(form: Form, event: Tournament, payout: Payout | None) -> dict[str, Any]:
    """Return the remaining places filled up around those that are kept."""
    typed = Form(form.values)
    given = read(typed, event, payout)
    # A place without an amount is to be filled; an unreadable one is invalid.
    faults = {name: text for name, text in typed.errors.items() if name != "amounts"}
    if faults:
        return {"faults": faults}
    row, _amounts, _things = as_row(event, {**given, "amounts": []})
    kept = [number for one in form.text("kept").split(",") if (number := whole_number(one, 6)) is not None]
    places_typed = Form(form.values)
    amounts = amounts_in(places_typed, row.currency, gaps=True)
    if places_typed.errors:
        return {"faults": places_typed.errors}
    # Empty places at the end count as soon as they are to be filled.
    places = whole_number(form.text("places"), 4)
    if places is not None:
        amounts += [None] * (min(places, MOST_PLACES) - len(amounts))
    try:
        found = fill_up(pool_under(event, row).prizes, amounts, kept, row.note)
    except CannotPay as fault:
        return {"faults": {"amounts": refused(fault, row.currency).message}}
    return {"filled": [money_text(one, row.currency) for one in found.amounts]}


def _preview_envelopes(form: Form, event: Tournament, currency: str) -> dict[str, Any]:
    values = _envelopes(form, currency)
    if form.errors:
        return {"text": "", "fits": False, "faults": form.errors}
    if form.text("what") == "add":
        now = bounties_of(event)
        money, bounties = now.unfilled, now.bare
    else:
        money, bounties = sum(bounty_amounts(event).values()), field_of(event).left
    found = envelopes_missing(values, money, bounties)
    if found.fits:
        return {
            "text": _("The envelopes match: one for each bounty, and all of the money."),
            "fits": True,
            "faults": {},
        }
    sentences = lacking(found, lambda amount: price_text(amount, currency))
    return {"text": " ".join(sentences), "fits": False, "faults": {}}
