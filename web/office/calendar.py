"""The calendar of the room, one month on a page."""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import WEEKDAYS
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from planning.services.month import weeks_of
from tourney.access.roles import Permission
from tourney.now import room_now
from tourney.services.dates import month_text
from tourney.snapshot import consistent_read
from web.shared.access import staff_page

# Years at the ends of the calendar have no month before or after them.
_FIRST, _LAST = 1900, 2100


@never_cache
@require_GET
@staff_page(Permission.SEE_STAFF)
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the events of a month, dates of weekly plans, and closed days."""
    today = localdate(room_now())
    first = _month(request.GET.get("month", "")) or today.replace(day=1)
    with consistent_read():
        weeks = weeks_of(first)
    context = {
        "weeks": weeks,
        "weekdays": [str(name) for name in WEEKDAYS.values()],
        "today": today,
        "title": month_text(first),
        "before": f"{first - timedelta(days=1):%Y-%m}",
        "after": f"{first + timedelta(days=32):%Y-%m}",
        "is_empty": not any(day.events or day.closed for week in weeks for day in week if day.is_inside),
    }
    return render(request, "office/calendar.html", context)


def _month(text: str) -> date | None:
    try:
        found = date.fromisoformat(f"{text}-01") if len(text) == len("2026-01") else None
    except ValueError:
        return None
    return found if found is not None and _FIRST <= found.year <= _LAST else None
