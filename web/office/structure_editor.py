"""Server side of the structure editor: its initial config, and parsing of typed rows."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from clock.rules.field import Chip
from clock.rules.structure import MOST_ROWS, Level, digest_of, to_wire
from clock.rules.structure_advice import structure_advice
from clock.rules.suggestion.field_model import forecast, stages_to_come
from clock.rules.suggestion.what_if import Situation
from clock.services.event_clock import EventClock, event_clock_of
from clock.services.suggestions import library_situation, situation_of
from tourney.edge.request_body import object_of
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of
from web.office.hub import staff_config
from web.office.structure_sheet import fault_rows, read_sheet, to_cells
from web.office.structure_sheet_texts import sheet_words
from web.office.suggestion_chart import chart_of
from web.shared.access import staff_page
from web.templatetags.pages import hours_and_minutes

NEW_ROW = Level(kind="level", small_blind=50, big_blind=100, duration=20 * 60_000)


def editor_config(request: HttpRequest, levels: Sequence[Level], **more: Any) -> dict[str, Any]:
    """Return the initial config of the editor's script.

    Args:
        levels: the initial rows.
        more: extra config of this editor: `structure` (id or None) or `event` (`id` and `state_of_event`).
    """
    return staff_config(
        request,
        rows=to_cells(levels),
        fresh=to_cells([NEW_ROW])[0],
        sheet_words=sheet_words(),
        preview=reverse("structure_preview"),
        most=MOST_ROWS,
        **{"structure": None, "event": None, **more},
    )


def state_of_event(event_clock: EventClock, event: Tournament) -> dict[str, Any]:
    """Return the progress of an event and its structure.

    Returns:
        `seq` of the snapshot; `digest` of the structure; `locked`: number of played rows;
        `running`: index of the present row, or None before the start; `closed`.
    """
    read = event_clock.read(to_ms(room_now()) or 0)
    begun = read.state != "waiting"
    return {
        "seq": event.seq,
        "digest": digest_of(event_clock.levels),
        "locked": read.position if begun else 0,
        "running": read.position if begun else None,
        "closed": event.closed_at is not None,
    }


@never_cache
@require_POST
@staff_page()
def preview(request: HttpRequest) -> JsonResponse:
    """Parse typed rows: `{"rows": […], "tournament": id or null}` in; levels, errors, warnings and times out.

    Nothing is saved. For an event, its progress is returned as well.
    """
    try:
        asked = object_of(request)
        rows, tournament = asked["rows"], asked.get("tournament")
    except (Refused, KeyError):
        return JsonResponse({"message": _("This must be a list of rows.")}, status=422)
    event = None
    if tournament is not None:
        known = type(tournament) is int and 0 < tournament < 2**62
        event = Tournament.objects.select_related("chip_set").filter(pk=tournament).first() if known else None
        if event is None:
            return JsonResponse({"message": _("This tournament does not exist.")}, status=404)
    sheet = read_sheet(rows)
    begins = sheet.begins()
    answer = {
        "levels": None if sheet.levels is None else [_unnumbered(level) for level in to_wire(sheet.levels)],
        "faults": fault_rows(sheet.faults),
        "digest": None if sheet.levels is None else digest_of(sheet.levels),
        "warnings": [],
        "begins": begins[:-1],
        "total": begins[-1],
        "expected": None,
        "chart": "",
        "event": None if event is None else state_of_event(event_clock_of(event), event),
    }
    if sheet.levels is not None:
        chips = _chips_of(event)
        answer["warnings"] = fault_rows(structure_advice(sheet.levels, chips))
        situation = _situation(asked, sheet.levels, event)
        if situation is not None:
            end = forecast(sheet.levels, situation.field, situation.since)
            answer["expected"] = hours_and_minutes(
                min(end.expected, sum(level.duration for level in sheet.levels))
            )
            coming = stages_to_come(sheet.levels, situation.field, situation.since)
            if coming:
                chart = {"chart": chart_of(sheet.levels, end, coming)}
                answer["chart"] = render_to_string("office/part_structure_chart.html", chart)
    return JsonResponse(answer)


def _situation(
    asked: dict[str, Any], levels: tuple[Level, ...], event: Tournament | None
) -> Situation | None:
    """Return whom the forecast is for: the event's field, or what the library's editor was given."""
    if event is not None:
        return situation_of(event) if field_of(event).chips else None
    return library_situation(levels, asked.get("expected"))


def _unnumbered(row: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if key != "number"}


def _chips_of(event: Tournament | None) -> list[Chip]:
    if event is None or event.chip_set is None:
        return []
    return [Chip(chip.value, chip.face, chip.edge) for chip in event.chip_set.chips.all()]
