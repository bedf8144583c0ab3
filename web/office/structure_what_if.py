"""Try changes of a structure in its editor: apply them to the rows as typed, and say when the event ends."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clock.rules.structure import Level
from clock.rules.suggestion.field_model import Forecast
from clock.rules.suggestion.plan import LONGEST_MINUTES, MOST_PLAYERS
from clock.rules.suggestion.what_if import Change, Situation
from clock.services.suggestions import library_situation, outcome_of, situation_of
from tourney.access.roles import Permission
from tourney.edge.request_body import object_of
from tourney.journal.refused import Refused
from tourney.models import Tournament
from web.office.structure_sheet import read_sheet, to_cells
from web.shared.access import staff_page
from web.templatetags.pages import hours_and_minutes


class Asked(BaseModel):
    """A change that the editor asks for; its fields are those of `Change`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    scale: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    shorter_by: Annotated[int, Field(ge=-LONGEST_MINUTES, le=LONGEST_MINUTES)] = 0
    level_minutes: Annotated[int, Field(ge=0, le=180)] = 0
    break_after: Annotated[int, Field(ge=0, le=200)] = 0
    break_minutes: Annotated[int, Field(ge=1, le=180)] = 15
    players: Annotated[int, Field(ge=0, le=MOST_PLAYERS)] = 0
    keep_end: bool = False


@never_cache
@require_POST
@staff_page(Permission.EDIT_STRUCTURE)
def what_if(request: HttpRequest, tournament_id: int) -> JsonResponse:
    """Try a change: `{"rows": […], "change": {…}}` in; rows, the first free one and a sentence about the end out.

    Nothing is saved.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return JsonResponse({"message": _("This tournament does not exist.")}, status=404)
    return _tried(request, lambda levels, _body: replace(situation_of(event), levels=levels))


@never_cache
@require_POST
@staff_page(Permission.EDIT_STRUCTURE)
def library_what_if(request: HttpRequest) -> JsonResponse:
    """Try a change of a structure of the library: as `what_if`, with `"expected": {"players", "stack"}` in."""
    return _tried(request, lambda levels, body: library_situation(levels, body.get("expected")))


def _tried(
    request: HttpRequest, situated: Callable[[tuple[Level, ...], dict[str, Any]], Situation | None]
) -> JsonResponse:
    try:
        body = object_of(request)
        change = Change(**Asked.model_validate(body.get("change")).model_dump())
    except (Refused, ValidationError):
        return JsonResponse({"message": _("Enter whole numbers.")}, status=422)
    sheet = read_sheet(body.get("rows"))
    if sheet.levels is None:
        return JsonResponse({"message": _("Fix the rows first.")}, status=422)
    situation = situated(sheet.levels, body)
    if situation is None:
        return JsonResponse({"message": _("Enter the players and the stack of each.")}, status=422)
    if len(sheet.levels) < situation.free:
        return JsonResponse({"message": _("Fix the rows first.")}, status=422)
    try:
        outcome = outcome_of(situation, change)
    except Refused as no:
        return JsonResponse({"message": no.message}, status=422)
    return JsonResponse(
        {
            "rows": to_cells(outcome.levels),
            "free": situation.free,
            "changed": outcome.levels != sheet.levels,
            "text": _sentence(outcome.before, outcome.after),
        }
    )


def _sentence(before: Forecast, after: Forecast) -> str:
    """Say when the event ends, and when it would have ended."""
    values = {
        "end": hours_and_minutes(after.expected),
        "early": hours_and_minutes(after.early),
        "late": hours_and_minutes(after.late),
        "before": hours_and_minutes(before.expected),
    }
    if after.expected == before.expected:
        return _("Ends after about %(end)s; 10%% of such events by %(early)s, 90%% by %(late)s.") % values
    return (
        _(
            "Ends after about %(end)s instead of %(before)s; 10%% of such events by %(early)s, 90%% by "
            "%(late)s."
        )
        % values
    )
