"""From a suggestion to the events of a weekly plan, across a change of daylight saving."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from playwright.sync_api import expect

from clock.models import Clock, Structure
from planning.models import EventTemplate, PlannedEvent, WeeklyPlan
from planning.periodic import make_planned_events
from tests.browser.rooms import Visit
from tests.browser.test_structure_editor import cell, ready
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.now import move_time, room_now

pytestmark = [pytest.mark.browser, pytest.mark.processes]
ZONE = ZoneInfo(settings.TIME_ZONE)


@pytest.fixture
def moved_clock() -> Iterator[None]:
    """Set the clock right again."""
    yield
    move_time(timedelta(0))


def at_wall(day: date, text: str) -> datetime:
    """Return a time of day in the room."""
    return datetime.combine(day, time.fromisoformat(text), ZONE)


def next_change() -> date:
    """Return the Sunday of the next change of daylight saving that is more than a month away."""
    day = room_now().astimezone(ZONE).date() + timedelta(days=35)
    while at_wall(day, "00:00").utcoffset() == at_wall(day + timedelta(days=1), "00:00").utcoffset():
        day += timedelta(days=1)
    return day


def made_at(time_of_room: datetime) -> list[datetime]:
    """Run the periodic task at a time; return the starts of the events that exist then."""
    move_time(timedelta(0))
    move_time(time_of_room.astimezone(UTC) - room_now())
    make_planned_events()
    events = PlannedEvent.objects.values_list("tournament", flat=True)
    starts = Clock.objects.filter(tournament__in=events).order_by("planned_start")
    return [start for start in starts.values_list("planned_start", flat=True) if start is not None]


def test_suggested_structure_becomes_weekly_events_at_the_same_time_on_the_wall(
    visit: Visit, event: int, director: Actor, moved_clock: None
) -> None:
    page = visit(f"/staff/structures/suggestion/?event={event}&minutes=480", director)
    page.get_by_role("link", name="Use this structure").click()
    ready(page)
    # The editor: the first level is longer than suggested.
    expect(cell(page, 1, "duration")).not_to_have_value("")
    cell(page, 1, "duration").fill("45")
    page.get_by_role("button", name="Save").click()
    structure = Structure.objects.get(tournament=event)
    until(lambda: structure.rows.all()[0].duration_ms == 45 * 60_000)
    lengths = list(structure.rows.values_list("duration_ms", flat=True))
    assert 7 * 3_600_000 < sum(lengths) < 14 * 3_600_000

    page.goto(page.url.split("/staff/")[0] + f"/staff/t/{event}/details/")
    page.get_by_label("Name of the template").fill("Eight hours")
    page.get_by_role("button", name="Save as template").click()
    until(lambda: EventTemplate.objects.exists())

    change = next_change()
    # The last event before the change, and the first one after it.
    before, after = change - timedelta(days=2), change + timedelta(days=5)
    page.goto(page.url.split("/staff/")[0] + "/staff/planning/")
    plan = page.locator("form:has(input[name=what][value=plan])")
    plan.get_by_label("Name of the events").fill("Friday Eight")
    plan.get_by_label("Weekday").select_option("4")
    plan.get_by_label("Start").fill("18:30")
    plan.get_by_label("From").fill(f"{before}")
    plan.get_by_label("Days ahead").fill("2")
    plan.get_by_role("button", name="Save plan").click()
    until(lambda: WeeklyPlan.objects.exists())

    assert made_at(at_wall(before - timedelta(days=2), "00:00") - timedelta(minutes=1)) == []
    assert made_at(at_wall(before - timedelta(days=2), "00:01")) == [at_wall(before, "18:30")]
    assert len(made_at(at_wall(after - timedelta(days=2), "00:00") - timedelta(minutes=1))) == 1
    starts = made_at(at_wall(after - timedelta(days=2), "00:01"))
    assert starts == [at_wall(before, "18:30"), at_wall(after, "18:30")]
    assert abs(starts[1] - starts[0] - timedelta(days=7)) == timedelta(hours=1)
    for made in PlannedEvent.objects.all():
        rows = Structure.objects.get(tournament=made.tournament_id).rows
        assert list(rows.values_list("duration_ms", flat=True)) == lengths
