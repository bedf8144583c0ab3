"""The draw of a field in a real browser: the page shows its progress, then the seats."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from seating.commands import draw_seats, set_plan
from seating.models import Draw
from tests.browser.rooms import Visit
from tests.fixtures.room import press
from tests.fixtures.servers import Server
from tests.seating.people import places_of, register_entries, tables_for
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.jobs.commands import carry_out, run_job
from tourney.models import Job

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def field(event: int, floor: Actor) -> list[int]:
    """Make twenty entries without a seat, and tables for them."""
    tables_for(event, range(1, 4))
    press(set_plan, event, by=floor, seats_per_table=9)
    return register_entries(event, 20)


def test_a_draw_shows_that_it_is_under_way_and_then_its_seats_and_the_way_back(
    visit: Visit, start_server: object, floor: Actor, event: int, field: list[int]
) -> None:
    assert callable(start_server)
    # The draw starts only when the test starts it.
    server: Server = start_server("daphne", JOB_TAKEOVER_SECONDS="-1")
    page = visit(f"/staff/t/{event}/tables/", floor, server=server)
    page.get_by_role("button", name="Draw seats for 20 players").click()
    expect(page.locator("#draw-job")).to_contain_text("waiting to start")
    expect(page.locator("#draw-now")).to_have_count(0)
    run_job(until(lambda: Job.objects.first()).pk)
    expect(page.get_by_text("Drew seats for 20 players at 3 tables")).to_be_visible()
    assert set(places_of(event)) == set(field)
    expect(page).to_have_url(re.compile(r"/tables/$"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Draw seats for 20 players")).to_be_visible()
    assert places_of(event) == {}


@pytest.mark.soak
def test_without_a_worker_the_web_server_draws(
    visit: Visit, floor: Actor, event: int, field: list[int]
) -> None:
    page = visit(f"/staff/t/{event}/tables/", floor)
    page.get_by_role("button", name="Draw seats for 20 players").dblclick()
    expect(page.get_by_text("Drew seats for 20 players at 3 tables")).to_be_visible()
    assert Draw.objects.count() == 1


@pytest.mark.soak
def test_open_page_announces_a_draw_by_another_login(
    visit: Visit, floor: Actor, desk: Actor, event: int, field: list[int]
) -> None:
    page = visit(f"/staff/t/{event}/tables/", floor)
    page.wait_for_function(
        "() => document.querySelector('#event-strip [data-strip=badge]').textContent !== ''"
    )
    job = carry_out(draw_seats, actor=desk, command_id=uuid.uuid4(), tournament_id=event, arguments={})
    assert isinstance(job, Job)
    expect(page.locator("#draw-job")).to_contain_text("desi: Drawing seats: waiting to start…")
    expect(page.locator("#draw-now")).to_be_disabled()
    run_job(job.pk)
    expect(page.locator("#draw-job")).to_contain_text("desi: Drawing seats: done.")
    page.get_by_role("link", name="Show the seats").click()
    expect(page.get_by_text("All players have a seat.")).to_be_visible()
