"""A dealer's tablet that loses the Wi-Fi for two minutes: presses wait, are sent once, and the page says so."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from seating.commands import count_stack
from seating.models import Bust, Call
from tests.browser.rooms import Visit, fits, kinds, needs_no_scrolling, no_barriers, toast
from tests.browser.tablets import opened, player, seat_at, tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import Places, button, tournament_table
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
TWO_MINUTES = 120
Passes = Callable[[Page, int], None]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a dead button."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    found = two_tables(event)
    button(event, t3=2)
    return found


def clocked(page: Page) -> None:
    """Let the test set the page's clocks and timers."""
    page.clock.install()


def at_once(page: Page, seconds: int) -> None:
    """Let time pass for the page's clocks and timers; the server and the network keep theirs."""
    for _ in range(seconds // 10):
        page.clock.run_for(10_000)


def really(page: Page, seconds: int) -> None:
    """Wait."""
    page.wait_for_timeout(seconds * 1_000)


def sent_by(page: Page) -> list[dict[str, Any]]:
    """Collect the commands that reach the server."""
    found: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if "/do/t/" in request.url:
            found.append(
                {"kind": request.url.rstrip("/").split("/")[-1], **json.loads(request.post_data or "{}")}
            )

    page.on("requestfinished", note)
    return found


@pytest.mark.parametrize("passes", [at_once, in_soak(really)], ids=["clock", "two-real-minutes"])
def test_presses_wait_two_minutes_without_network_and_are_sent_once(
    visit: Visit, dealer: Actor, event: int, at: Places, passes: Passes
) -> None:
    page = opened(visit, event, dealer, before=clocked if passes is at_once else None)
    waiting = page.locator("#waiting")
    sent = sent_by(page)
    expect(waiting).to_be_hidden()
    page.context.set_offline(True)
    player(page, 4)
    tap(page, "Bust")
    expect(waiting).to_contain_text("1 press waits for the network and will be sent once.")
    expect(seat_at(page, 4)).to_contain_text("waits for the network")
    tap(page, "Hand complete")
    tap(page, "Call the floor")
    expect(waiting.get_by_role("status")).to_have_text(
        "3 presses wait for the network. Each will be sent once, in this order."
    )
    # Taps on what waits already are not taken.
    page.locator("#hand-over").tap()
    page.locator('[data-call="floor"]').tap()
    rows = waiting.get_by_role("listitem")
    for _ in range(3):
        passes(page, TWO_MINUTES // 3)
        expect(rows).to_contain_text(["Bust: Émile de La Rochefoucauld", "Hand complete", "Call the floor"])
        expect(page.locator("#feed-state")).to_have_text("No connection to the server")
        expect(page.locator("#hand-over")).to_have_attribute("aria-busy", "true")
    expect(rows.first).to_contain_text("2:0")
    fits(page)
    needs_no_scrolling(page)
    no_barriers(page)
    assert (sent, kinds(event)) == ([], [])
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(waiting.get_by_role("status")).to_have_text("All 3 presses that waited have been carried out.")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    expect(seat_at(page, 4)).to_contain_text("open")
    expect(page.locator('[data-call="floor"]')).to_contain_text("Floor called")
    assert [one["kind"] for one in sent] == ["entry.bust", "hand.finish", "table.call"]
    assert len({one["command_id"] for one in sent}) == 3
    assert kinds(event)[-3:] == ["entry.bust", "hand.finish", "table.call"]
    assert (tournament_table(3).hands, Bust.objects.count(), Call.objects.count()) == (1, 1, 1)


@pytest.mark.parametrize("passes", [in_soak(really)], ids=["two-real-minutes"])
def test_bust_pressed_two_minutes_ago_is_not_applied_to_a_table_that_has_changed(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places, passes: Passes
) -> None:
    page = opened(visit, event, dealer)
    page.context.set_offline(True)
    player(page, 4)
    tap(page, "Bust")
    press(count_stack, event, by=floor, entry=at[3, 6], chips=8_000)
    passes(page, TWO_MINUTES)
    page.context.set_offline(False)
    toast(page, "waited for the network and was not carried out. Table 3 has changed in the meantime")
    expect(page.locator("#waiting")).to_contain_text(
        "The press that waited was not carried out. See the message."
    )
    assert not Bust.objects.exists()
    # The dealer has seen the table as it is now.
    expect(seat_at(page, 6)).to_contain_text("8,000 chips")
    player(page, 4)
    tap(page, "Bust")
    expect(seat_at(page, 4)).to_contain_text("open")


def test_late_press_on_a_changed_table_is_refused_by_name(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer, before=clocked)
    page.context.set_offline(True)
    player(page, 4)
    tap(page, "Bust")
    expect(page.locator("#waiting")).to_contain_text("1 press waits")
    press(count_stack, event, by=floor, entry=at[3, 6], chips=8_000)

    def two_minutes_later(route: Any) -> None:
        # The page's two minutes pass in a moment; the server's clock does not follow.
        body = json.loads(route.request.post_data)
        body["seen"]["at"] -= TWO_MINUTES * 1_000
        route.continue_(post_data=json.dumps(body))

    page.route("**/do/**", two_minutes_later)
    at_once(page, TWO_MINUTES)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    toast(page, "was not carried out. Table 3 has changed in the meantime")
    assert not Bust.objects.exists()
    assert kinds(event)[-1] == "stack.count"


@pytest.mark.soak
def test_called_time_is_given_up_when_it_would_come_too_late(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer, before=clocked)
    page.context.set_offline(True)
    tap(page, "Hand complete")
    player(page, 7)
    tap(page, "Call time")
    expect(page.locator("#waiting")).to_contain_text("2 presses wait")
    at_once(page, 30)
    toast(page, "“Call time” had no answer for 15 seconds and was cancelled.")
    expect(page.locator("#waiting")).to_contain_text("1 press waits")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: tournament_table(3).hands == 1)
    assert not Call.objects.exists()


@pytest.mark.soak
def test_second_bust_without_network_asks_about_the_hand_of_the_first(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    page.context.set_offline(True)
    player(page, 4)
    tap(page, "Bust")
    player(page, 7)
    expect(page.locator("#player")).to_contain_text("Same hand as Émile de La Rochefoucauld")
    tap(page, "Bust, same hand")
    expect(page.locator("#waiting")).to_contain_text("2 presses wait")
    page.context.set_offline(False)
    until(lambda: Bust.objects.count() == 2)
    assert len(set(Bust.objects.values_list("together", flat=True))) == 1
