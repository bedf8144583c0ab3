"""The shot clock on the dealer's tablet: it counts at the table, with time banks by seat."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from players.commands.players import change_player
from procedures.commands.chip_races import start as start_race
from procedures.commands.shot_clock import set_shot_clock
from procedures.models import BankMove
from seating.commands import call_floor
from tests.browser import floors
from tests.browser.rooms import TABLET, Visit, fits, no_barriers
from tests.browser.tablets import UPRIGHT, opened, seat_at, tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with the TDA's rules."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7, with 6 s a decision and one time bank of 30 s each."""
    found = two_tables(event)
    press(set_shot_clock, event, by=HOUSE, seconds=6, bank_seconds=30, banks=1)
    return found


@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["lying", "upright"])
def test_a_decision_is_counted_and_a_time_bank_adds_to_it(
    visit: Visit, dealer: Actor, event: int, at: Places, size: dict[str, int], tmp_path: Path
) -> None:
    page = opened(visit, event, dealer, size=size)
    height = page.evaluate("document.documentElement.scrollHeight")
    tap(page, "Shot clock: 6 s")
    counts = page.locator("#shot-count")
    expect(counts).to_have_attribute("data-phase", "countdown")
    tap(page, "Time bank")
    page.screenshot(path=tmp_path / "shot_clock.png", full_page=True)
    fits(page)
    assert page.evaluate("document.documentElement.scrollHeight") == height
    no_barriers(page, looks_alone=True)
    expect(page.locator('[data-part="hint"]')).to_have_text("Tap the player using a time bank")
    seat_at(page, 7).tap()
    expect(page.locator(".dealer-shot-left")).to_have_text(re.compile(r"^3\d$|^2\d$"))
    until(lambda: BankMove.objects.filter(entry=at[3, 7]).exists())
    expect(seat_at(page, 7)).to_contain_text("0 time banks left")
    # A player without a time bank can't use one: the tablet asks again.
    tap(page, "Time bank")
    seat_at(page, 7).tap()
    seat_at(page, 3).tap()
    expect(counts.locator("[data-shot=bank]")).to_have_attribute("aria-pressed", "true")
    tap(page, "Time bank")
    tap(page, "Acted: next player")
    expect(page.locator(".dealer-shot-left")).to_have_text(re.compile(r"^[456]$"))
    expect(counts).to_have_attribute("data-phase", "up", timeout=10_000)
    expect(page.locator(".dealer-shot-says")).to_have_text("Time is up: check, or the hand is dead")
    tap(page, "Stop")
    expect(counts).to_be_hidden()
    # A tap on a player after the decision uses no time bank.
    tap(page, "Shot clock: 6 s")
    tap(page, "Time bank")
    tap(page, "Stop")
    seat_at(page, 9).tap()
    page.keyboard.press("Escape")
    assert BankMove.objects.count() == 1
    # The hand may end while a decision is timed.
    tap(page, "Shot clock: 6 s")
    tap(page, "Hand complete")
    expect(counts).to_be_hidden()
    expect(page.get_by_role("button", name="Shot clock: 6 s")).to_be_visible()


@pytest.mark.soak
def test_a_time_bank_counts_from_the_tap_for_the_decision_it_was_used_in_alone(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    held: list[Route] = []
    page.route("**/shot.bank/", lambda route: held.append(route))
    tap(page, "Shot clock: 6 s")
    tap(page, "Time bank")
    seat_at(page, 7).tap()
    left = page.locator(".dealer-shot-left")
    # The network is slow; the clock is not.
    expect(left).to_have_text(re.compile(r"^3\d$"))
    until(lambda: page.wait_for_timeout(20) or bool(held))
    tap(page, "Acted: next player")
    expect(left).to_have_text(re.compile(r"^[0-6]$"))
    held.pop().continue_()
    until(lambda: page.wait_for_timeout(20) or BankMove.objects.exists())
    expect(seat_at(page, 7)).to_contain_text("0 time banks left")
    expect(left).to_have_text(re.compile(r"^[0-6]$"))
    # The wrong player was tapped; the undo takes the seconds off the count.
    tap(page, "Acted: next player")
    tap(page, "Time bank")
    seat_at(page, 9).tap()
    expect(left).to_have_text(re.compile(r"^[23]\d$"))
    until(lambda: page.wait_for_timeout(20) or bool(held))
    held.pop().continue_()
    # Until the response arrives, the message offers to undo the previous press.
    toast = page.locator(".toast").filter(has_text="Fatma")
    toast.get_by_role("button", name="Undo").tap()
    until(lambda: page.wait_for_timeout(20) or BankMove.objects.count() == 1)
    expect(left).to_have_text(re.compile(r"^\d$"))


@pytest.mark.soak
def test_a_race_that_begins_waits_for_the_decision_that_is_counted(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    with_chips(event, 25, 100, 500)
    page = opened(visit, event, dealer)
    tap(page, "Shot clock: 6 s")
    press(start_race, event, by=floor, small=25)
    expect(page.locator("#shot-count")).to_be_visible()
    page.wait_for_timeout(1_000)
    expect(page.locator("#race")).to_be_hidden()
    tap(page, "Time bank")
    expect(page.locator('[data-part="hint"]')).to_be_visible()
    tap(page, "Stop")
    expect(page.locator('[data-part="hint"]')).to_be_hidden()
    expect(page.locator("#race")).to_be_visible()


def test_a_called_time_counts_in_place_of_the_shot_clock(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    tap(page, "Shot clock: 6 s")
    press(call_floor, event, by=HOUSE, number=3, kind="time", seat=4)
    expect(page.locator("#time-count")).to_be_visible()
    expect(page.locator("#shot-count")).to_be_hidden()
    expect(page.get_by_role("button", name="Shot clock: 6 s")).to_be_hidden()


@pytest.mark.soak
def test_without_one_the_tablet_has_no_shot_clock(
    visit: Visit, dealer: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    two_tables(event)
    page = opened(visit, event, dealer)
    expect(page.locator("#hand-over")).to_be_enabled()
    expect(page.locator("#shot-start")).to_be_hidden()


@pytest.mark.soak
def test_floor_sees_time_banks_left_and_gives_one_more(
    visit: Visit, floor: Actor, event: int, at: Places
) -> None:
    page = floors.opened(visit, event, floor, 3)
    floors.seat_at(page, 7).tap()
    expect(page.locator("#panel")).to_contain_text("1 time bank left")
    floors.rare_act(page, "bank").tap()
    expect(page.locator("#panel")).to_contain_text("2 time banks left")
    assert BankMove.objects.get().count == 1


@pytest.mark.soak
def test_shot_clock_with_banks_fits_a_full_table_on_a_tablet(visit: Visit, dealer: Actor, event: int) -> None:
    """1024 × 768, nine players with long names, the time up: nothing is cut and nothing scrolls."""
    floors.seated(event, 18, 2)
    press(set_shot_clock, event, by=HOUSE, seconds=5, bank_seconds=30, banks=3)
    for entry in floors.places(event).values():
        player = Entry.objects.get(pk=entry).player_id
        press(
            change_player, by=HOUSE, player=player, name=f"Maximiliane von Hohenstaufen-{player}", nickname=""
        )
    page = opened(visit, event, dealer, table=1)
    seat_at(page, 1).wait_for()
    tap(page, "Shot clock: 5 s")
    expect(page.locator("#shot-count")).to_have_attribute("data-phase", "up", timeout=10_000)
    heights = page.evaluate(
        """() => {
          const felt = document.getElementById("felt");
          return [document.documentElement.scrollHeight - innerHeight, felt.scrollHeight - felt.clientHeight,
            ...[...document.querySelectorAll(".dealer-seat")].map((one) => one.scrollHeight - one.clientHeight)];
        }"""
    )
    assert max(heights) <= 1, heights
