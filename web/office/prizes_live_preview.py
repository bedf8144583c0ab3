"""Live preview of the form of an event’s prizes."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from desk.services.prices import money_text, price_text
from prizes.models import Payout
from prizes.rules.refusals import CannotPay
from prizes.services.bounties import bounties_of, bounty_money
from prizes.services.envelopes import lacking
from prizes.services.money import pool_under, refused
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.rules.numbers import whole_number
from tourney.services.field_counts import field_of
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.office.prizes_form import (
    MOST_PLACES,
    amounts_in,
    as_row,
    currency_of,
    envelopes_in,
    read,
)
from web.office.prizes_preview import (
    MORE,
    PrizePreview,
    envelopes_missing,
    fill_up,
    preview_of,
    supposed_field,
)
from web.shared.access import staff_page
from web.shared.forms import Form

# A field size for the preview, never stored.
_MOST_ENTRIES = 20_000


def previewed(
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
        found, faults = previewed(form, event, payout)
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
    values = envelopes_in(form, currency)
    if form.errors:
        return {"text": "", "fits": False, "faults": form.errors}
    if form.text("what") == "add":
        now = bounties_of(event)
        money, bounties = now.unfilled, now.bare
    else:
        money, bounties = bounty_money(event), field_of(event).left
    found = envelopes_missing(values, money, bounties)
    if found.fits:
        return {
            "text": _("The envelopes match: one for each bounty, and all of the money."),
            "fits": True,
            "faults": {},
        }
    sentences = lacking(found, lambda amount: price_text(amount, currency))
    return {"text": " ".join(sentences), "fits": False, "faults": {}}
