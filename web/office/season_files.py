"""Files and print of a season: CSV with full names, the ranking on A4, certificates."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from seasons.models import Season
from stages.services.rules import tournament_names
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.now import room_now
from tourney.rules.numbers import whole_number
from tourney.rules.text_files import write_text
from tourney.snapshot import consistent_read
from web.office.csv_files import csv_file, headings
from web.public.championship import COLUMNS
from web.public.season_lists import (
    TITLES,
    Lists,
    all_time_rows,
    championship_rows,
    lists_of,
    ranking_rows,
    season_context,
    title_rows,
)
from web.shared.access import staff_page

Rows = list[list[Any]]
_PLACES: dict[str, Promise] = {
    "place": lazy("Place"),
    "place_to": lazy("Last shared place"),
    "name": lazy("Player"),
    "points": lazy("Points"),
}
_RANKING = {**_PLACES, "correction": lazy("Correction"), "events": lazy("Events")}
_CUP: dict[str, Promise] = {
    "rank": lazy("Rank"),
    "name": lazy("Player"),
    "played": lazy("Played"),
    "scored": lazy("In the points"),
    "way": lazy("Method"),
}
_ALL_TIME = {
    **_PLACES,
    "events": lazy("Events"),
    "wins": lazy("Wins"),
    "places": lazy("Other places with points"),
    "eliminated": lazy("Eliminated"),
}


def _season(season_id: int) -> Season:
    row = Season.objects.filter(pk=season_id).first()
    if row is None:
        raise Http404
    return row


def _ranking(lists: Lists) -> Rows:
    """Return the ranking with a column per event; results that do not count are in brackets."""
    names = tournament_names([one.event for one in lists.state.counting])
    events = [f"{one.day} {write_text(names[one.event.pk])}" for one in lists.state.counting]
    found: Rows = [[*headings(_RANKING), *events]]
    for row in ranking_rows(lists):
        cells = [
            "" if cell is None else cell.points if cell.counts else f"({cell.points})"
            for cell in row["cells"]
        ]
        found.append(
            [row["best"], row["worst"], row["name"], row["points"], row["correction"], row["played"], *cells]
        )
    return found


def _championship(lists: Lists) -> Rows:
    columns = ("best", "worst", "name", "points", "knockouts", "drawn")
    rows = [[row[name] for name in columns] for row in championship_rows(lists)]
    return [headings(COLUMNS), *rows]


def _cup(lists: Lists) -> Rows:
    found: Rows = [[*headings(_CUP)]]
    for one in () if lists.cup is None else lists.cup.candidates:
        found.append([one.rank, lists.names.get(one.player, ""), one.played, one.scored, one.way])
    return found


def _all_time(lists: Lists) -> Rows:
    columns = ("best", "worst", "name", "points", "played", "wins", "places", "eliminated")
    rows = [[row[name] for name in columns] for row in all_time_rows(lists)]
    return [headings(_ALL_TIME), *rows]


_FILES: dict[str, Callable[[Lists], Rows]] = {
    "ranking": _ranking,
    "championship": _championship,
    "cup": _cup,
    "all-time": _all_time,
}


@never_cache
@require_GET
@staff_page(Permission.READ_JOURNAL)
def season_file(request: HttpRequest, season_id: int, which: str) -> HttpResponse:
    """Export a list of a season with full names."""
    if which not in _FILES:
        raise Http404
    with consistent_read():
        season = _season(season_id)
        head, *rows = _FILES[which](lists_of(season, full=True))
    cells = [[write_text(cell) if isinstance(cell, str) else str(cell) for cell in row] for row in rows]
    return csv_file([head, *cells], f"{slugify(season.name) or season.pk}-{which}.csv")


@never_cache
@require_GET
@staff_page(reads.PLAYERS)
def print_season(request: HttpRequest, season_id: int) -> HttpResponse:
    """Print the ranking on A4, by public names or by full ones for the office (`names=full`)."""
    full = request.GET.get("names") == "full"
    with consistent_read():
        context = season_context(lists_of(_season(season_id), full=full))
    return render(request, "public/print_season.html", {**context, "full": full, "at": room_now()})


@never_cache
@require_GET
@staff_page(Permission.MANAGE_EVENTS)
def print_certificate(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """Print the certificate of a title, or of a place in the ranking (`place`, with the `player`)."""
    with consistent_read():
        lists = lists_of(_season(season_id), full=True)
        context = (
            _title(lists, kind) if kind in TITLES else _place(lists, kind, request.GET.get("player", ""))
        )
    if context is None:
        raise Http404
    context |= {"season": lists.season, "at": room_now()}
    return render(request, "office/print_certificate.html", context)


def _title(lists: Lists, kind: str) -> dict[str, Any] | None:
    row = next((one for one in title_rows(lists) if one["kind"] == kind and one["winner"]), None)
    return None if row is None else {"label": row["label"], "name": row["winner"]}


def _place(lists: Lists, kind: str, player: str) -> dict[str, Any] | None:
    wanted = whole_number(player)
    row = next((one for one in ranking_rows(lists) if one["player"] == wanted), None)
    if kind != "place" or row is None:
        return None
    return {"name": row["name"], "row": row, "points": row["points"]}
