"""The structure of an event, editable while it runs."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.models import Structure
from clock.rules.structure import to_wire
from clock.services.event_clock import event_clock_of
from tourney.access.roles import Permission
from web.office.details import event_of
from web.office.structure_editor import editor_config, state_of_event
from web.office.structure_suggestion import suggested_levels
from web.shared.access import actor_of, staff_page
from web.shared.structure_names import structure_name


@never_cache
@require_GET
@staff_page()
def event_structure(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show an event's structure: the editor, or read-only rows without the permission."""
    event = event_of(tournament_id)
    event_clock = event_clock_of(event)
    state = state_of_event(event_clock, event)
    context: dict[str, Any] = {"event": event, "state": state}
    if not actor_of(request).may(Permission.EDIT_STRUCTURE) or event.closed_at is not None:
        context.update(name=event.name, levels=to_wire(event_clock.levels))
        return render(request, "office/structure_read.html", context)
    library = Structure.objects.filter(tournament__isnull=True).values_list("pk", "name")
    context["library"] = [(pk, structure_name(name)) for pk, name in library]
    levels, begun = list(event_clock.levels), 0 if state["running"] is None else state["running"] + 1
    suggested = suggested_levels(request)
    if suggested is not None:
        # Rows that have begun stay; the suggestion takes their place in its own order.
        levels = levels[:begun] + suggested[begun:]
    context["config"] = editor_config(
        request, levels, event={"id": event.pk, **state}, unsaved=suggested is not None
    )
    return render(request, "office/structure_event.html", context)
