"""Printed moves: a list for the floor by source table, and a slip for each player."""

from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from players.services.partners import entry_name
from seating.models import Move
from tourney.access.roles import Permission
from tourney.rules.numbers import whole_number
from tourney.signals import for_teams
from web.office.details import event_of
from web.shared.access import staff_page

# Batch size of a large redraw that a browser lays out without delay.
_LINES_AT_ONCE = 600
_SLIPS_AT_ONCE = 240
# Number of batches offered.
_BATCHES = 20


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def open_moves(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print all players on the move, or one batch (`batch`): an A4 list or 80 mm slips."""
    event = event_of(tournament_id)
    under_way = Move.objects.filter(tournament=event, arrived_at__isnull=True, dropped_at__isnull=True)
    batches = _batches(under_way)
    batch = whole_number(request.GET.get("batch", ""))
    rows = under_way if batch is None else under_way.filter(batch=batch)
    paper = "roll" if request.GET.get("paper") == "roll" else "a4"
    ordered = rows.select_related(
        "entry__player", "entry__partner__player", "from_table__table", "to_table__table"
    ).order_by(F("from_table__table__number").asc(nulls_first=True), "from_seat", "pk")
    part = Paginator(ordered, _SLIPS_AT_ONCE if paper == "roll" else _LINES_AT_ONCE).get_page(
        request.GET.get("part")
    )
    moves = [_line(move) for move in part]
    tables = [(table, list(some)) for table, some in groupby(moves, key=lambda one: one["from_table"])]
    context = {
        "event": event,
        "part": part,
        "moves": moves,
        "tables": tables,
        "batches": batches,
        "batch": batch,
        "paper": paper,
        "for_teams": for_teams.ask(event),
    }
    return render(request, "floor/print_moves.html", context)


def _batches(under_way: QuerySet[Move]) -> list[dict[str, Any]]:
    """Return the batches to choose from, newest first."""
    counted = under_way.order_by("-batch").values("batch", "kind").annotate(count=Count("pk"))
    return list(counted[:_BATCHES])


def _line(move: Move) -> dict[str, Any]:
    return {
        "name": entry_name(move.entry),
        "kind": move.kind,
        "from_table": None if move.from_table is None else move.from_table.table.number,
        "from_seat": move.from_seat,
        "table": move.to_table.table.number,
        "seat": move.to_seat,
        "at": move.made_at,
    }
