"""Printed bag slips, one for each stack, and the list of all bags for signature."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from procedures.boards.bags import BagsBoard, bags
from procedures.services.bag_sheets import SeatBag, SheetRow, bag_sheet, bags_by_next_seat
from procedures.services.chip_races import chips_left
from stages.services.rules import flights_and_days
from tourney.access.roles import Permission
from tourney.models import Tournament
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from tourney.services.addresses import room_address
from tourney.services.qr import qr_picture
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import staff_page

_SLIPS_AT_ONCE = 120
_LINES_AT_ONCE = 600


def _are_carried(event: Tournament, rows: Sequence[SheetRow | SeatBag]) -> bool:
    """Return whether players brought bags from other events."""
    return any(isinstance(row, SeatBag) and row.event != event.pk for row in rows)


def _day_of(board: BagsBoard | None, *, laid_out: bool) -> int:
    """Return the day that ends or has ended; of bags that are laid out, the one that begins."""
    day = 0 if board is None else board.day
    return day + 1 if laid_out else max(day, 1)


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def bag_slips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the slips of counted stacks, for one table (`table`) or for all: 80 mm or A4 (`paper`). Once the seats of
    the next day are drawn, the slips say where the bags are laid out.
    """
    event = event_of(tournament_id)
    wanted = whole_number(request.GET.get("table", ""))
    paper = "a4" if request.GET.get("paper") == "a4" else "roll"
    with consistent_read():
        board, seats = bags(event.pk), bags_by_next_seat(event)
        found: Sequence[SheetRow | SeatBag] = bag_sheet(event) if seats is None else seats
        # A slip says where its bag is laid out; a bag without a seat is only listed.
        rows = [row for row in found if (row.table if wanted is None else row.table == wanted)]
        chips = sorted(chips_left(event), reverse=True)
    part = Paginator(rows, _SLIPS_AT_ONCE).get_page(request.GET.get("part"))
    address = room_address(request) + reverse("stack_counts", args=[event.pk])
    slips = [
        {
            "row": row,
            # Where it is handed in, or opened.
            "qr": qr_picture(
                f"{address}?table={row.table}" if isinstance(row, SeatBag) else f"{address}?bag={row.number}"
            ),
            "pieces": []
            if isinstance(row, SeatBag)
            else [(value, count, value * count) for value, count in row.pieces.items()],
        }
        for row in part
    ]
    context = {
        "event": event,
        "day": _day_of(board, laid_out=seats is not None),
        "laid_out": seats is not None,
        "carried": _are_carried(event, rows),
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
    """Print all bags by table, with room for the signature of each player and for ticking off, on A4. Once the seats
    of the next day are drawn, they are listed by these.
    """
    event = event_of(tournament_id)
    with consistent_read():
        board, seats = bags(event.pk), bags_by_next_seat(event)
        rows: Sequence[SheetRow | SeatBag] = bag_sheet(event) if seats is None else seats
        parts = {one.event: one.name for one in flights_and_days(event)}
    part: Any = Paginator(rows, _LINES_AT_ONCE).get_page(request.GET.get("part"))
    tables = [(table, list(some)) for table, some in groupby(part, key=lambda row: row.table)]
    context = {
        "event": event,
        "day": _day_of(board, laid_out=seats is not None),
        "laid_out": seats is not None,
        "carried": _are_carried(event, rows),
        "tables": [
            (
                table,
                [(row, parts.get(row.event, "") if isinstance(row, SeatBag) else "") for row in some],
                sum(row.stack for row in some),
            )
            for table, some in tables
        ],
        "count": len(rows),
        "chips": sum(row.stack for row in rows),
        "part": part,
        "now": room_now(),
    }
    return render(request, "floor/print_bag_list.html", context)
