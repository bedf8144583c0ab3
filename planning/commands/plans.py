"""Commands for weekly plans: set one up, change a date, close the room, and make what is due."""

import uuid
from datetime import date, timedelta
from typing import Annotated, Any

from django.utils.timezone import get_current_timezone, localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.events import CLOSE_INSTEAD
from planning.commands.templates import make_from
from planning.models import (
    MOST_DAYS_AHEAD,
    MOST_WEEKS,
    ClosedDays,
    EventTemplate,
    PlanException,
    PlannedEvent,
    WeeklyPlan,
)
from planning.rules.schedule import date_of, is_day_of
from planning.services.schedule import closings, rule_of
from tourney.access.roles import PLANNER, Permission
from tourney.commands import Name
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.dates import day_of

TimeOfDay = Annotated[
    str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="time of day, 19:00")
]
Day = Annotated[str, Field(max_length=10, description="date, 2026-03-29")]
# Days of plans lie within this many days of today.
_FURTHEST = timedelta(days=3_660)


def _near(tx: Tx, text: str, field: str) -> date:
    """Read a day that a plan can be worked out for."""
    day = day_of(text, field)
    if abs(day - localdate(tx.now)) > _FURTHEST:
        message = _("Choose a day within ten years of today.")
        raise Refused("bad_argument", message, fields={field: message})
    return day


@command(
    "weekly_plan.save",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Saved the weekly plan “%(name)s”"),
)
def save_plan(
    tx: Tx,
    name: Name,
    template: Id,
    weekday: Annotated[int, Field(ge=0, le=6)],
    start: TimeOfDay,
    first_day: Day,
    last_day: Day | None = None,
    every: Annotated[int, Field(ge=1, le=MOST_WEEKS)] = 1,
    days_ahead: Annotated[int, Field(ge=0, le=MOST_DAYS_AHEAD)] = 7,
    opens: bool = True,
    active: bool = True,
    plan: Id | None = None,
) -> Any:
    """Set up a weekly plan, or change one. Events that were made already stay as they are.

    Args:
        name: of the events, shown on displays.
        template: the template that the events are made from.
        weekday: 0 is Monday.
        start: when the events start, in the room's time zone.
        first_day: no event before this date.
        last_day: no event after this date; null: without end.
        every: every so many weeks.
        days_ahead: an event is made so many days before it starts.
        opens: registration is open as soon as the event is made.
        active: whether the plan makes events.
        plan: the plan to change; null for a new one.

    Raises:
        Refused: no name, the last date is before the first one, or a date is more than ten years away
            (`bad_argument`).
    """
    if not name.strip():
        raise Refused("bad_argument", _("An event needs a name."), fields={"name": _("must not be empty.")})
    first = _near(tx, first_day, "first_day")
    last = None if last_day is None else _near(tx, last_day, "last_day")
    if last is not None and last < first:
        text = _("The last day is before the first one.")
        raise Refused("bad_argument", text, fields={"last_day": text})
    columns = {
        "name": name.strip(),
        "template": tx.get(EventTemplate, pk=template),
        "weekday": weekday,
        "start": start,
        "first_day": first,
        "last_day": last,
        "every": every,
        "days_ahead": days_ahead,
        "opens": opens,
        "active": active,
    }
    if plan is None:
        return {"plan": tx.create(WeeklyPlan, **columns).pk}
    tx.save(tx.lock(WeeklyPlan, pk=plan), **columns)
    return {"plan": plan}


@command(
    "weekly_plan.remove",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Removed the weekly plan “%(name)s”"),
)
def remove_plan(tx: Tx, plan: Id) -> Any:
    """Remove a weekly plan. Events that it made stay.

    Args:
        plan: the plan.
    """
    row = tx.lock(WeeklyPlan, pk=plan)
    for model in (PlanException, PlannedEvent):
        tx.delete_many(list(model._default_manager.filter(plan=row)))
    tx.delete(row)
    return {"name": row.name}


@command(
    "weekly_plan.set_date",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Changed %(day)s of the weekly plan “%(name)s”"),
)
def set_date(tx: Tx, plan: Id, day: Day, held: bool = True, start: TimeOfDay | None = None) -> Any:
    """Change one date of a weekly plan: no event, another start, or as usual again.

    A start for a date on which the room is closed holds the event nevertheless.

    Args:
        plan: the plan.
        day: one of its dates.
        held: whether there is an event.
        start: of that event; null: as usual.

    Raises:
        Refused: the plan has no such date (`no_date`), or its event was made already (`made_already`).
    """
    row = tx.lock(WeeklyPlan, pk=plan)
    when = day_of(day, "day")
    if not is_day_of(rule_of(row), when):
        text = _("The plan has no event on this date.")
        raise Refused("no_date", text, fields={"day": text})
    if PlannedEvent.objects.filter(plan=row, day=when).exists():
        text = _("The event for this date has already been created. Change or close the event itself.")
        raise Refused("made_already", text, fields={"day": text})
    before = PlanException.objects.filter(plan=row, day=when).first()
    if held and start is None:
        if before is not None:
            tx.delete(before)
    elif before is None:
        tx.create(PlanException, plan=row, day=when, start=start if held and start else "")
    else:
        tx.save(before, start=start if held and start else "")
    return {"name": row.name}


@command(
    "closed_days.add",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Closed the room from %(first_day)s to %(last_day)s: %(name)s"),
)
def add_closed_days(
    tx: Tx, name: Annotated[str, Field(min_length=1, max_length=60)], first_day: Day, last_day: Day
) -> Any:
    """Close the room for days: no weekly plan makes an event. Events that were made already stay.

    Args:
        name: why, such as the holiday.
        first_day, last_day: both included.

    Raises:
        Refused: no name, the last date is before the first one, or a date is more than ten years away
            (`bad_argument`).
    """
    first, last = _near(tx, first_day, "first_day"), _near(tx, last_day, "last_day")
    if not name.strip() or last < first:
        field = "last_day" if name.strip() else "name"
        text = _("The last day is before the first one.") if name.strip() else _("This field is required.")
        raise Refused("bad_argument", text, fields={field: text})
    row = tx.create(ClosedDays, name=name.strip(), first_day=first, last_day=last)
    return {"closed_days": row.pk}


@command(
    "closed_days.remove",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("Reopened the room: %(name)s"),
)
def remove_closed_days(tx: Tx, closed_days: Id) -> Any:
    """Open the room again on days on which it was closed.

    Args:
        closed_days: the days.
    """
    row = tx.lock(ClosedDays, pk=closed_days)
    tx.delete(row)
    return {"name": row.name}


def _make(tx: Tx, plan: int, when: date) -> dict[str, Any]:
    """Make the event of a date, unless it exists, is not held or has started."""
    row = tx.get(WeeklyPlan, pk=plan)
    rule = rule_of(row)
    found = date_of(rule, when, closings(), get_current_timezone()) if is_day_of(rule, when) else None
    made = PlannedEvent.objects.filter(plan=row, day=when).exists()
    if made or found is None or found.state != "held" or found.at <= tx.now:
        raise Refused("not_due", _("This is not due yet."))
    event = make_from(tx, row.template, row.name, found.at, opens=row.opens)
    tx.create(PlannedEvent, plan=row, day=when, tournament=event)
    return {"tournament": event.pk, "name": row.name}


@command(
    "weekly_plan.make_event",
    permission=Permission.KEEP_TIME,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the event “%(name)s” for %(day)s"),
    undo_hint=CLOSE_INSTEAD,
    public=False,
)
def make_event(tx: Tx, plan: Id, day: Day) -> Any:
    """Make the event of a weekly plan for one of its dates, once.

    Args:
        plan: the plan.
        day: the date.

    Raises:
        Refused: it exists, is not held, or has started (`not_due`).
    """
    return _make(tx, plan, day_of(day, "day"))


@command(
    "weekly_plan.make_event_now",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the event “%(name)s” for %(day)s ahead of time"),
    undo_hint=CLOSE_INSTEAD,
)
def make_event_now(tx: Tx, plan: Id, day: Day) -> Any:
    """Make the event of a weekly plan for one of its dates before the plan does.

    Args:
        plan: the plan.
        day: the date.

    Raises:
        Refused: it exists, is not held, or has started (`not_due`).
    """
    return _make(tx, plan, day_of(day, "day"))


def make_if_due(plan: int, day: date) -> bool:
    """Make the event of a date if it is due.

    Returns:
        Whether it was made now.
    """
    try:
        done = make_event(actor=PLANNER, command_id=uuid.uuid4(), plan=plan, day=day.isoformat())
    except Refused as refused:
        if refused.code in {"not_due", "conflict", "not_found"}:
            return False
        raise
    return not done.repeated
