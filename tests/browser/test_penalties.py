"""A penalty on the floor's tablet, at the table and on the phone: imposed with four taps, served by hands."""

import pytest
from playwright.sync_api import Locator, Page, expect

from penalties.commands.penalties import count_hand, impose
from penalties.models import Penalty
from seating.commands import finish_hand
from seating.models import TournamentTable
from tests.browser.floors import UPRIGHT, act, opened, seat_at
from tests.browser.phones import live, seated
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers
from tests.browser.tablets import opened as tablet_of
from tests.browser.tablets import seat_at as seat_of
from tests.browser.tablets import tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with Munot's rules: reminders, warnings, hands, orbits, disqualification."""
    return make_event(book="munot")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return two_tables(event)


def hands(event: int, count: int) -> None:
    """Finish this many hands at table 3."""
    for _one in range(count):
        done = TournamentTable.objects.get(table__number=3).hands
        press(finish_hand, event, by=HOUSE, number=3, hand=done + 1)


def panel(page: Page) -> Locator:
    """Open the penalties of the floor's page."""
    return page.locator("#penalties")


@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["lying", "upright"])
def test_a_penalty_is_imposed_with_four_taps_and_sat_out_at_the_table(
    visit: Visit, floor: Actor, dealer: Actor, event: int, at: Places, size: dict[str, int]
) -> None:
    page = opened(visit, event, floor, 3, size=size)
    table = tablet_of(visit, event, dealer)
    seat_at(page, 7).tap()
    act(page, "penalty").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("First penalty in this event. Proposed: 1 orbit.")
    expect(dialog).to_contain_text("6 hands: 6 players at the table")
    expect(dialog.locator("cite").first).to_have_text("Munot 71")
    no_barriers(page)
    fits(page)
    dialog.locator(".floor-option", has_text="Soft play").tap()
    dialog.get_by_role("button", name="Impose: 1 orbit").tap()
    until(lambda: Penalty.objects.count() == 1, message="the penalty is not imposed")
    expect(dialog).to_have_count(0)
    expect(seat_at(page, 7)).to_contain_text("sits out 6")
    expect(panel(page)).to_contain_text("6 hands left")
    expect(panel(page)).to_contain_text("from the end of this hand")
    # At the table.
    expect(seat_of(table, 7)).to_contain_text("sits out: 6 hands, from the next hand")
    tap(table, "Hand complete")
    expect(table.locator(".dealer-hand")).to_have_text("Hand 2")
    expect(seat_of(table, 7)).not_to_contain_text("from the next hand")
    tap(table, "Hand complete")
    expect(seat_of(table, 7)).to_contain_text("sits out: 5 hands")
    expect(table.locator(".dealer-hand")).to_have_text("Hand 3")
    tap(table, "Misdeal: redeal")
    expect(table.locator(".dealer-hand")).to_have_text("Hand 4")
    assert Penalty.objects.get().hands_left == 5
    no_barriers(table)
    fits(table)
    hands(event, 4)
    expect(table.locator(".dealer-hand")).to_have_text("Hand 8")
    expect(seat_of(table, 7)).to_contain_text("sits out: 1 hand")
    expect(panel(page)).to_contain_text("1 hand left")
    tap(table, "Hand complete")
    expect(seat_of(table, 7)).to_contain_text("can return: penalty over")
    expect(table.get_by_text("Ed can return: the penalty is over (table 3, seat 7)")).to_be_visible()
    expect(panel(page)).to_contain_text("Ed can return: the penalty is over (table 3, seat 7) · served")
    expect(table.locator("#misdeal")).to_be_hidden()
    no_barriers(page)


@pytest.mark.soak
def test_floor_counts_sets_and_lifts_penalties_without_a_tablet(
    visit: Visit, floor: Actor, event: int, at: Places
) -> None:
    press(impose, event, by=HOUSE, entry=at[3, 7], kind="hands", count=5, reason="Phone")
    page = opened(visit, event, floor)
    expect(panel(page)).to_contain_text("5 hands left")
    page.get_by_role("button", name="−1 hand: Ed").tap()
    expect(panel(page)).to_contain_text("4 hands left")
    page.get_by_role("button", name="Set… Ed").tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="2", exact=True).tap()
    dialog.get_by_role("button", name="Set").tap()
    expect(panel(page)).to_contain_text("2 hands left")
    page.get_by_role("button", name="Lift… Ed").tap()
    dialog.get_by_role("button", name="Lift").tap()
    expect(dialog).to_contain_text("Enter a reason.")
    dialog.get_by_label("Reason for lifting").fill("Was somebody else")
    dialog.get_by_role("button", name="Lift").tap()
    until(lambda: Penalty.objects.get().outcome == "lifted", message="the penalty is not lifted")
    expect(panel(page)).to_contain_text("lifted")


@pytest.mark.soak
def test_second_penalty_is_longer_and_disqualification_removes_the_chips(
    visit: Visit, floor: Actor, event: int, at: Places
) -> None:
    press(impose, event, by=HOUSE, entry=at[3, 7], kind="orbits", reason="Phone")
    page = opened(visit, event, floor, 3)
    seat_at(page, 7).tap()
    act(page, "penalty").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Impose: 5 orbits")).to_be_visible()
    dialog.get_by_role("button", name="Less").tap()
    expect(dialog).to_contain_text("24 hands: 6 players at the table")
    dialog.get_by_role("button", name="Impose: 4 orbits").tap()
    expect(dialog).to_contain_text("Choose a reason.")
    dialog.locator(".floor-option", has_text="Disqualification").tap()
    dialog.locator(".floor-option", has_text="Other").tap()
    dialog.get_by_label("Details").fill("Took chips from another stack")
    dialog.get_by_label("Chips removed from play, if counted").fill("9000")
    dialog.get_by_role("button", name="Impose: Disqualification").tap()
    until(
        lambda: Penalty.objects.filter(kind="disqualification").exists(),
        message="the player is not disqualified",
    )
    expect(seat_at(page, 7)).not_to_contain_text("Ed")
    assert set(Penalty.objects.values_list("outcome", flat=True)) == {"out"}


@pytest.mark.soak
def test_typed_reason_stays_while_others_play_and_press(
    visit: Visit, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, floor, 3)
    seat_at(page, 7).tap()
    act(page, "penalty").tap()
    dialog = page.get_by_role("dialog")
    dialog.locator(".floor-option", has_text="Other").tap()
    details = dialog.get_by_label("Details")
    expect(details).to_be_focused()
    page.keyboard.type("Threw a card")
    press(impose, event, by=HOUSE, entry=at[3, 1], kind="hands", count=5, reason="Phone")
    hands(event, 1)
    expect(panel(page)).to_contain_text("5 hands left")
    expect(details).to_be_focused()
    page.keyboard.type(" away")
    expect(details).to_have_value("Threw a card away")
    dialog.locator(".floor-option", has_text="Soft play").tap()
    expect(details).to_be_hidden()
    dialog.locator(".floor-option", has_text="Other").tap()
    expect(details).to_have_value("Threw a card away")
    dialog.get_by_role("button", name="Impose: 1 orbit").tap()
    expect(dialog).to_have_count(0)
    assert Penalty.objects.get(kind="orbits").reason == "Threw a card away"


@pytest.mark.soak
def test_phone_shows_the_rest_and_the_end_of_a_penalty(visit: Visit, event: int, floor: Actor) -> None:
    path, entry = seated(event)
    page = live(visit(path, size=PHONE))
    press(impose, event, by=floor, entry=entry, kind="hands", count=2, reason="Phone")
    note = page.locator("#answer-note")
    expect(note).to_have_text("You sit out 2 hands.")
    expect(page.locator("#news")).to_contain_text("Penalty: you sit out 2 hands.")
    assert "You sit out 2 hands." in page.request.get(page.url).text()
    fits(page)
    no_barriers(page)
    press(count_hand, event, by=floor, penalty=Penalty.objects.get().pk, served=0)
    expect(note).to_have_text("You sit out 1 hand.")
    press(count_hand, event, by=floor, penalty=Penalty.objects.get().pk, served=1)
    expect(note).to_be_hidden()
    expect(page.locator("#news")).to_contain_text("Your penalty is over. Come back to table 12, seat 4.")
