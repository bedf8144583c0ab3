"""The page that suggests a structure: sliders, the structure they give, and a chart."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.rules.structure import Level, numbered
from clock.rules.suggestion.generator import Suggestion
from clock.rules.suggestion.plan import Plan
from clock.services.suggestions import suggestion_for
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.models import ChipSet, Tournament
from web.office.hub import staff_config
from web.office.suggestion_chart import chart_of
from web.office.suggestion_form import ANTES, form_of, plan_of, shown_sliders
from web.shared.access import staff_page
from web.shared.forms import Form

_LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table.

    Attributes:
        number: of the level; None in a break.
        begins: ms from the start.
        left: expected players then; None after the expected end and in a break. `average`: their stack in big blinds.
        big_blinds: big blinds in play together.
    """

    number: int | None
    level: Level
    begins: int
    left: int | None
    average: int | None
    big_blinds: int | None


@never_cache
@require_GET
@staff_page(Permission.EDIT_STRUCTURE)
def suggestion(request: HttpRequest) -> HttpResponse:
    """Show the form with a suggestion."""
    event = _event(request)
    form = form_of(request.GET.dict(), event)
    context = {
        "event": event,
        "antes": list(ANTES.items()),
        "chip_sets": ChipSet.objects.order_by("name"),
        **_found(form, event),
        # After the form has been read, so that its errors are shown.
        "form": form,
        "sliders": shown_sliders(form),
        "config": staff_config(request, preview=reverse("structure_suggestion_part")),
    }
    return render(request, "office/structure_suggestion.html", context)


@never_cache
@require_GET
@staff_page(Permission.EDIT_STRUCTURE)
def part(request: HttpRequest) -> HttpResponse:
    """Show the suggestion alone, while sliders move."""
    event = _event(request)
    form = form_of(request.GET.dict(), event)
    return render(
        request, "office/part_suggestion.html", {"event": event, **_found(form, event), "form": form}
    )


def suggested_levels(request: HttpRequest) -> list[Level] | None:
    """Return the structure that the query asks for, to open it in the editor; None without one."""
    if "minutes" not in request.GET:
        return None
    plan = plan_of(form_of(request.GET.dict(), None))
    if plan is None:
        return None
    try:
        return list(suggestion_for(plan).levels)
    except Refused:
        return None


def _event(request: HttpRequest) -> Tournament | None:
    text = request.GET.get("event", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    return (
        Tournament.objects.filter(pk=number, closed_at__isnull=True).first()
        if 0 < number < _LARGEST
        else None
    )


def _found(form: Form, event: Tournament | None) -> dict[str, Any]:
    """Return the suggestion for the templates, or why there is none."""
    plan = plan_of(form)
    if plan is None:
        return {"found": None}
    try:
        found = suggestion_for(plan)
    except Refused as no:
        form.message = no.message
        return {"found": None}
    editor = reverse("structure_new") if event is None else reverse("event_structure", args=[event.pk])
    return {
        "found": found,
        "rows": _rows(found),
        "chart": chart_of(found.levels, found.forecast, found.stages),
        "big_blinds_at_end": _at_end(found),
        "level_minutes": found.plan.level_minutes,
        "use": f"{editor}?{urlencode(_query(form, plan))}",
    }


def _query(form: Form, plan: Plan) -> dict[str, object]:
    """Return what makes the same structure again: the plan, with the length of levels that was chosen."""
    return {name: value for name, value in form.values.items() if value} | {
        "level_minutes": plan.level_minutes
    }


def _at_end(found: Suggestion) -> int:
    played = [stage for stage in found.stages if stage.starts <= found.forecast.expected]
    return found.field.chips // found.levels[played[-1].row].big_blind


def _rows(found: Suggestion) -> list[Row]:
    stages = {stage.row: stage for stage in found.stages if stage.starts <= found.forecast.expected}
    rows, at = [], 0
    for index, (number, level) in enumerate(numbered(found.levels)):
        stage = stages.get(index)
        rows.append(
            Row(
                number,
                level,
                at,
                None if stage is None else round(stage.left),
                None if stage is None else stage.average_tenths // 10,
                None if stage is None else stage.big_blinds,
            )
        )
        at += level.duration
    return rows
