"""The public page of a season: ranking, championship, cup, titles and all years, by public names."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from seasons.models import Season
from seasons.services.seasons import current_season, season_of
from tourney.live.mark_cache import MarkCache
from tourney.live.snapshots import mark_of
from tourney.now import room_now
from tourney.snapshot import consistent_read
from web.public.season_lists import lists_of, season_context

# Season, full names, whole lists, day, language. Any journal entry may change a list.
_Key = tuple[int, bool, bool, date, str]
_pages: MarkCache[_Key, dict[str, Any]] = MarkCache(most=64)
# What the public page shows besides its lists, which are kept as text.
_BESIDE = ("season", "at", "points_text")
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


def _read(season_id: int, full: bool, whole: bool) -> dict[str, Any]:
    with consistent_read():
        row = season_of(season_id)
        if row is None:
            raise Http404
        context: dict[str, Any] = {
            "full": full,
            "at": room_now(),
            "seasons": list(Season.objects.order_by("-first_day", "-pk")),
            **season_context(lists_of(row, full=full)),
        }
    if not whole:
        _shorten(context)
    if full:
        return context
    text = render_to_string("public/part_season_lists.html", context)
    return {**{name: context[name] for name in _BESIDE}, "lists": text}


def forget_all() -> None:
    """Clear the cache after rows were changed outside a command."""
    _pages.clear()


def season_shown(request: HttpRequest, season_id: int | None, *, full: bool) -> HttpResponse:
    """Render all lists of a season.

    Args:
        request: of the page.
        season_id: the season; None: the current one.
        full: whether names are full, for staff.
    """
    row = current_season() if season_id is None else season_of(season_id)
    if row is None and season_id is not None:
        raise Http404
    context: dict[str, Any] = {"full": full}
    if row is not None:
        key = (row.pk, full, bool(request.GET.get("all")), localdate(room_now()), get_language() or "")
        context |= _pages.get(key, lambda: mark_of("room"), lambda: _read(*key[:3])) or {}
    return render(request, "public/season.html", context)
