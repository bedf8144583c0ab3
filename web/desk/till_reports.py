"""Printed till reports: one shift, and a whole day."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.boards import till as boards
from desk.models import Drawer
from tourney.access.roles import Permission
from tourney.now import room_now, to_ms
from web.desk.till import user_of
from web.shared.access import actor_of, staff_page

# Earlier and later days are rejected: no room was open, and adding a year must stay a valid date.
_YEARS = range(2000, 2101)


@never_cache
@require_GET
@staff_page(Permission.REGISTER_PLAYERS)
def drawer(request: HttpRequest, drawer_id: int) -> HttpResponse:
    """Print one shift of a clerk; others' shifts only for managers."""
    row = Drawer.objects.filter(pk=drawer_id).first()
    own = row is not None and row.clerk_id == user_of(request)
    if row is None or not (own or actor_of(request).may(Permission.MANAGE_MONEY)):
        raise Http404
    context = {
        "reports": [boards.drawer_report(drawer_id, blind=own)],
        "printed_at": to_ms(room_now()),
        "by": actor_of(request).name,
    }
    return render(request, "desk/print_till.html", context)


@never_cache
@require_GET
@staff_page(Permission.MANAGE_MONEY)
def day(request: HttpRequest) -> HttpResponse:
    """Print all shifts of a day with their counts; `?day=2026-11-23`, today by default."""
    today = localdate(room_now())
    try:
        wanted = parse_date(request.GET.get("day", "")) or today
    except ValueError:
        wanted = today
    if wanted.year not in _YEARS:
        wanted = today
    report = boards.day_report(wanted, reader=user_of(request))
    context = {
        "day": wanted,
        "report": report,
        "reports": report["drawers"],
        "printed_at": to_ms(room_now()),
        "by": actor_of(request).name,
    }
    return render(request, "desk/print_till.html", context)
