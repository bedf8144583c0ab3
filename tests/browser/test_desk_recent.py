"""The desk's recent actions after the page was loaded again."""

import pytest
from django.test import override_settings
from playwright.sync_api import expect

from tests.browser.desks import Keyboard, add, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.fixtures.room import PASSWORD, press
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import add_person

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.soak
def test_recent_actions_and_void_survive_a_reload(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Enter")
    row = page.locator("#desk-done li", has_text="Anna Berger")
    expect(row.get_by_role("button", name="Void")).to_be_visible()
    shown = row.inner_text()
    # As in a new window, which keeps nothing of the session.
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(row.get_by_role("button", name="Void")).to_be_visible()
    assert row.inner_text() == shown
    row.get_by_role("button", name="Void").click()
    expect(page.get_by_role("dialog")).to_contain_text("€110")
    # Another browser of the same clerk shows them as well.
    other = opened(visit, selling, clerk)
    expect(other.locator("#desk-done li", has_text="Anna Berger")).to_be_visible()


@pytest.mark.soak
def test_the_search_takes_letters_again_after_a_void(visit: Visit, clerk: Actor, selling: int) -> None:
    add("Anna Berger")
    # The server checks passwords with the hashes of real rooms.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        press(add_person, by=FIRST_START, username="mona", role="floor", password=PASSWORD)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter", "Enter")
    expect(page.locator("#desk-done").get_by_role("button", name="Void")).to_be_visible()
    page.keyboard.press("Alt+u")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").press_sequentially("wrong player")
    page.keyboard.press("Tab")
    page.keyboard.type("mona")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    page.wait_for_timeout(1_000)
    page.keyboard.type("Zoe")
    expect(page.locator("#desk-q")).to_have_value("Zoe")


@pytest.mark.soak
def test_adding_a_player_has_no_undo_once_the_entry_is_sold(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("zoe zwyssig")
    page.keyboard.press("Alt+n")
    page.get_by_label("Date of birth, eight digits").fill("01041990")
    page.get_by_role("button", name="Add", exact=False).first.click()
    row = page.locator("#desk-done li", has_text="Added the player Zoe Zwyssig")
    expect(row.get_by_role("button", name="Undo")).to_be_visible()
    hands.key("Enter")
    expect(page.locator("#desk-done li", has_text="Zoe Zwyssig").first).to_contain_text("receipt")
    expect(row).to_be_visible()
    expect(row.get_by_role("button", name="Undo")).to_have_count(0)
