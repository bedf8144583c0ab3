"""The history of the room's events: searched by name, date and winner."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from planning.services.history import past_events as search
from tourney.access.roles import Permission
from tourney.snapshot import consistent_read
from web.shared.access import staff_page

_COUNT = 50
_LONGEST = 80


@never_cache
@require_GET
@staff_page(Permission.SEE_STAFF)
def past_events(request: HttpRequest) -> HttpResponse:
    """List the events that have started or are closed, the newest first."""
    text = request.GET.get("q", "").strip()[:_LONGEST]
    first, last = _day(request.GET.get("first", "")), _day(request.GET.get("last", ""))
    page = _page(request.GET.get("page", ""))
    with consistent_read():
        events, more = search(text, first, last, (page - 1) * _COUNT, _COUNT)
    terms = request.GET.copy()
    terms.pop("page", None)
    context = {
        "q": text,
        "first": first,
        "last": last,
        "events": events,
        "terms": terms.urlencode(),
        "earlier": page + 1 if more else None,
        "later": page - 1 if page > 1 else None,
    }
    return render(request, "office/past_events.html", context)


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text) if len(text) == len("2026-01-01") else None
    except ValueError:
        return None
    # Days at the ends of the calendar have no day before or after them in another time zone.
    return day if day is not None and 1900 <= day.year <= 2100 else None


def _page(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
