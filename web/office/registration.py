"""Registration settings of an event: prices, capacity, late registration, rebuys, self-service."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clock.services.event_clock import event_clock_of
from clock.services.progress import progress_of
from desk.models import Extra, Registration
from desk.rules.extras import usual_rows
from desk.services.registration import is_not_yet_open
from players.services.partners import alone_in
from stages.services.rules import stage_event_of
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.models import Room, Tournament
from tourney.now import to_ms
from tourney.rules.numbers import whole_number
from tourney.services.field_counts import field_of
from tourney.services.figures import grouped
from web.office.details import event_of
from web.shared.access import actor_of, staff_page
from web.shared.date_fields import local_input, timestamp_in
from web.shared.forms import Form
from web.shared.level_choices import row_choices
from web.shared.money import amount_in, plain_money_text
from web.shared.policies import policies_of

PARTS = ("pool", "fee", "staff", "bounty")
_SWITCHES = ("surrender_allowed", "members_only", "self_reserve", "self_wait", "self_re_enter")
_NUMBERS = ("capacity", "re_entries_most")
# The price parts of an extra; a bounty is paid with the entry only.
_EXTRA_PARTS = ("pool", "fee", "staff")


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS)
def registration(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show an event's registration: the form, and manual closing and opening; read-only without the
    permission.
    """
    event = event_of(tournament_id)
    row = Registration.objects.filter(tournament=event).first()
    currency = row.currency if row else Room.objects.get_or_create(id=1)[0].currency
    form, end = Form(_initial_values(event, row, currency)), Form()
    if request.method == "POST":
        sent = Form.sent(request)
        if sent.text("what") in {"close", "open_again"}:
            end = sent
            done = end.act(request, f"registration.{end.text('what')}", tournament_id=tournament_id)
        else:
            form = sent
            done = _set(request, form, tournament_id, currency)
        if done is not None:
            _tell_too_many(request, event)
            if form is sent:
                _tell_unusable(request, event)
            return redirect("registration", tournament_id)
    rows, own = row_choices(event_clock_of(event)), stage_event_of(event)
    context = {
        "event": event,
        "row": row,
        "own": own,
        # Those of teams who still have no partner.
        "alone": alone_in(event.pk) if row is not None and row.partner_until else [],
        # Players do not register for later stages.
        "not_yet_open": is_not_yet_open(event) and (own is None or own.stage.number == 1),
        "currency": currency,
        "form": form,
        "end": end,
        "settable": actor_of(request).may(Permission.SET_REGISTRATION) and event.closed_at is None,
        "lates": _lates(rows),
        "rows": rows,
        "partners": _partners(),
        "book": policies_of(event, "entering"),
        "free": [kind for kind in Extra.KINDS if f"{kind}_free" in form.values],
        "stack": policies_of(event, "seating")["late_stack"],
        "mode": policies_of(event, "modes")["rebuy_add_on"],
    }
    wrong = form.is_wrong or end.is_wrong
    return render(request, "office/registration.html", context, status=422 if wrong else 200)


def _tell_too_many(request: HttpRequest, event: Tournament) -> None:
    """Warn that more players are in play than now allowed: nobody is removed, and nobody is admitted."""
    row = Registration.objects.filter(tournament=event).first()
    left = field_of(event).left
    if row is not None and row.capacity is not None and left > row.capacity:
        text = _(
            "%(left)s are in play and the maximum is %(most)s. Registration continues when enough "
            "players are out."
        )
        messages.warning(request, text % {"left": left, "most": row.capacity})


def _tell_unusable(request: HttpRequest, event: Tournament) -> None:
    """Warn about actions on phones that other settings prevent: players are refused, or do not see them."""
    row = Registration.objects.get(tournament=event)
    if row.self_re_enter and row.re_entries_most == 0:
        text = _("Players can’t request a re-entry on their phones: the maximum number of re-entries is 0.")
        messages.warning(request, text)
    if row.self_wait and row.partner_until == "entry":
        text = _(
            "Players can’t join the waiting list on their phones: both players of a team must join together, "
            "at the desk."
        )
        messages.warning(request, text)


def _lates(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    ends = [(f"row-{place}", _("after: %(row)s") % {"row": text}) for place, text in rows]
    return [("none", _("at the start")), ("time", _("at a time")), *ends]


def _partners() -> list[tuple[str, str]]:
    """Return for whom an entry is."""
    return [
        ("", _("one player")),
        ("entry", _("two players, both named at once")),
        ("close", _("two players, one named later")),
    ]


def _initial_values(event: Tournament, row: Registration | None, currency: str) -> dict[str, object]:
    """Return the initial values: the settings, or the defaults of a new registration."""
    row = row or Registration(tournament=event, currency=currency)
    values: dict[str, object] = {"flights": row.flights, "partner_until": row.partner_until}
    values |= {name: _amount(getattr(row, name), row.currency) for name in PARTS}
    values |= {name: "" if getattr(row, name) is None else getattr(row, name) for name in _NUMBERS}
    values |= {name: "on" if getattr(row, name) else "" for name in _SWITCHES}
    values["late"] = f"row-{row.late_row}" if row.late_ends == "row" else row.late_ends
    values["late_at"] = local_input(row.late_at)
    extras = {extra.kind: extra for extra in Extra.objects.filter(registration=row.pk)}
    breaks = progress_of(event).breaks
    for kind in Extra.KINDS:
        first, last = usual_rows(kind, breaks, row.late_row)
        usual = Extra(kind=kind, chips=event.starting_stack, from_row=first, until_row=last)
        values |= _initial_extra(kind, extras.get(kind), usual, row.currency)
    return values


def _initial_extra(kind: str, extra: Extra | None, usual: Extra, currency: str) -> dict[str, object]:
    row = extra or usual
    values: dict[str, object] = {f"{kind}_on": "on" if extra else ""}
    values |= {f"{kind}_{name}": _amount(getattr(row, name), currency) for name in _EXTRA_PARTS}
    for name in ("chips", "from_row", "until_row", "most", "stack_most", "without_rebuy_times"):
        value = getattr(row, name)
        values[f"{kind}_{name}"] = "" if value is None else grouped(value) if value > 999 else value
    values[f"{kind}_double"] = "on" if row.double else ""
    if extra is not None and extra.price == 0:
        values[f"{kind}_free"] = "on"
    return values


def _amount(amount: int, currency: str) -> str:
    return plain_money_text(amount, currency) if amount else ""


def _set(request: HttpRequest, form: Form, tournament_id: int, currency: str) -> CommandResult | None:
    late, _mark, place = form.text("late").partition("-")
    given: dict[str, Any] = {"late_ends": late, "flights": form.text("flights")}
    given |= {name: amount_in(form, name, currency, empty=0) for name in PARTS}
    given |= {name: form.chosen(name) for name in _NUMBERS}
    given |= {name: form.flag(name) for name in _SWITCHES}
    given["partner_until"] = form.text("partner_until")
    given["late_row"] = whole_number(place) if late == "row" else None
    given["late_at"] = to_ms(timestamp_in(form, "late_at")) if late == "time" else None
    if late not in Registration.LATE or (late == "row" and given["late_row"] is None):
        form.fail("late", _("Choose when registration closes."))
    if late == "time" and given["late_at"] is None:
        form.fail("late_at", _("Enter the day and the time."))
    offered = [kind for kind in Extra.KINDS if form.flag(f"{kind}_on")]
    given["extras"] = [_extra(form, kind, currency) for kind in offered]
    done = form.act(request, "registration.set", tournament_id=tournament_id, **given)
    if done is None:
        _place_errors(form, offered)
    return done


def _extra(form: Form, kind: str, currency: str) -> dict[str, Any]:
    """Return the form values of a rebuy or an add-on."""
    given: dict[str, Any] = {"kind": kind}
    given |= {name: amount_in(form, f"{kind}_{name}", currency, empty=0) for name in _EXTRA_PARTS}
    # An empty price is usually a forgotten one.
    if not any(given[name] for name in _EXTRA_PARTS) and not form.flag(f"{kind}_free"):
        form.values.setdefault(f"{kind}_free", "")
        form.fail(f"{kind}_pool", _("Enter a price, or mark it as free below."))
    given["chips"] = form.chips(f"{kind}_chips")
    given |= {name: form.whole(f"{kind}_{name}") for name in ("from_row", "until_row")}
    given["most"] = form.chosen(f"{kind}_most")
    given["stack_most"] = form.chips(f"{kind}_stack_most") if form.text(f"{kind}_stack_most") else None
    given["double"] = form.flag(f"{kind}_double")
    if kind == "add_on":
        times = form.chosen("add_on_without_rebuy_times")
        given["without_rebuy_times"] = 1 if times is None else times
    return given


def _place_errors(form: Form, offered: list[str]) -> None:
    """Map the command's argument errors to form fields."""
    for name, sentence in list(form.errors.items()):
        head, _dot, rest = name.partition(".")
        number, _dot, column = rest.partition(".")
        index = whole_number(number)
        if head == "extras" and index is not None and index < len(offered):
            form.fail(f"{offered[index]}_{column or 'on'}", sentence)
        elif name in {"late_ends", "late_row"}:
            form.fail("late", sentence)
