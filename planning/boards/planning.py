"""Templates, weekly plans and closed days, for the API."""

from msgspec import Struct

from planning.models import ClosedDays, EventTemplate, WeeklyPlan
from planning.services.template_document import price_of
from tourney.access.roles import Permission
from tourney.live.resources import resource
from tourney.now import to_ms


class TemplateRow(Struct, frozen=True):
    """A template of events.

    Attributes:
        structure: name of its structure.
        price: the whole buy-in, in minor units of `currency`.
        saved_at: in ms.
    """

    template: int
    name: str
    structure: str
    price: int
    currency: str
    saved_at: int | None


class PlanDay(Struct, frozen=True):
    """A date on which a plan differs.

    Attributes:
        start: time of day; "" for no event.
    """

    day: str
    start: str


class PlanRow(Struct, frozen=True):
    """A weekly plan. Days are dates, times are times of day in the room.

    Attributes:
        name: of the events.
        weekday: 0 is Monday.
        every: weeks from one event to the next.
        last_day: null without end.
        days_ahead: how many days before its start an event is made.
        opens: whether registration is open at once.
        active: whether the plan makes events.
        exceptions: dates that differ.
    """

    plan: int
    template: int
    name: str
    weekday: int
    start: str
    every: int
    first_day: str
    last_day: str | None
    days_ahead: int
    opens: bool
    active: bool
    exceptions: list[PlanDay]


class ClosedDaysRow(Struct, frozen=True):
    """Days on which the room is closed, both included."""

    closed_days: int
    name: str
    first_day: str
    last_day: str


@resource("/templates", "read_templates", permission=Permission.MANAGE_EVENTS)
def templates() -> list[TemplateRow]:
    """List the templates of events."""
    return [
        TemplateRow(
            template=row.pk,
            name=row.name,
            structure=row.document["structure"]["name"],
            price=price_of(row.document),
            currency=row.document["currency"],
            saved_at=to_ms(row.saved_at),
        )
        for row in EventTemplate.objects.all()
    ]


@resource("/weekly-plans", "read_weekly_plans", permission=Permission.MANAGE_EVENTS)
def weekly_plans() -> list[PlanRow]:
    """List the weekly plans, paused ones included."""
    return [
        PlanRow(
            plan=row.pk,
            template=row.template_id,
            name=row.name,
            weekday=row.weekday,
            start=row.start,
            every=row.every,
            first_day=row.first_day.isoformat(),
            last_day=None if row.last_day is None else row.last_day.isoformat(),
            days_ahead=row.days_ahead,
            opens=row.opens,
            active=row.active,
            exceptions=[PlanDay(one.day.isoformat(), one.start) for one in row.exceptions.all()],
        )
        for row in WeeklyPlan.objects.prefetch_related("exceptions")
    ]


@resource("/closed-days", "read_closed_days", permission=Permission.MANAGE_EVENTS)
def closed_days() -> list[ClosedDaysRow]:
    """List the days on which the room is closed."""
    return [
        ClosedDaysRow(row.pk, row.name, row.first_day.isoformat(), row.last_day.isoformat())
        for row in ClosedDays.objects.all()
    ]
