"""Templates and weekly plans of tests."""

from datetime import date, timedelta
from typing import Any

from django.utils.timezone import localdate

from planning.commands.plans import save_plan
from planning.commands.templates import save_template
from planning.models import WeeklyPlan
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.now import room_now


def made_template(event: int, by: Actor, name: str = "Friday Turbo", **more: Any) -> int:
    """Save an event as a template and return its id."""
    answer = press(save_template, by=by, source=event, name=name, **more).answer
    assert answer is not None
    return int(answer["template"])


def made_plan(template: int, by: Actor, **more: Any) -> WeeklyPlan:
    """Plan the template weekly, the first time in three days, and return the plan."""
    first: date = localdate(room_now()) + timedelta(days=3)
    given = {"name": "Friday Turbo", "weekday": first.weekday(), "start": "19:00", "first_day": f"{first}"}
    answer = press(save_plan, by=by, template=template, **{**given, **more}).answer
    assert answer is not None
    return WeeklyPlan.objects.get(pk=answer["plan"])
