"""The public page of a season: ranking, championship, cup, titles and all years, by public names."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from seasons.models import Season
from seasons.services.seasons import current_season
from tourney.now import room_now
from tourney.snapshot import consistent_read
from web.public.season_lists import lists_of, season_context

# Rows of each list, unless all are asked for.
_ROWS = 100


@never_cache
@require_GET
def season(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """Show a season without a login; the current one by default."""
    return season_shown(request, season_id, full=False)


def _shorten(context: dict[str, Any]) -> None:
    lists = ("ranking", "championship", "all_time")
    context["more"] = max(len(context[name]) for name in lists) > _ROWS
    for name in lists:
        context[name] = context[name][:_ROWS]


def season_shown(request: HttpRequest, season_id: int | None, *, full: bool) -> HttpResponse:
    """Render all lists of a season.

    Args:
        request: of the page.
        season_id: the season; None: the current one.
        full: whether names are full, for staff.
    """
    with consistent_read():
        row = current_season() if season_id is None else Season.objects.filter(pk=season_id).first()
        if row is None and season_id is not None:
            raise Http404
        context: dict[str, Any] = {
            "full": full,
            "at": room_now(),
            "seasons": list(Season.objects.order_by("-first_day", "-pk")),
        }
        if row is not None:
            context |= season_context(lists_of(row, full=full))
            if not request.GET.get("all"):
                _shorten(context)
    return render(request, "public/season.html", context)
