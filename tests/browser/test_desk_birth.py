"""The date of birth of a new player, typed in the usual formats."""

from datetime import date

import pytest
from playwright.sync_api import expect

from players.models import Player
from tests.browser.desks import Keyboard, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.waiting import until
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]
HOW = "Day, month, year: 30051990"


def test_unreadable_date_shows_the_expected_format(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("nina neu")
    hands.key("Enter")
    born, hint = page.locator("#desk-new-born"), page.locator("#desk-new-born-how")
    expect(hint).to_have_text(HOW)
    hands.type("5.30.90")
    hands.key("Enter")
    expect(page.locator("#desk-new-born-fault")).to_contain_text("day, month, year, such as 30051990")
    expect(hint).to_have_text(HOW)
    assert not Player.objects.exists()
    born.fill("30.5.90")
    expect(hint).to_contain_text("30 May 1990")
    hands.key("Enter")
    until(lambda: Player.objects.exists())
    assert str(Player.objects.get().birth_date) == "1990-05-30"


@pytest.mark.soak
def test_two_digits_of_a_year_are_taken_where_one_century_makes_it_an_age(
    visit: Visit, clerk: Actor, selling: int
) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("nina neu")
    hands.key("Enter")
    born, hint = page.locator("#desk-new-born"), page.locator("#desk-new-born-how")
    this_year = date.today().year
    for years, taken in ((5, False), (12, True), (60, True), (98, True), (103, False)):
        year = this_year - years
        born.fill(f"1.1.{year % 100:02}")
        expect(hint).to_have_text(f"1 Jan {year}, {years} years old" if taken else HOW)


@pytest.mark.soak
def test_a_minor_is_pointed_out_before_the_record_is_saved(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("tim young")
    hands.key("Enter")
    born, note = page.locator("#desk-new-born"), page.locator("#desk-person .notice")
    born.fill(f"0101{date.today().year - 12}")
    expect(note).to_contain_text("Under 18: may be on file, but may not enter events.")
    hands.key("Enter")
    expect(page.locator("#desk-new-born-fault")).to_have_text(
        "If the date is right, press Enter again to put this player on file."
    )
    assert not Player.objects.exists()
    # A corrected date needs no confirmation.
    born.fill("01011990")
    expect(note).to_be_hidden()
    born.fill(f"0101{date.today().year - 12}")
    expect(note).to_be_visible()
    hands.key("Enter")
    until(lambda: Player.objects.exists())
    expect(page.locator("#desk-person")).to_contain_text("is under 18")
