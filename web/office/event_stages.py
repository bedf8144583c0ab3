"""The stages of an event: set them up, see their events, and advance players to this one."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clock.services.progress import progress_of
from stages.boards.stages import advance_preview, stages
from stages.models import StageEvent
from stages.rules.presets import Preset, presets_of
from stages.rules.stage_rule import Carried
from stages.services.first_level import first_level
from stages.services.results import check_ended, has_entries
from stages.services.rules import next_stage, open_sources, open_targets, rule_of, stage_event_of
from stages.services.stage_state import running_events
from stages.services.texts import preset_name
from tourney.access.roles import Permission
from tourney.journal.commands import CommandResult
from tourney.journal.refused import Refused
from tourney.models import Entry, Job, Tournament
from tourney.now import to_ms
from tourney.rulebooks.shelf import book_of
from tourney.rules.numbers import whole_number
from tourney.services.field_counts import field_of
from tourney.signals import for_teams
from web.office.details import event_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.date_fields import timestamp_in
from web.shared.forms import Form, say_outcome

# The form of the page each button belongs to.
_FORMS = {
    "set_up": "set_up",
    "add": "add",
    "advance": "advance",
    "preview": "advance",
    "end": "end",
    "rule": "rule",
    "seats": "seats",
}
_FLIGHTS = ("b", "c", "d", "e")
STATES = {
    "waiting": lazy("Not started"),
    "running": lazy("In play"),
    "bagged": lazy("Bagged"),
    "over": lazy("Closed"),
    "joined": lazy("Players advanced"),
}

SEATINGS = [("redraw", lazy("Redraw all seats")), ("kept", lazy("All players keep their seats"))]


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.SEAT_PLAYERS)
def event_stages(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the stages of an event; each form of the page names its command in `what`."""
    event = event_of(tournament_id)
    own = stage_event_of(event)
    forms = {
        "set_up": Form(_suggested(event)),
        "add": Form(),
        "advance": Form(),
        "end": Form(),
        "rule": Form(_rule(own)),
        "seats": Form(),
    }
    if request.method == "POST":
        form = Form.sent(request)
        forms[_FORMS.get(form.text("what"), "advance")] = form
        if form.text("what") == "advance" and not form.text("sources"):
            # The page was opened before it named its sources: all events would advance.
            form.message = _("This form is incomplete. Reload the page.")
        elif form.text("what") in {"advance", "preview"} and form.text("sources") and not _ticked(form):
            # To the command, no event means all of them.
            form.message = _("Choose at least one event that advances.")
        elif form.text("what") == "advance":
            if (job := _hand_over(request, form, event)) is not None:
                return redirect(f"{reverse('event_stages', args=[event.pk])}?job={job.pk}")
            if not form.is_wrong:
                return redirect("event_stages", event.pk)
        elif form.text("what") != "preview" and _carried_out(request, form, event):
            return redirect("event_stages", event.pk)
    # The desk seats players; the floor advances them and ends the event.
    runs_event = actor_of(request).may(Permission.RUN_CLOCK)
    job = _job_of(request, event)
    if job is not None and not job.is_open:
        if request.session.get("shown_job") != job.pk:
            request.session["shown_job"] = job.pk
            say_outcome(request, job)
        return redirect("event_stages", event.pk)
    context = {
        "event": event,
        "forms": forms,
        "job": job,
        "own": own,
        "board": stages(event),
        "for_teams": for_teams.ask(event),
        "states": STATES | ({"joined": _("Teams advanced")} if for_teams.ask(event) else {}),
        "config": staff_config(request, tournament=event.pk),
        "may_end": runs_event
        and own is not None
        and event.closed_at is None
        and next_stage(own.stage) is not None
        and (progress_of(event).started or field_of(event).entries > 0),
        "runs_event": runs_event,
        "advances_on": open_targets(own) if own is not None and _is_over(own) else [],
        "rule_of_flights": _rule(own),
        "seatings": SEATINGS,
        "takes": [(key, preset_name(preset)) for key, preset in _flight_presets(event)],
        "who_goes_on": _who_goes_on(teams=for_teams.ask(event)),
        "may_set_up": actor_of(request).may(Permission.MANAGE_EVENTS),
        **(_set_up_choices(event) if own is None else _advance(own, forms["advance"])),
    }
    wrong = any(form.is_wrong for form in forms.values())
    return render(request, "office/event_stages.html", context, status=422 if wrong else 200)


def _presets(event: Tournament, *, teams: bool) -> list[tuple[str, Preset]]:
    """Return the formats of the event's rulebook.

    Args:
        teams: with those for teams of two.
    """
    presets = presets_of(book_of(event.book))
    return [(key, preset) for key, preset in presets.items() if teams or not preset.teams]


def _flight_presets(event: Tournament) -> list[tuple[str, Preset]]:
    """Return the formats of flights by the way they take stacks."""
    return [
        (key.removeprefix("flights_"), preset)
        for key, preset in _presets(event, teams=for_teams.ask(event))
        if preset.has_flights
    ]


def _suggested(event: Tournament) -> dict[str, object]:
    return {
        "name": event.name,
        "preset": "flights_best",
        "goes_on": "with_chips",
        "days": 2,
        **{f"label_{one}": f"1{one.upper()}" if one == "b" else "" for one in _FLIGHTS},
    }


def _set_up_choices(event: Tournament) -> dict[str, Any]:
    # An event without entries may still become one for teams.
    teams = (
        for_teams.ask(event) or not Entry.objects.filter(tournament=event, voided_at__isnull=True).exists()
    )
    return {
        "presets": [(key, preset_name(preset)) for key, preset in _presets(event, teams=teams)],
        "flights": [
            (f"label_{one}", f"start_{one}", _("Flight %(label)s") % {"label": one.upper()})
            for one in _FLIGHTS
        ],
        "goes_on": _who_goes_on(teams=for_teams.ask(event)),
    }


def _who_goes_on(*, teams: bool) -> list[tuple[str, str]]:
    return [
        ("with_chips", _("All teams with chips") if teams else _("All players with chips")),
        ("percent", _("A percentage of each flight")),
        (
            "in_money",
            _("Teams in the money of their flight") if teams else _("Players in the money of their flight"),
        ),
    ]


def _rule(own: StageEvent | None) -> dict[str, object]:
    """Return the rule of flights as values of its form; none for other formats, and once a flight is played."""
    following = None if own is None else next_stage(own.stage)
    rule = None if following is None else rule_of(following)
    if own is None or following is None or rule is None or not isinstance(rule.stack, Carried):
        return {}
    whole = own.stage.multi_stage_event
    if not whole.mode.startswith("flights_") or running_events(whole):
        return {}
    who = {"percent": "percent", "in_money": "in_money"}.get(following.rule["who"]["kind"], "with_chips")
    percent = following.rule["who"].get("percent", "")
    return {
        "stage": following.pk,
        "take": whole.mode.removeprefix("flights_"),
        "goes_on": who,
        "percent": percent,
    }


def _advance(own: StageEvent, form: Form) -> dict[str, Any]:
    """Return the preview of who advances to the event; none in the first stage, or once it is over."""
    rule = rule_of(own.stage)
    if rule is None or own.tournament.closed_at is not None:
        return {"preview": None}
    open_ = open_sources(own.stage, rule)
    if not open_:
        return {"preview": None}
    every = {one.tournament_id for one in open_}
    ticked = _ticked(form) & every or every
    shown = ticked if not form.text("sources") else _ticked(form)
    preview = advance_preview(own, sorted(ticked), _chosen(form))
    return {
        "preview": preview,
        "sources": [(one, one.tournament_id in shown) for one in open_] if len(open_) > 1 else [],
        "only_source": open_[0] if len(open_) == 1 else None,
        "chooses": isinstance(rule.stack, Carried) and rule.stack.take == "one",
        "has_points": bool(rule.points),
        "may_advance": not preview.code,
        "keeps_seats": rule.seats == "kept",
        "begins_with": first_level(
            own.tournament, rule, [one.tournament for one in open_ if one.tournament_id in ticked]
        ),
        "unfinished": [
            (one, has_entries(one.tournament))
            for one in open_
            if one.tournament_id in ticked and not _is_over(one)
        ],
    }


def _is_over(source: StageEvent) -> bool:
    """Return whether an event has ended and stands still, so that its players may advance."""
    try:
        check_ended(source)
    except Refused:
        return False
    return True


def _chosen(form: Form) -> list[int]:
    """Return the entries whose stacks were chosen: "stack-<player>" holds the entry."""
    values = (text for name, text in form.values.items() if name.startswith("stack-"))
    return [number for text in values if (number := whole_number(str(text))) is not None]


def _ticked(form: Form) -> set[int]:
    """Return the events that are ticked: "source-7"."""
    names = (name.removeprefix("source-") for name in form.values if name.startswith("source-"))
    return {number for name in names if (number := whole_number(name)) is not None}


def _hand_over(request: HttpRequest, form: Form, event: Tournament) -> Job | None:
    return form.hand_over(
        request,
        "stages.advance",
        tournament_id=event.pk,
        sources=sorted(_ticked(form)),
        chosen=_chosen(form),
        difference=form.whole("difference") if form.text("difference") else 0,
    )


def _add(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    start = to_ms(timestamp_in(form, "planned_start"))
    stage = form.chosen("stage")
    return form.act(request, "stages.add_event", stage=stage, label=form.text("label"), planned_start=start)


def _set_up(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    has_flights = form.text("preset").startswith("flights_")
    labels = [one for one in _FLIGHTS if has_flights and form.text(f"label_{one}")]
    flights = [
        {"label": form.text(f"label_{one}"), "planned_start": to_ms(timestamp_in(form, f"start_{one}"))}
        for one in labels
    ]
    return form.act(
        request,
        "stages.set_up",
        name=form.text("name"),
        first=event.pk,
        preset=form.text("preset"),
        flights=flights,
        starts=[to_ms(timestamp_in(form, "next_start"))],
        days=form.whole("days") if has_flights and form.text("days") else 2,
        entries_most=form.whole("entries_most") if has_flights and form.text("entries_most") else None,
        **(_field_of(form) if has_flights else {}),
    )


def _change_rule(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    return form.act(
        request,
        "stages.set_rule",
        stage=form.chosen("stage"),
        take=form.text("take"),
        **_field_of(form),
    )


def _change_seats(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    return form.act(request, "stages.set_seats", stage=form.chosen("stage"), seats=form.text("seats"))


def _field_of(form: Form) -> dict[str, Any]:
    """Return who advances from flights, as arguments of the commands."""
    who = form.text("goes_on")
    return {"percent": form.whole("percent") if who == "percent" else None, "in_money": who == "in_money"}


def _end(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    return form.act(request, "stages.end_event", tournament_id=event.pk)


def _end_source(request: HttpRequest, form: Form, event: Tournament) -> CommandResult | None:
    """End an event without entries whose players would advance to this one."""
    return form.act(request, "stages.end_event", tournament_id=form.chosen("end"))


_COMMANDS: dict[str, Callable[[HttpRequest, Form, Tournament], CommandResult | None]] = {
    "add": _add,
    "set_up": _set_up,
    "rule": _change_rule,
    "seats": _change_seats,
    "end": _end,
}


def _carried_out(request: HttpRequest, form: Form, event: Tournament) -> bool:
    command = _end_source if form.text("end") else _COMMANDS.get(form.text("what"))
    if command is None:
        form.message = _("This form is incomplete. Reload the page.")
        return False
    return command(request, form, event) is not None


def _job_of(request: HttpRequest, event: Tournament) -> Job | None:
    """Return the job the page waits for, if the viewer has requested it."""
    number = whole_number(request.GET.get("job", ""))
    if number is None:
        return None
    return Job.objects.filter(pk=number, tournament=event, actor=actor_of(request).key).first()
