"""Hand-for-hand on the floor's tablet, at the tables and on the display."""

import pytest
from playwright.sync_api import Page, expect

from procedures.models import HandForHand
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
TABLET = {"width": 1180, "height": 820}
UPRIGHT = {"width": 820, "height": 1180}
ROOM = {2: (1, 3, 5, 7), 4: (2, 4, 6), 6: (1, 2, 9)}


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of PokerStars Live."""
    return make_event(book="pokerstars_live")


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at three tables; return the entry at each (table, seat)."""
    return seated(event, ROOM)


def floor_of(visit: Visit, event: int, floor: Actor) -> Page:
    """Open the floor's page."""
    page = visit(f"/staff/t/{event}/floor/", floor, size=TABLET)
    expect(page.locator("#floor:not([data-loading])")).to_be_attached()
    return page


def tablet_of(visit: Visit, event: int, dealer: Actor, number: int) -> Page:
    """Open the tablet at a table."""
    page = visit(f"/staff/t/{event}/dealer/{number}/", dealer, size=UPRIGHT)
    expect(page.locator("#hand-over")).to_be_enabled()
    return page


def test_hand_for_hand_from_the_announcement_to_the_next_hand(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    page = floor_of(visit, event, floor)
    table = tablet_of(visit, event, dealer, 2)
    page.get_by_role("button", name="Hand-for-hand …").click()
    expect(page.get_by_role("dialog")).to_contain_text("The number of paid places is not set.")
    page.get_by_role("dialog").get_by_role("button", name="Announce").click()
    expect(page.locator("#round")).to_contain_text("Waiting for 3 of 3 tables")
    expect(page.locator("#round cite")).to_have_text("PokerStars Live 3.13")
    expect(page.get_by_role("button", name="Deal hand 1")).to_be_disabled()
    # The map shows the table that is still playing.
    waited_for = page.locator("[data-table='4']", has_text="Hand-for-hand")
    expect(waited_for).to_have_count(1)
    # The tablet shows the next step; a called all-in waits face down.
    expect(table.locator("[data-part='round']")).to_have_text("Hand-for-hand: finish this hand, then wait")
    table.get_by_role("button", name="All-in").click()
    expect(table.locator("[data-part='round']")).to_have_text("Cards stay face down until the floor says so.")
    expect(table.locator("#hand-over")).to_be_disabled()
    turn = page.get_by_role("button", name="Table 2: Turn up")
    expect(turn).to_be_disabled()
    # Tables without a tablet are marked as done by a tap.
    page.get_by_role("button", name="Table 4: Done").click()
    expect(page.locator("#round")).to_contain_text("Waiting for 2 of 3 tables")
    expect(waited_for).to_have_count(0)
    page.get_by_role("button", name="Table 6: Done").click()
    expect(page.locator("#round")).to_contain_text("Only all-ins are left")
    turn.click()
    expect(table.locator("[data-part='round']")).to_have_text("Turn up the cards and finish the hand.")
    table.locator("#hand-over").click()
    expect(table.locator("[data-part='round']")).to_have_text("Wait: the floor announces the next hand.")
    expect(table.locator("#hand-over")).to_be_disabled()
    page.get_by_role("button", name="Deal hand 1").click()
    expect(table.locator("[data-part='round']")).to_have_text("Hand-for-hand · hand 1")
    expect(page.locator("#round")).to_contain_text("Hand-for-hand: hand 1")
    assert HandForHand.objects.get().hand == 1
    # A wrong tap is undone with the message's button.
    page.get_by_role("button", name="Table 4: Done").click()
    expect(page.locator("#round")).to_contain_text("Waiting for 2 of 3 tables")
    done = page.locator(".toast", has_text="Table 4")
    done.get_by_role("button", name="Undo").click()
    expect(page.locator("#round")).to_contain_text("Waiting for 3 of 3 tables")
    page.get_by_role("button", name="End hand-for-hand").click()
    expect(page.locator("#round")).to_be_hidden()
    expect(table.locator("[data-part='round']")).to_be_hidden()
    expect(page.get_by_role("button", name="Hand-for-hand …")).to_be_visible()
