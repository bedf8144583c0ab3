"""Printed slips of a chip race: one for each table, blank or with the result."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from msgspec.structs import asdict

from players.services.partners import with_partners
from procedures.boards.race_tables import RaceTableBoard, tables_of_race
from tourney.access.roles import Permission
from tourney.models import Entry
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.access import staff_page

_SLIPS_AT_ONCE = 120
_SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


@never_cache
@require_GET
@staff_page(Permission.DEAL)
def race_slips(request: HttpRequest, tournament_id: int, race: int) -> HttpResponse:
    """Print the slips of a chip race, for one table (`table`) or for all."""
    event = event_of(tournament_id)
    with consistent_read():
        found = tables_of_race(event, race)
        if found is None:
            raise Http404
        wanted = request.GET.get("table", "")
        tables = [one for one in found if wanted in ("", str(one.number))]
        part = Paginator(tables, _SLIPS_AT_ONCE).get_page(request.GET.get("part"))
        entries = {entry for one in part for entry in one.entries.values() if entry is not None}
        rows = Entry.objects.filter(pk__in=entries).values_list("pk", "player__name")
        names = with_partners(dict(rows))
    slips = [_slip(one, names) for one in part]
    context = {"event": event, "part": part, "slips": slips, "wanted": wanted, "paper": "roll"}
    return render(request, "floor/print_race.html", context)


def _slip(table: RaceTableBoard, names: dict[int, str]) -> dict[str, Any]:
    """Return a table with a row for each seat, blank if not counted yet."""
    counted = {one.seat: one for one in table.seats}
    lines = [
        {
            "seat": seat,
            "name": names.get(entry, "") if entry is not None else "",
            "counted": counted.get(seat),
            "cards": " ".join(
                f"{_RANKS.get(rank, rank)}{_SUITS[suit]}"
                for rank, suit in (counted[seat].cards if seat in counted else [])
            ),
        }
        for seat, entry in table.entries.items()
    ]
    return {**asdict(table), "lines": lines, "decided": table.state in ("dealt", "done")}
