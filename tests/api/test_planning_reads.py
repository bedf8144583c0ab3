"""Programs read templates and weekly plans, and scale a structure."""

import pytest

from clock.services.event_clock import event_clock_of
from planning.commands.plans import add_closed_days, set_date
from tests.api.caller import program_of
from tests.fixtures.room import press
from tests.planning.plans import made_plan, made_template
from tourney.access.roles import Actor, Role
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


def test_program_reads_templates_plans_and_closed_days(event: int, director: Actor) -> None:
    template = made_template(event, director)
    plan = made_plan(template, director)
    press(set_date, by=director, plan=plan.pk, day=f"{plan.first_day}", held=False)
    days = {"first_day": f"{plan.first_day}", "last_day": f"{plan.first_day}"}
    press(add_closed_days, by=director, name="Holiday", **days)
    program = program_of(Role.DIRECTOR)
    (shown,) = program.get("templates").json()
    assert (shown["template"], shown["name"], shown["price"]) == (template, "Friday Turbo", 0)
    (row,) = program.get("weekly-plans").json()
    assert (row["plan"], row["start"], row["every"], row["last_day"]) == (plan.pk, "19:00", 1, None)
    assert row["exceptions"] == [{"day": f"{plan.first_day}", "start": ""}]
    (closed,) = program.get("closed-days").json()
    assert (closed["name"], closed["first_day"]) == ("Holiday", f"{plan.first_day}")


def test_program_scales_the_levels_to_come(event: int) -> None:
    program = program_of(Role.DEALER)
    answer = program.get(f"tournaments/{event}/structure/what_if?scale=200").json()
    before = [one.big_blind for one in event_clock_of(Tournament.objects.get(pk=event)).levels]
    assert [one["big_blind"] for one in answer["levels"]] == [2 * blind for blind in before]
