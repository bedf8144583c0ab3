"""A month of the room: events with their start, dates of weekly plans, closed days. Reads only."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from django.db.models.functions import Coalesce
from django.utils.timezone import get_current_timezone, localdate

from planning.services.schedule import closings, planned_dates
from tourney.models import Tournament
from tourney.rules.wall_time import at_wall_time

# More than a month of the busiest room.
_MOST = 500
_DAYS = 7


@dataclass(frozen=True, slots=True)
class MonthEvent:
    """An event, or a date of a weekly plan whose event is not made yet.

    Attributes:
        event: None of a plan.
        at: its start, or a day on which it is listed without one.
        has_start: whether a start is known.
        state: "over" once it is closed; "open" before; "planned" of a plan.
    """

    at: datetime
    has_start: bool
    name: str
    event: int | None
    state: Literal["over", "open", "planned"]


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A day of the calendar.

    Attributes:
        is_inside: whether it belongs to the month, and not to a week that the month shares with another.
        closed: why the room is closed; "" if it is not.
    """

    day: date
    is_inside: bool
    events: list[MonthEvent]
    closed: str


def weeks_of(first: date) -> list[list[MonthDay]]:
    """Return the weeks of a month, from Monday to Sunday.

    Args:
        first: its first day.
    """
    following = (first + timedelta(days=32)).replace(day=1)
    begin = first - timedelta(days=first.weekday())
    count = -(-((following - begin).days) // _DAYS)
    days = [begin + timedelta(days=number) for number in range(count * _DAYS)]
    events, closed = _events(days[0], days[-1]), closings()
    found = [
        MonthDay(
            day,
            first <= day < following,
            events[day],
            next((one.name for one in closed if one.first_day <= day <= one.last_day), ""),
        )
        for day in days
    ]
    return [found[at : at + _DAYS] for at in range(0, len(found), _DAYS)]


def _events(first: date, last: date) -> dict[date, list[MonthEvent]]:
    zone = get_current_timezone()
    known = Coalesce("registration__started_at", "clock__planned_start")
    rows = Tournament.objects.filter(demo_speed__isnull=True).annotate(
        known=known, start=Coalesce(known, "closed_at", "created_at")
    )
    midnight = [at_wall_time(day, time.min, zone).at for day in (first, last + timedelta(days=1))]
    rows = rows.filter(start__gte=midnight[0], start__lt=midnight[1]).order_by("start", "pk")
    found = [
        MonthEvent(one.start, one.known is not None, one.name, one.pk, "over" if one.closed_at else "open")
        for one in rows[:_MOST]
    ]
    found += [
        MonthEvent(one.date.at, True, one.plan.name, None, "planned")
        for one in planned_dates(max(first, localdate()), max(last, localdate()))
        if one.event is None and one.date.state == "held" and one.date.day <= last
    ]
    by_day: dict[date, list[MonthEvent]] = defaultdict(list)
    for event in sorted(found, key=lambda one: one.at):
        by_day[localdate(event.at)].append(event)
    return by_day
