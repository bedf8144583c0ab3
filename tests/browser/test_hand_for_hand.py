"""Hand-for-hand on the floor's tablet, at the tables and on the display."""

import pytest
from playwright.sync_api import Locator, Page, expect

from procedures.commands.hand_for_hand import announce
from procedures.models import HandForHand
from seating.commands import finish_hand
from tests.browser.floors import proposed
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents, press
from tests.prizes.evenings import amounts, closed, evening, out
from tests.prizes.test_places_from_rows import seated as drawn
from tests.seating.seating_scenes import Places, seated
from tests.waiting import until
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


def announcing(page: Page) -> Locator:
    """The form that announces hand-for-hand."""
    page.get_by_role("button", name="Hand-for-hand…").click()
    return page.get_by_role("dialog")


def tablet_of(visit: Visit, event: int, dealer: Actor, number: int) -> Page:
    """Open the tablet at a table."""
    page = visit(f"/staff/t/{event}/dealer/{number}/", dealer, size=UPRIGHT)
    expect(page.locator("#hand-over")).to_be_enabled()
    return page


@pytest.mark.soak
def test_announcement_without_paid_places_asks_for_the_reason(
    visit: Visit, event: int, at: Places, floor: Actor
) -> None:
    dialog = announcing(floor_of(visit, event, floor))
    expect(dialog).to_contain_text("The number of paid places is not set.")
    expect(dialog.locator("input[name=reason]:checked")).to_have_count(0)
    dialog.get_by_role("button", name="Announce").click()
    expect(dialog.get_by_role("alert").first).to_have_text("Choose a reason.")
    assert not HandForHand.objects.exists()
    dialog.get_by_label("the next pay jump").check()
    dialog.get_by_role("button", name="Announce").click()
    expect(dialog).to_have_count(0)
    until(lambda: HandForHand.objects.exists(), message="hand-for-hand was not announced")
    assert HandForHand.objects.get().reason == "pay_jump"


@pytest.mark.soak
def test_bubble_is_suggested_until_the_money_is_reached(visit: Visit, event: int, floor: Actor) -> None:
    evening(event, floor, 10)
    entries = [entry for table in drawn(event).values() for entry in table]
    closed(event)
    paid = len(amounts(event))
    dialog = announcing(floor_of(visit, event, floor))
    expect(dialog.locator("input[name=reason]:checked")).to_have_value("money")
    expect(dialog).to_contain_text(f"10 left, {paid} places paid: not on the bubble yet.")
    out(event, *entries[: 10 - paid])
    dialog = announcing(floor_of(visit, event, floor))
    expect(dialog).to_contain_text(f"{paid} left, {paid} places paid: already in the money.")
    expect(dialog.locator("input[name=reason]:checked")).to_have_count(0)


@pytest.mark.soak
def test_hand_for_hand_comes_to_the_front_when_it_is_announced(
    visit: Visit, event: int, at: Places, floor: Actor
) -> None:
    assert [one.kind for one in proposed(event)] != []
    page = floor_of(visit, event, floor)
    expect(page.locator("#proposals .proposal")).to_be_visible()
    press(announce, event, by=floor, reason="final_table")
    expect(page.locator("#hand-for-hand")).to_be_visible()
    expect(page.locator("#proposals")).to_be_hidden()
    page.locator("#now-tabs").get_by_role("button", name="Proposals").click()
    expect(page.locator("#proposals .proposal")).to_be_visible()
    # Another table's end of the hand leaves the choice as it is.
    page.evaluate("() => document.activeElement.blur()")
    press(finish_hand, event, by=floor, number=4, hand=1)
    expect(page.locator("[data-table='4']", has_text="Hand-for-hand")).to_have_count(0)
    expect(page.locator("#proposals .proposal")).to_be_visible()


def test_hand_for_hand_from_the_announcement_to_the_next_hand(
    visit: Visit, event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    page = floor_of(visit, event, floor)
    table = tablet_of(visit, event, dealer, 2)
    dialog = announcing(page)
    dialog.get_by_label("the final table").check()
    dialog.get_by_role("button", name="Announce").click()
    expect(page.locator("#hand-for-hand")).to_contain_text("Waiting for 3 of 3 tables")
    expect(page.locator("#hand-for-hand cite")).to_have_text("PokerStars Live 3.13")
    expect(page.get_by_role("button", name="Deal hand 1")).to_be_disabled()
    # The map shows the table that is still playing.
    waited_for = page.locator("[data-table='4']", has_text="Hand-for-hand")
    expect(waited_for).to_have_count(1)
    # The tablet says what is wanted; a called all-in waits face down.
    expect(table.locator("[data-part='hand-for-hand']")).to_have_text(
        "Hand-for-hand: finish this hand, then wait"
    )
    table.get_by_role("button", name="All-in").click()
    expect(table.locator("[data-part='hand-for-hand']")).to_have_text(
        "Cards stay face down until the floor says so."
    )
    expect(table.locator("#hand-over")).to_be_disabled()
    turn = page.get_by_role("button", name="Table 2: Turn up")
    expect(turn).to_be_disabled()
    # Tables without a tablet are marked as done by a tap.
    page.get_by_role("button", name="Table 4: Done").click()
    expect(page.locator("#hand-for-hand")).to_contain_text("Waiting for 2 of 3 tables")
    expect(waited_for).to_have_count(0)
    page.get_by_role("button", name="Table 6: Done").click()
    expect(page.locator("#hand-for-hand")).to_contain_text("Only all-ins are left")
    turn.click()
    expect(table.locator("[data-part='hand-for-hand']")).to_have_text(
        "Turn up the cards and finish the hand."
    )
    table.locator("#hand-over").click()
    expect(table.locator("[data-part='hand-for-hand']")).to_have_text(
        "Wait: the floor announces the next hand."
    )
    expect(table.locator("#hand-over")).to_be_disabled()
    page.get_by_role("button", name="Deal hand 1").click()
    expect(table.locator("[data-part='hand-for-hand']")).to_have_text("Hand-for-hand · hand 1")
    expect(page.locator("#hand-for-hand")).to_contain_text("Hand-for-hand: hand 1")
    assert HandForHand.objects.get().hand == 1
    # A wrong tap is undone with the message's button.
    page.get_by_role("button", name="Table 4: Done").click()
    expect(page.locator("#hand-for-hand")).to_contain_text("Waiting for 2 of 3 tables")
    done = page.locator(".toast", has_text="Table 4")
    done.get_by_role("button", name="Undo").click()
    expect(page.locator("#hand-for-hand")).to_contain_text("Waiting for 3 of 3 tables")
    page.get_by_role("button", name="End hand-for-hand").click()
    expect(page.locator("#hand-for-hand")).to_be_hidden()
    expect(table.locator("[data-part='hand-for-hand']")).to_be_hidden()
    expect(page.get_by_role("button", name="Hand-for-hand…")).to_be_visible()


@pytest.mark.soak
def test_an_ended_phase_says_so_and_leaves_no_message_in_progress(
    visit: Visit, event: int, at: Places, floor: Actor
) -> None:
    page = floor_of(visit, event, floor)
    press(announce, event, by=floor, reason="pay_jump")
    page.get_by_role("button", name="End hand-for-hand").click()
    expect(page.locator(".toast", has_text="is in progress")).to_be_visible()
    expect(page.locator(".toast", has_text="Hand-for-hand is over before its first hand")).to_be_visible()
    expect(page.locator(".toast", has_text="is in progress")).to_have_count(0)


@pytest.mark.soak
def test_final_table_is_refused_in_the_dialog_while_it_is_far(
    visit: Visit, make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    seated(event, {table: range(1, 10) for table in (2, 4, 6)})
    dialog = announcing(floor_of(visit, event, floor))
    dialog.get_by_label("the final table").check()
    dialog.get_by_role("button", name="Announce").click()
    expect(dialog).to_contain_text("27 players are left and the final table has 9 seats.")
    assert not HandForHand.objects.exists()
