"""The prizes of an event: funding, places, the lock, envelopes and bounties."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from prizes.models import Envelope, NameList, Payout
from prizes.rules.bounties import values_left
from prizes.rules.tables import SHIPPED, shipped_table
from prizes.services.bounties import bounties_in_play, bounties_of, bounty_money, bounty_money_kept
from prizes.services.money import stages_of_pool
from prizes.services.places import is_complete
from prizes.services.results import deal_of
from stages.services.pools import pays_instead_of
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from web.office.details import event_of
from web.office.hub import staff_config
from web.office.prizes_form import (
    currencies,
    currency_of,
    envelope_lines,
    envelopes_in,
    initial_values,
    line_of_thing,
    read,
    thing_lines,
)
from web.office.prizes_live_preview import previewed
from web.office.prizes_preview import (
    MORE,
    supposed_field,
)
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.languages import in_language
from web.shared.money import amount_in
from web.shared.policies import policies_of

# Envelope rows shown at first.
_LINES = 5


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
    preview, _faults = previewed(form, event, payout)
    row = payout or Payout(tournament=event, currency=currency_of(event, payout))
    tables = [shipped_table(key) for key in SHIPPED]
    others = (
        Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True)
        .exclude(pk=event.pk)
        .order_by("name", "pk")
    )
    return {
        "event": event,
        "row": payout,
        "paid_in": pays_instead_of(event),
        "currency": row.currency,
        "form": form,
        "forms": forms,
        "locked": locked,
        "may_set": may_set,
        "settable": may_set and not locked,
        "entry_is_over": is_complete(event),
        "preview": preview,
        "more": MORE,
        "supposed": preview.entries if preview else supposed_field(event),
        "currencies": currencies(event, payout),
        "methods": _methods(),
        "tables": [
            (key, in_language(table.titles, table.title), in_language(table.notes, table.note))
            for key, table in zip(SHIPPED, tables, strict=True)
        ],
        "rounded": [("up", _("up")), ("down", _("down"))],
        "counting": [
            ("best", _("only with the best entry")),
            ("each", _("with every entry, each in its own place")),
        ],
        "kinds": _kinds(),
        "early_choices": _early_choices() if stages_of_pool(event).earlier else [],
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
        ("fixed", _("fixed: the bounty part of an entry")),
        ("progressive", _("progressive: part is paid at once, the rest is added to the winner’s own bounty")),
        ("mystery", _("mystery: an envelope is drawn for each bounty")),
    ]


def _early_choices() -> list[tuple[str, str]]:
    return [
        ("none", _("paid once the prizes are locked")),
        ("out", _("paid after the flight to players who are out")),
        ("all", _("paid after the flight to all players")),
    ]


def _heads(event: Tournament, payout: Payout | None, form: Form) -> dict[str, Any]:
    """Return envelopes and bounties."""
    rows = list(Envelope.objects.filter(payout=payout)) if payout is not None else []
    left = {row.number: row.value for row in rows if row.entry_id is None}
    names = NameList.objects.filter(tournament=event).select_related("owner", "name")
    lists: dict[str, list[str]] = {}
    for one in names.order_by("owner__name", "owner", "position"):
        lists.setdefault(one.owner.name, []).append(one.name.name)
    typed = envelopes_in(Form(form.values), "") if form.values else []
    found = bounties_of(event)
    filled = payout is not None and payout.filled_at is not None
    return {
        "bounty_money": bounty_money(event),
        "bounties_left": bounties_in_play(event),
        # Before prizes are saved too: once registration is closed, saving locks them.
        "bounty_money_kept": bounty_money(event) if payout is None else bounty_money_kept(event),
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
    values = [{"value": value, "count": count} for value, count in envelopes_in(form, currency)]
    if not values:
        form.fail("envelope_0_value", _("This field is required."))
    done = form.act(request, kind, tournament_id=event.pk, values=values)
    if done is None:
        lines = envelope_lines(form)
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
