"""The dealer's tablet in a real browser, by touch: undo of the last press, and calls to the floor."""

import pytest
from playwright.sync_api import Page, expect

from seating.commands import call_floor, give_seat
from seating.models import Bust, Call
from tests.browser.rooms import TABLET, Visit, fits, kinds, needs_no_scrolling, no_barriers, toast
from tests.browser.tablets import UPRIGHT, opened, player, seat_at, tap, two_tables
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, button, positions, seated, tournament_table
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with a dead button."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int) -> Places:
    """Seat six players at table 3 and two at table 7; return the entry at each (table, seat)."""
    return two_tables(event)


# --- undo ---------------------------------------------------------------------------------------------------
def undo_in(page: Page, text: str) -> None:
    """Tap "Undo" in the message with this text."""
    page.locator(".toast", has_text=text).get_by_role("button", name="Undo").tap()


@pytest.mark.soak
def test_dealer_undoes_their_last_press_from_its_message(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    button(event, t3=2)
    page = opened(visit, event, dealer)
    player(page, 4)
    tap(page, "Bust")
    expect(seat_at(page, 4)).to_contain_text("open")
    undo_in(page, "de La Rochefoucauld is out")
    expect(seat_at(page, 4)).to_contain_text("de La Rochefoucauld")
    assert not Bust.objects.exists()
    # An undo can't be reversed here.
    taken = page.locator(".toast", has_text="undid #")
    expect(taken).to_be_visible()
    expect(taken.get_by_role("button", name="Undo")).to_have_count(0)
    tap(page, "Hand complete")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 2")
    undo_in(page, "hand 1 is over")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 1")
    assert positions(3) == (2, 4, 6)
    assert kinds(event)[-4:] == ["entry.bust", "table.undo", "hand.finish", "table.undo"]


@pytest.mark.soak
def test_tablet_undo_keeps_later_changes_of_others(
    visit: Visit, dealer: Actor, floor: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    tap(page, "Hand complete")
    expect(page.locator(".toast", has_text="hand 1 is over")).to_be_visible()
    press(give_seat, event, by=floor, entry=at[7, 2], table=3, seat=8)
    undo_in(page, "hand 1 is over")
    toast(page, "Table 3 has changed since.")
    assert tournament_table(3).hands == 1


@pytest.mark.soak
def test_floor_staff_have_full_undo_on_the_tablet(visit: Visit, floor: Actor, event: int, at: Places) -> None:
    page = opened(visit, event, floor)
    tap(page, "Hand complete")
    undo_in(page, "hand 1 is over")
    expect(page.locator('[data-part="hand"]')).to_have_text("Hand 1")
    until(lambda: kinds(event)[-1] == "undo")


@pytest.mark.soak
def test_empty_seat_cannot_have_a_button_that_must_be_a_players(
    visit: Visit, dealer: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    seated(event, {3: (1, 2, 4, 6), 7: (2, 5)})
    page = opened(visit, event, dealer)
    tap(page, "Set button")
    seat_at(page, 3).tap()
    toast(page, "Seat 3 is empty.")
    assert positions(3) == (None, None, None)


# --- calls --------------------------------------------------------------------------------------------------
@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "kind", "after"),
    [
        ("Call the floor", "floor", "Floor called"),
        in_soak("All-in and call", "all_in", "All-in reported"),
        in_soak("Request chip count", "count", "Chip count requested"),
    ],
)
def test_call_stays_open_until_it_is_answered(
    visit: Visit, dealer: Actor, event: int, at: Places, name: str, kind: str, after: str
) -> None:
    page = opened(visit, event, dealer)
    press_ = page.locator(f'[data-call="{kind}"]')
    press_.tap()
    expect(press_).to_contain_text(after)
    assert Call.objects.get().kind == kind
    press_.tap()
    expect(press_).to_contain_text(name)
    assert Call.objects.get().answered_at is not None


@pytest.mark.soak
def test_time_is_called_on_a_player(visit: Visit, dealer: Actor, event: int, at: Places) -> None:
    page = opened(visit, event, dealer)
    player(page, 7)
    tap(page, "Call time")
    expect(page.locator('[data-call="time"]')).to_contain_text("Time was called: Ed")
    assert (Call.objects.get().kind, Call.objects.get().seat) == ("time", 7)
    page.locator('[data-call="time"]').tap()
    expect(page.locator('[data-call="time"]')).to_have_text("Call timeTap the player")
    player(page, 7)
    tap(page, "Call time")
    # A call about a player ends when that player is out.
    player(page, 7)
    tap(page, "Bust")
    expect(page.locator('[data-call="time"]')).to_have_text("Call timeTap the player")


@pytest.mark.soak
def test_time_is_called_from_beside_the_table_by_tapping_the_player_next(
    visit: Visit, dealer: Actor, event: int, at: Places
) -> None:
    page = opened(visit, event, dealer)
    calls = page.locator('[data-call="time"]')
    calls.tap()
    expect(page.locator('[data-part="hint"]')).to_have_text("Tap the player on the clock")
    expect(calls).to_have_attribute("aria-pressed", "true")
    # The seat is empty, so the tablet asks again.
    seat_at(page, 3).tap()
    expect(calls).to_have_attribute("aria-pressed", "true")
    calls.tap()
    expect(calls).to_have_attribute("aria-pressed", "false")
    calls.tap()
    seat_at(page, 7).tap()
    expect(calls).to_contain_text("Time was called: Ed")
    assert (Call.objects.get().kind, Call.objects.get().seat) == ("time", 7)


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["lying", "upright"])
def test_buttons_stay_in_place_when_calls_begin_and_end(
    visit: Visit, dealer: Actor, event: int, at: Places, size: dict[str, int]
) -> None:
    page = opened(visit, event, dealer, size=size)
    all_in = page.locator('[data-call="all_in"]')
    expect(all_in).to_be_enabled()
    where = """() => [...document.querySelectorAll('#presses button')]
        .map((one) => JSON.stringify(one.getBoundingClientRect()))"""
    before = page.evaluate(where)
    assert len(before) == 5
    press(call_floor, event, by=HOUSE, number=3, kind="time", seat=4)
    expect(page.locator('[data-call="time"]')).to_contain_text("Time was called: Émile")
    assert page.evaluate(where) == before
    for kind in ("all_in", "floor", "count"):
        press(call_floor, event, by=HOUSE, number=3, kind=kind)
        expect(page.locator(f'[data-call="{kind}"]')).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(where) == before
    fits(page)
    no_barriers(page)
    needs_no_scrolling(page)
