"""The room's library of structures."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clock.models import Structure
from clock.rules.structure import Level, to_wire
from clock.rules.suggestion.field_model import Field, expected_end
from clock.services.event_clock import levels_of
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from web.office.structure_editor import NEW_ROW, editor_config
from web.office.structure_sheet import to_cells
from web.office.structure_suggestion import suggested_levels
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, say_refused
from web.shared.structure_names import structure_name

# Defaults for the estimated length of an event in the list, until others are entered.
_PLAYERS, _STACK = 30, 10_000


def structure_of(structure_id: int) -> Structure:
    """Return a structure of the library, or raise the 404 page."""
    found = (
        Structure.objects.prefetch_related("rows").filter(pk=structure_id, tournament__isnull=True).first()
    )
    if found is None:
        raise Http404
    return found


@require_GET
@staff_page()
def structures(request: HttpRequest) -> HttpResponse:
    """Show the library with the estimated length of each structure."""
    form = Form({"players": _PLAYERS, "stack": _STACK, **request.GET.dict()})
    players, stack = form.whole("players"), form.chips("stack")
    if not 1 <= players <= 100_000:
        form.fail("players", _("From 1 to 100,000."))
    if not 1 <= stack <= 10**12:
        form.fail("stack", _("Enter a valid starting stack."))
    field = None if form.errors else Field(players, stack)
    rows = Structure.objects.filter(tournament__isnull=True).prefetch_related("rows")
    listed = sorted((_listed(row, field) for row in rows), key=lambda one: one["name"].casefold())
    context = {"structures": listed, "form": form}
    return render(request, "office/structures.html", context)


def _listed(row: Structure, field: Field | None) -> dict[str, Any]:
    levels = levels_of(row)
    played = [level for level in levels if level.kind == "level"]
    return {
        "id": row.pk,
        "name": structure_name(row.name),
        "levels": len(played),
        "breaks": len(levels) - len(played),
        "first": played[0] if played else None,
        "last": played[-1] if played else None,
        "total": sum(level.duration for level in levels),
        "expected": None if field is None or not played else expected_end(levels, field),
        "days": 1 + sum(level.ends_day for level in levels[:-1]),
    }


@never_cache
@require_GET
@staff_page()
def structure(request: HttpRequest, structure_id: int) -> HttpResponse:
    """Show one structure of the library: the editor, or read-only rows without the permission."""
    row = structure_of(structure_id)
    levels = levels_of(row)
    if not actor_of(request).may(Permission.EDIT_STRUCTURE):
        context = {"name": structure_name(row.name), "levels": to_wire(levels), "structure": row}
        return render(request, "office/structure_read.html", context)
    return _editor(request, row.name, levels, row)


@never_cache
@require_GET
@staff_page(Permission.EDIT_STRUCTURE)
def new_structure(request: HttpRequest) -> HttpResponse:
    """Show the editor with a first row, or with the suggestion that the query asks for."""
    return _editor(request, "", suggested_levels(request) or [NEW_ROW], None)


def _editor(request: HttpRequest, name: str, levels: list[Level], row: Structure | None) -> HttpResponse:
    config = editor_config(request, levels, structure=row.pk if row else None, library=reverse("structures"))
    context = {"name": name, "structure": row, "config": config}
    return render(request, "office/structure_edit.html", context)


@never_cache
@require_GET
@staff_page()
def rows(request: HttpRequest, structure_id: int) -> JsonResponse:
    """Return the rows of a library structure as cells, for an event's editor."""
    row = structure_of(structure_id)
    return JsonResponse({"name": row.name, "rows": to_cells(levels_of(row))})


@require_POST
@staff_page(Permission.EDIT_STRUCTURE)
def remove(request: HttpRequest, structure_id: int) -> HttpResponse:
    """Remove a structure from the library."""
    form = Form.sent(request)
    if form.act(request, "structure.remove", structure=structure_id) is None:
        say_refused(request, Refused("refused", form.message, form.rule))
    return redirect("structures")
