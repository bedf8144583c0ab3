"""Weekly plans as rules, their dates, and what is due. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from django.utils.timezone import get_current_timezone

from planning.models import ClosedDays, PlannedEvent, WeeklyPlan
from planning.rules.schedule import Closing, Plan, PlanDate, dates_of, due_dates


@dataclass(frozen=True, slots=True)
class PlannedDate:
    """A date of a plan, and the event that was made for it; None before."""

    plan: WeeklyPlan
    date: PlanDate
    event: int | None


def closings() -> list[Closing]:
    """Return the days on which the room is closed."""
    return [Closing(row.first_day, row.last_day, row.name) for row in ClosedDays.objects.all()]


def rule_of(row: WeeklyPlan) -> Plan:
    """Return a plan with its exceptions."""
    exceptions = {
        one.day: time.fromisoformat(one.start) if one.start else None for one in row.exceptions.all()
    }
    return Plan(
        row.weekday,
        time.fromisoformat(row.start),
        row.first_day,
        row.last_day,
        row.every,
        row.days_ahead,
        exceptions,
    )


def active_plans() -> list[WeeklyPlan]:
    """Return the plans that make events."""
    return list(WeeklyPlan.objects.filter(active=True).prefetch_related("exceptions"))


def due_now(now: datetime, plans: Sequence[WeeklyPlan] | None = None) -> list[tuple[WeeklyPlan, PlanDate]]:
    """Return plan and date of the events that have to exist now and do not yet."""
    rows = active_plans() if plans is None else plans
    if not rows:
        return []
    closed, zone = closings(), get_current_timezone()
    made = set(PlannedEvent.objects.filter(plan__in=rows).values_list("plan", "day"))
    return [
        (row, one)
        for row in rows
        for one in due_dates(rule_of(row), closed, now, zone)
        if (row.pk, one.day) not in made
    ]


def planned_dates(first: date, last: date, plans: Sequence[WeeklyPlan] | None = None) -> list[PlannedDate]:
    """Return what the plans hold within two days, both included, by start."""
    rows = active_plans() if plans is None else plans
    closed, zone = closings(), get_current_timezone()
    made = {
        (plan, day): event
        for plan, day, event in PlannedEvent.objects.filter(plan__in=rows).values_list(
            "plan", "day", "tournament"
        )
    }
    found = [
        PlannedDate(row, one, made.get((row.pk, one.day)))
        for row in rows
        for one in dates_of(rule_of(row), first, last, closed, zone)
    ]
    return sorted(found, key=lambda one: (one.date.at, one.plan.pk))
