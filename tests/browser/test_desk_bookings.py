"""Bookings at the desk by keyboard alone: reserved, checked in, cancelled, waiting, called, undone."""

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from desk.commands.bookings import reserve, wait
from desk.commands.registration import set_registration
from desk.models import Booking
from tests.browser.desks import (
    PRICE,
    Keyboard,
    add,
    clerk,
    entered,
    in_play,
    opened,
    selling,
    sells,
    set_up_tables,
)
from tests.browser.rooms import Visit
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def state_of(event: int, player: int) -> str:
    """Return the state of a player's last booking."""
    row = Booking.objects.filter(tournament=event, player=player).order_by("pk").last()
    return row.state if row else ""


def test_a_reservation_becomes_a_check_in_becomes_an_entry(visit: Visit, clerk: Actor, selling: int) -> None:
    ann = add("Ann Early")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ann")
    hands.key("Enter", "Alt+R")
    until(lambda: state_of(selling, ann) == "reserved")
    hands.check_presses("reserve", 6)
    expect(page.locator("#desk-results [data-state=reserved]")).to_be_visible()
    hands.start()
    hands.name("ann")
    hands.key("Enter", "Alt+I", "Alt+C")
    until(lambda: state_of(selling, ann) == "checked_in")
    assert Booking.objects.get().id_seen_by == "desi"
    hands.check_presses("check in, ID seen", 8)
    expect(page.locator("#desk-person")).to_contain_text("ID seen by desi")
    hands.start()
    hands.key("Enter")
    until(lambda: in_play(selling) == ["Ann Early"])
    hands.check_presses("register a checked-in player", 2)


@pytest.mark.soak
def test_booking_is_cancelled_or_marked_as_no_show(visit: Visit, clerk: Actor, selling: int) -> None:
    ann, bob = add("Ann Early"), add("Bob Late")
    for player in (ann, bob):
        press(reserve, selling, by=clerk, player=player)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ann")
    hands.key("Enter", "Alt+X")
    until(lambda: state_of(selling, ann) == "cancelled")
    hands.check_presses("cancel", 6)
    press(start, selling, by=FIRST_START)
    hands.start()
    # Without typed text, the arrow keys choose among the expected players.
    expect(page.locator("#desk-results [role=option]")).to_have_count(1)
    hands.key("ArrowDown", "Enter")
    expect(page.locator("#desk-person [data-key=o]")).to_be_visible()
    hands.key("Alt+O")
    until(lambda: state_of(selling, bob) == "no_show")
    hands.check_presses("no-show", 6)


def test_the_waiting_list_is_joined_called_and_skipped(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    full = make_event(book="tda", name="Full House")
    set_up_tables(full, first=11)
    sells(full, capacity=1)
    entered(full, clerk, add("First There"))
    will, sue = add("Will Wait"), add("Sue Next")
    page = opened(visit, full, clerk)
    hands = Keyboard(page)
    hands.name("will")
    hands.key("Enter")
    expect(page.locator("#desk-till")).to_contain_text("The event is full")
    hands.key("Enter")
    until(lambda: state_of(full, will) == "waiting")
    hands.check_presses("wait", 3)
    result = page.locator("#desk-till .desk-result")
    expect(result.locator("strong")).to_have_text("Waiting list: number 1")
    # Beside the name and the number, nothing is said of the booking.
    expect(result.locator("span")).to_have_text(["Will Wait"])
    press(wait, full, by=clerk, player=sue)
    hands.start()
    hands.name("sue")
    hands.key("Enter")
    expect(page.locator("#desk-person")).to_contain_text("waiting, number 2")
    press(
        set_registration, full, by=FIRST_START, **{**PRICE, "late_ends": "row", "late_row": 3, "capacity": 3}
    )
    expect(page.locator("#desk-person [data-key=l]")).to_be_visible()
    hands.key("Alt+L")
    hands.type("alone")
    hands.key("Enter")
    until(lambda: state_of(full, sue) == "called")
    hands.check_presses("call out of turn", 11)
    expect(page.locator("#desk-person")).to_contain_text("called")
    hands.start()
    hands.key("Alt+J")
    until(lambda: state_of(full, sue) != "called")
    hands.check_presses("skip", 3)


@pytest.mark.soak
def test_booking_is_undone_in_place(visit: Visit, floor: Actor, selling: int) -> None:
    ann = add("Ann Early")
    page = opened(visit, selling, floor)
    hands = Keyboard(page)
    hands.name("ann")
    hands.key("Enter", "Alt+R")
    until(lambda: state_of(selling, ann) == "reserved")
    expect(page.locator(".is-newest")).to_contain_text("Ann Early")
    hands.start()
    hands.key("Alt+U")
    until(lambda: state_of(selling, ann) == "")
    hands.check_presses("undo", 2)


@pytest.mark.soak
def test_clerk_undoes_their_own_press(visit: Visit, clerk: Actor, selling: int) -> None:
    ann = add("Ann Early")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ann")
    hands.key("Enter", "Alt+R")
    until(lambda: state_of(selling, ann) == "reserved")
    expect(page.locator(".is-newest")).to_contain_text("Ann Early")
    hands.start()
    hands.key("Alt+U")
    until(lambda: state_of(selling, ann) == "")
    hands.check_presses("undo by the clerk", 2)
    expect(page.locator(".is-newest")).to_contain_text("undid #")
    expect(page.locator(".is-newest").get_by_role("button")).to_have_count(0)
