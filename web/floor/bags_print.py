"""Printed bag slips, one for each stack, and the list of all bags for signature."""

from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from procedures.boards.bags import bags
from procedures.services.bags import bag_sheet
from procedures.services.chip_races import chips_left
from tourney.access.roles import Permission
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from tourney.services.addresses import room_address
from tourney.services.qr import qr_picture
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import staff_page

_SLIPS_AT_ONCE = 120
_LINES_AT_ONCE = 600


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def bag_slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the slips of counted stacks, for one table (`table`) or for all: 80 mm or A4 (`paper`)."""
    event = event_of(tournament_id)
    wanted = whole_number(request.GET.get("table", ""))
    paper = "a4" if request.GET.get("paper") == "a4" else "roll"
    with consistent_read():
        board = bags(event.pk)
        rows = [row for row in bag_sheet(event) if wanted is None or row.table == wanted]
        chips = sorted(chips_left(event), reverse=True)
    part = Paginator(rows, _SLIPS_AT_ONCE).get_page(request.GET.get("part"))
    address = room_address(request) + reverse("stack_counts", args=[event.pk])
    slips = [
        {
            "row": row,
            "qr": qr_picture(f"{address}?bag={row.number}"),
            "pieces": [(value, count, value * count) for value, count in row.pieces.items()],
        }
        for row in part
    ]
    context = {
        "event": event,
        "day": 1 if board is None else max(board.day, 1),
        "slips": slips,
        "part": part,
        "paper": paper,
        "wanted": wanted,
        "chips": chips,
        "now": room_now(),
    }
    return render(request, "floor/print_bags.html", context)


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def bag_list(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print all bags by table, with room for the signature of each player and for ticking off, on A4."""
    event = event_of(tournament_id)
    with consistent_read():
        board, rows = bags(event.pk), bag_sheet(event)
    part: Any = Paginator(rows, _LINES_AT_ONCE).get_page(request.GET.get("part"))
    tables = [(table, list(some)) for table, some in groupby(part, key=lambda row: row.table)]
    context = {
        "event": event,
        "day": 1 if board is None else max(board.day, 1),
        "tables": [(table, some, sum(row.chips for row in some)) for table, some in tables],
        "count": len(rows),
        "chips": sum(row.chips for row in rows),
        "part": part,
        "now": room_now(),
    }
    return render(request, "floor/print_bag_list.html", context)
