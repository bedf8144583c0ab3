"""The schedule of the room as an iCalendar feed, for the calendars of players and staff."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.timezone import localdate
from django.views.decorators.http import require_GET

from clock.models import Clock
from clock.services.event_clock import levels_of
from planning.models import PlannedEvent
from planning.rules.icalendar import CalendarEvent, calendar_text
from planning.services.schedule import planned_dates
from tourney.models import Room
from tourney.now import room_now
from tourney.services.addresses import room_address
from tourney.snapshot import consistent_read

_WEEKS = 8
_MOST = 200
# Of a date whose event has not been made, and of a structure over several days.
_USUAL_HOURS = 4
_MOST_HOURS = 12


@require_GET
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """Return the planned events of the next weeks, and the dates of weekly plans."""
    room = Room.objects.get_or_create(id=1)[0]
    with consistent_read():
        events = sorted(_events(room_address(request)), key=lambda one: (one.start, one.uid))
    text = calendar_text(room.name, events[:_MOST], room_now())
    headers = {"Cache-Control": "public, max-age=300", "Content-Disposition": 'inline; filename="events.ics"'}
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)


def _events(address: str) -> list[CalendarEvent]:
    now, today = room_now(), localdate(room_now())
    rows = Clock.objects.filter(
        planned_start__gte=now - timedelta(days=1),
        tournament__closed_at__isnull=True,
        tournament__demo_speed__isnull=True,
    ).select_related("tournament", "tournament__structure")
    clocks = list(rows.prefetch_related("tournament__structure__rows").order_by("planned_start")[:_MOST])
    plans = {
        event: (plan, day)
        for plan, day, event in PlannedEvent.objects.filter(
            tournament__in=[clock.tournament_id for clock in clocks]
        ).values_list("plan", "day", "tournament")
    }
    found = []
    for clock in clocks:
        assert clock.planned_start is not None
        event = clock.tournament
        whole = sum(level.duration for level in levels_of(event.structure))
        end = clock.planned_start + min(timedelta(milliseconds=whole), timedelta(hours=_MOST_HOURS))
        key = "plan {} {}".format(*plans[event.pk]) if event.pk in plans else f"event {event.pk}"
        page = address and address + reverse("event_public", args=[event.pk])
        found.append(CalendarEvent(_uid(key), clock.planned_start, end, event.name, address=page))
    for one in planned_dates(today, today + timedelta(weeks=_WEEKS)):
        if one.event is None and one.date.state == "held" and one.date.at > now:
            end = one.date.at + timedelta(hours=_USUAL_HOURS)
            uid = _uid(f"plan {one.plan.pk} {one.date.day}")
            found.append(CalendarEvent(uid, one.date.at, end, one.plan.name))
    return found


def _uid(key: str) -> str:
    """Return an identifier that stays the same, and differs from those of other rooms."""
    return f"{salted_hmac('calendar', key).hexdigest()}@poker-room"
