"""A draw for everybody to check: what went in, the seed, its hash, and the same seats once more."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.shown import alphabetical, entries_in_public
from seating.checking import (
    announced_for,
    announcement_of,
    draw_of,
    inputs_sha256,
    is_undone,
    paper_of,
    verdict_of,
    withheld,
)
from seating.models import Draw
from tourney.access.roles import May
from tourney.access.viewers import viewer_of_user

_A_PAGE = 200
_SUITS = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
_RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}


def _seat_rows(draw: Draw, again: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Each seat that was given out, and the one that comes out now, by name."""
    seats = draw.outcome["seats"]
    names = entries_in_public(draw.tournament, [entry for entry, _table, _seat in seats])
    now = {entry: (table, seat) for entry, table, seat in (again or {"seats": []})["seats"]}
    rows = [
        {
            "name": names.get(entry, ""),
            "entry": entry,
            "table": table,
            "seat": seat,
            "now": now.get(entry),
            "same": now.get(entry) == (table, seat),
        }
        for entry, table, seat in seats
    ]
    return sorted(rows, key=lambda row: (alphabetical(row["name"]), row["entry"]))


def _card_rows(draw: Draw) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "card": f"{_RANKS.get(rank, rank)}{_SUITS[suit]}",
            "best": seat == draw.outcome["seat"],
        }
        for seat, rank, suit in draw.outcome["cards"]
    ]


@never_cache
@require_GET
def draw(request: HttpRequest, digest: str) -> HttpResponse:
    """The page of one draw, or of the hash of one that has not been held yet."""
    row = draw_of(digest)
    if row is None:
        event = announced_for(digest)
        if event is None:
            raise Http404
        return render(request, "screens/draw.html", {"waits": event, "digest": digest})
    verdict = verdict_of(row)
    asked = request.GET.get("q", "").strip()[:80]
    rows = [] if row.kind == "button" else _seat_rows(row, verdict.again)
    if asked:
        wanted = alphabetical(asked)[0]
        rows = [one for one in rows if wanted in alphabetical(one["name"])[0] or asked == str(one["entry"])]
    kinds = {
        "field": _("Draw of the field"),
        "seat": _("Draw of one seat"),
        "button": _("Draw of the button"),
    }
    return render(
        request,
        "screens/draw.html",
        {
            "draw": row,
            "digest": digest,
            "title": kinds[row.kind],
            "verdict": verdict,
            "announced": announcement_of(row),
            "undone": is_undone(row),
            "withheld": withheld(row),
            "inputs_sha256": inputs_sha256(row),
            "rows": Paginator(rows, _A_PAGE).get_page(request.GET.get("page")),
            "asked": asked,
            "cards": _card_rows(row) if row.kind == "button" else [],
        },
    )


@never_cache
@require_GET
def draw_file(request: HttpRequest, digest: str) -> HttpResponse:
    """The draw as JSON, to be checked with a program of one's own. Staff get the conditions about people as well."""
    row = draw_of(digest)
    if row is None:
        raise Http404
    actor = viewer_of_user(request.user).actor
    paper = paper_of(row, whole=actor is not None and actor.may(May.SEE_STAFF))
    entries = [entry for entry, _table, _seat in row.outcome.get("seats", [])]
    paper["names"] = entries_in_public(row.tournament, entries)
    answer = JsonResponse(paper, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="draw-{digest[:12]}.json"'
    return answer
