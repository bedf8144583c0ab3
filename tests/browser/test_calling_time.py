"""The clock is called on a player: every screen counts down, and the outcome is recorded."""

import re

import pytest
from playwright.sync_api import Page, expect

from seating.commands import call_floor
from seating.models import Call
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers
from tests.browser.tablets import UPRIGHT, opened, player, tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with the TDA's rules: 25 seconds and a countdown of 5."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return two_tables(event)


def shows(page: Page, phase: str) -> None:
    """Wait until the countdown is in this phase."""
    expect(page.locator("#time-count")).to_have_attribute("data-phase", phase)


@pytest.mark.soak
def test_called_time_runs_on_the_tablet_until_the_player_acts(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    player(page, 7)
    tap(page, "Call time")
    expect(page.locator(".dealer-time-who")).to_have_text("Time: Ed")
    expect(page.locator(".dealer-time-left")).to_have_text(re.compile(r"^(30|2\d)$"))
    shows(page, "thinking")
    expect(page.get_by_role("button", name="Hand is dead")).to_be_hidden()
    tap(page, "Acted")
    expect(page.locator("#time-count")).to_be_hidden()
    assert Call.objects.get().outcome == "acted"
    expect(page.locator("#hand-over")).to_be_visible()


@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["lying", "upright"])
def test_last_seconds_are_counted_down_and_the_book_decides_what_follows(
    visit: Visit, dealer: Actor, event: int, at: Places, size: dict[str, int]
) -> None:
    page = opened(visit, event, dealer, size=size)
    height = page.evaluate("document.documentElement.scrollHeight")
    press(call_floor, event, by=HOUSE, number=3, kind="time", seat=4, seconds=2)
    shows(page, "thinking")
    shows(page, "countdown")
    fits(page)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    no_barriers(page, looks_alone=True)
    shows(page, "up")
    expect(page.locator(".dealer-time-left")).to_have_text("0")
    expect(page.locator(".dealer-time-says")).to_have_text("Time is up")
    # If there is no bet to the player, the hand is a check (TDA 29).
    expect(page.get_by_role("button", name="No bet: check")).to_be_visible()
    tap(page, "Hand is dead")
    until(lambda: Call.objects.get().outcome == "hand_dead")
    expect(page.locator("#time-count")).to_be_hidden()


@pytest.mark.soak
@pytest.mark.parametrize("size", [in_soak(TABLET), PHONE], ids=["tablet", "phone"])
def test_floor_records_the_outcome_of_a_clock_call_without_a_tablet(
    visit: Visit, floor: Actor, event: int, at: Places, size: dict[str, int]
) -> None:
    page = visit(f"/staff/t/{event}/floor/", floor, size=size, has_touch=True)
    press(call_floor, event, by=HOUSE, number=3, kind="time", seat=4, seconds=2)
    call = page.locator(".call[data-kind=time]")
    expect(call.get_by_role("button", name="Acted")).to_be_visible()
    expect(call.get_by_role("button", name="Cancel the countdown")).to_be_visible()
    expect(call.get_by_role("button", name="Hand is dead")).to_be_hidden()
    fits(page)
    dead = call.get_by_role("button", name="Hand is dead")
    expect(dead).to_be_visible(timeout=15_000)
    expect(call).to_contain_text("time is up")
    expect(call.get_by_role("button", name="Cancel the countdown")).to_be_hidden()
    fits(page)
    # The outcome is written in lines, not one letter below the other.
    assert page.locator(".call-what").evaluate("one => one.offsetWidth") > 120
    dead.tap()
    until(lambda: page.wait_for_timeout(20) or Call.objects.get().outcome == "hand_dead")
    expect(call).to_have_count(0)
