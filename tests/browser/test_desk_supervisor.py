"""Refunds that a supervisor approves at the clerk's desk, and what the desk says about them."""

import pytest
from django.test import override_settings
from playwright.sync_api import Page, expect

from desk.commands.bookings import reserve
from desk.commands.drawers import open_drawer
from desk.models import Booking, Receipt
from players.models import Player
from seating.models import Seat
from tests.browser.desks import Keyboard, add, clerk, draw, entered, opened, selling
from tests.browser.rooms import TABLET, Visit
from tests.fixtures.room import PASSWORD, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import add_person

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]

ENTRY_ENDS = "Its seat, if it has one, is freed, and its chips are removed from play"


@pytest.fixture
def mona() -> str:
    """Return the name of a supervisor whose password is hashed as in real rooms."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        press(add_person, by=FIRST_START, username="mona", role="floor", password=PASSWORD)
    return "mona"


def approve(page: Page, name: str, *passwords: str) -> None:
    """Fill in the open dialog and send it with each of the passwords."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("wrong player")
    dialog.get_by_label("Supervisor").fill(name)
    for password in passwords:
        dialog.get_by_label("Password").fill(password)
        dialog.get_by_role("button", name="Void the sale").click()
        expect(dialog.get_by_label("Password")).to_have_value("") if password != passwords[-1] else None
    expect(dialog).to_have_count(0)


@pytest.mark.soak
def test_result_of_a_sale_says_what_was_sold_its_amount_and_the_change(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Alt+G")
    hands.type("150")
    hands.key("Enter")
    result = page.locator("#desk-till .desk-result")
    expect(result).to_contain_text("Anna Berger")
    expect(result).to_contain_text("Entry, €110")
    expect(result).to_contain_text("Change €40")
    expect(result).to_contain_text("The seat is drawn later.")


@pytest.mark.soak
def test_void_restores_the_reservation_and_says_so(
    visit: Visit, clerk: Actor, selling: int, mona: str
) -> None:
    ann = add("Ann Early")
    press(reserve, selling, by=clerk, player=ann)
    entered(selling, clerk, ann)
    page = opened(visit, selling, clerk)
    errors: list[str] = []
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.locator("#desk-done").get_by_role("button", name="Void").click()
    approve(page, mona, "a wrong one", PASSWORD)
    expect(page.locator("#desk-till .desk-result")).to_contain_text("The booking is open again.")
    assert Booking.objects.get(player=ann).state == "reserved"
    expect(page.locator("#desk-results [data-state=reserved]")).to_be_visible()
    # A wrong password is an answer, not a failed request.
    assert errors == []


@pytest.mark.soak
def test_every_sale_of_the_open_drawer_can_be_voided(
    visit: Visit, clerk: Actor, selling: int, mona: str
) -> None:
    for name in ("Anna Berger", "Bert Conrad"):
        entered(selling, clerk, add(name))
    page = opened(visit, selling, clerk)
    older = page.locator("#desk-done li", has_text="Anna Berger")
    expect(page.locator("#desk-done").get_by_role("button", name="Void")).to_have_count(2)
    older.get_by_role("button", name="Void").click()
    expect(page.get_by_role("dialog")).to_contain_text("Anna Berger")
    expect(page.get_by_role("dialog")).to_contain_text(ENTRY_ENDS)
    approve(page, mona, PASSWORD)
    until(lambda: Receipt.objects.filter(corrects__player__name="Anna Berger").exists())
    expect(older.first.get_by_role("button", name="Void")).to_have_count(0)


def test_a_clerk_asks_a_supervisor_for_the_refund_of_a_person(
    visit: Visit, clerk: Actor, selling: int, mona: str
) -> None:
    entered(selling, clerk, add("Gus Gone"))
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter")
    expect(page.locator("[data-missing=refund]")).to_contain_text("only by Floor or Director")
    hands.key("Alt+F")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Gus Gone")
    expect(dialog).to_contain_text("€110")
    expect(dialog).to_contain_text(ENTRY_ENDS)
    # An empty form says at the first empty field what it needs.
    dialog.get_by_role("button", name="Void the sale").click()
    expect(dialog.get_by_label("Reason")).to_be_focused()
    expect(dialog.locator(".has-error .error")).to_have_text("Enter a reason for voiding the sale.")
    approve(page, mona, PASSWORD)
    until(lambda: Receipt.objects.filter(corrects__isnull=False).exists())
    expect(page.locator("#desk-till .desk-result")).to_contain_text("Refund €110 (Cash)")


def test_void_names_the_seat_that_is_emptied(visit: Visit, clerk: Actor, selling: int, mona: str) -> None:
    gus, max_ = add("Gus Gone"), add("Max Moved")
    entered(selling, clerk, gus)
    entry = entered(selling, clerk, max_)
    draw(selling)
    seat = Seat.objects.get(entry=entry)
    place = (
        f"The entry at table {seat.tournament_table.table.number}, seat {seat.number} ends. Its seat is freed"
    )
    page = opened(visit, selling, clerk)
    # From the list, and for the person.
    page.locator("#desk-done li", has_text="Max Moved").get_by_role("button", name="Void").click()
    expect(page.get_by_role("dialog")).to_contain_text(place)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    hands = Keyboard(page)
    page.locator("#desk-q").focus()
    hands.name("max")
    hands.key("Enter", "Alt+F")
    expect(page.get_by_role("dialog")).to_contain_text(place)
    approve(page, mona, PASSWORD)
    until(lambda: not Seat.objects.filter(entry=entry).exists())


@pytest.mark.soak
def test_clerk_undoes_the_player_just_added(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("tim typo")
    hands.key("Enter")
    hands.type("30051990")
    hands.key("Enter")
    expect(page.locator("#desk-person h2")).to_have_text("Tim Typo")
    hands.key("Escape")
    expect(page.locator(".is-newest")).to_contain_text("Tim Typo")
    hands.start()
    hands.key("Alt+U")
    until(lambda: not Player.objects.exists())
    hands.check_presses("undo of a new player", 2)


@pytest.mark.soak
def test_state_of_a_player_is_said_once_and_languages_by_name(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    entered(selling, clerk, add("Ina Inside", languages="de en"))
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("ina")
    hands.key("Enter")
    expect(page.locator("#desk-till [data-key=Enter]")).to_contain_text("Next player")
    expect(page.get_by_text("lready in this event")).to_have_count(1)
    expect(page.locator("#desk-person .desk-facts")).to_contain_text("German, English")


@pytest.mark.soak
def test_choices_of_a_refund_are_not_cut_on_a_tablet(
    visit: Visit, clerk: Actor, floor: Actor, selling: int
) -> None:
    press(open_drawer, by=floor, opening_float=50_000)
    entered(selling, clerk, add("Gus Gone"))
    page = opened(visit, selling, floor, size=TABLET)
    hands = Keyboard(page)
    hands.name("gus")
    hands.key("Enter", "Alt+F")
    expect(page.get_by_label("Which drawer")).to_be_visible()
    expect(page.get_by_text(ENTRY_ENDS)).to_be_visible()
    # Without the entry among the items, nothing ends.
    page.locator("#desk-till [data-receipt]").first.uncheck()
    expect(page.get_by_text(ENTRY_ENDS)).to_be_hidden()
    cut = page.locator("#desk-till select").evaluate_all(
        """all => all.flatMap(one => {
          const look = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
          pen.font = look.font;
          const room = one.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
          return [...one.options].filter(({text}) => pen.measureText(text).width > room).map(({text}) => text);
        })"""
    )
    assert cut == []
