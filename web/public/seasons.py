"""The public page of a season: ranking, championship, cup, titles and all years, by public names."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from seasons.models import Season
from seasons.services.seasons import current_season
from tourney.now import room_now
from tourney.snapshot import consistent_read
from web.public.season_lists import lists_of, season_context


@never_cache
@require_GET
def season(request: HttpRequest, season_id: int | None = None) -> HttpResponse:
    """Show a season without a login; the current one by default."""
    return season_shown(request, season_id, full=False)


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
        context = {
            "full": full,
            "at": room_now(),
            "seasons": list(Season.objects.order_by("-first_day", "-pk")),
        }
        if row is not None:
            context |= season_context(lists_of(row, full=full))
    return render(request, "public/season.html", context)
