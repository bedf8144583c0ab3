"""Printed seat lists, to be pinned to a wall: by surname or by table."""

from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from seating.boards.seat_list import seats_in_public
from tourney.access.roles import Permission
from tourney.now import room_now
from tourney.signals import for_teams
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import staff_page

# A browser lays out this many without delay.
_NAMES_AT_ONCE = 600
_TABLES_AT_ONCE = 60


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def seat_lists(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print who sits where on A4, by surname or by table (`by`), with public names as on displays."""
    event = event_of(tournament_id)
    by = "table" if request.GET.get("by") == "table" else "name"
    with consistent_read():
        seats = seats_in_public(event)["seats"]
        now = room_now()
    # Both players of a team are listed, at one seat.
    count = len({(table, seat) for _name, table, seat in seats})
    context: dict[str, Any] = {"event": event, "by": by, "count": count, "now": now}
    context["for_teams"] = for_teams.ask(event)
    if by == "table":
        ordered = sorted(seats, key=lambda seat: seat[1:])
        tables = [(table, list(some)) for table, some in groupby(ordered, key=lambda seat: seat[1])]
        part: Any = Paginator(tables, _TABLES_AT_ONCE).get_page(request.GET.get("part"))
        context["tables"] = list(part)
    else:
        part = Paginator(seats, _NAMES_AT_ONCE).get_page(request.GET.get("part"))
        context["names"] = list(part)
    return render(request, "floor/print_seats.html", {**context, "part": part})
