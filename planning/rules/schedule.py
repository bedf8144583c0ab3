"""Dates of a weekly plan, with exceptions and closed days, and when its events are due. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Literal

from tourney.rules.wall_time import Change, at_wall_time

State = Literal["held", "skipped", "closed"]


@dataclass(frozen=True, slots=True)
class Closing:
    """Days on which the room is closed."""

    first_day: date
    last_day: date
    name: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A weekly plan.

    Attributes:
        weekday: 0 is Monday. `start`: time of day on the room's wall.
        every: every so many weeks, counted from the week of the first date.
        first_day, last_day: no date is before or after them; None: without end.
        days_ahead: its event is made so many days before.
        exceptions: by date another start, or None for no event.
    """

    weekday: int
    start: time
    first_day: date
    last_day: date | None = None
    every: int = 1
    days_ahead: int = 7
    exceptions: Mapping[date, time | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanDate:
    """What a plan holds on one of its dates.

    Attributes:
        state: "held", "skipped" (an exception) or "closed" (the room).
        at: the start, in UTC; also of a date that is not held.
        moved: whether it starts at another time than usual.
        change: "skipped" or "repeated" if the wall shows the start never or twice (`tourney.rules.wall_time`).
        reason: the name of the closed days, or "".
    """

    day: date
    state: State
    at: datetime
    moved: bool = False
    change: Change = ""
    reason: str = ""


def days_of(plan: Plan, first: date, last: date) -> Iterator[date]:
    """Yield the dates of a plan within two days, both included, without looking at exceptions."""
    begin = plan.first_day + timedelta(days=(plan.weekday - plan.first_day.weekday()) % 7)
    step = timedelta(weeks=plan.every)
    if first > begin:
        begin += step * -((begin - first) // step)
    end = last if plan.last_day is None else min(last, plan.last_day)
    while begin <= end:
        yield begin
        begin += step


def is_day_of(plan: Plan, day: date) -> bool:
    """Return whether a date is one of a plan's."""
    return day in days_of(plan, day, day)


def date_of(plan: Plan, day: date, closings: Sequence[Closing], zone: tzinfo) -> PlanDate:
    """Return what a plan holds on one of its dates. An exception with a start holds on closed days as well."""
    has_exception = day in plan.exceptions
    start = plan.exceptions.get(day) or plan.start
    wall = at_wall_time(day, start, zone)
    closed = next((one for one in closings if one.first_day <= day <= one.last_day), None)
    if has_exception and plan.exceptions[day] is None:
        return PlanDate(day, "skipped", wall.at)
    if closed is not None and not has_exception:
        return PlanDate(day, "closed", wall.at, reason=closed.name)
    return PlanDate(day, "held", wall.at, moved=start != plan.start, change=wall.change)


def dates_of(
    plan: Plan, first: date, last: date, closings: Sequence[Closing], zone: tzinfo
) -> list[PlanDate]:
    """Return what a plan holds within two days, both included."""
    return [date_of(plan, day, closings, zone) for day in days_of(plan, first, last)]


def due_dates(plan: Plan, closings: Sequence[Closing], now: datetime, zone: tzinfo) -> list[PlanDate]:
    """Return the dates whose event has to exist now: it is held, has not started, and is close enough.

    Days count as the wall shows them: an event that is made seven days ahead is made from the first minute of that day.
    """
    today = now.astimezone(zone).date()
    dates = dates_of(plan, today, today + timedelta(days=plan.days_ahead), closings, zone)
    return [one for one in dates if one.state == "held" and one.at > now]
