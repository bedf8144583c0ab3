"""Several events in one payment at the desk."""

import pytest
from django.test import override_settings
from playwright.sync_api import Page, expect

from tests.browser.desks import Keyboard, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.desk.tills import player, sold
from tests.fixtures.room import PASSWORD, MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import add_person
from tourney.models import Entry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def choose_both(page: Page, hands: Keyboard) -> None:
    """Choose Anna Berger and add the other event."""
    hands.name("anna berger")
    hands.key("Enter")
    page.locator(".desk-others summary").click()
    page.get_by_label("Sunday Main").check()


@pytest.mark.soak
def test_a_player_pays_for_two_events_at_once(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    other = make_event(name="Sunday Main", book="munot")
    sold(other)
    player("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    choose_both(page, hands)
    expect(page.locator(".desk-total")).to_have_text("€230")
    page.locator("#desk-given").fill("250")
    # The payment field stays in view.
    expect(page.locator(".desk-other-list")).to_be_hidden()
    hands.key("Enter")
    expect(page.locator("#desk-till")).to_contain_text("Change €20")
    expect(page.locator("#desk-done")).to_contain_text("Sunday Main")
    assert sorted(Entry.objects.values_list("tournament", flat=True)) == sorted([selling, other])


@pytest.mark.soak
def test_a_sale_of_two_events_is_voided_with_a_supervisors_approval(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    other = make_event(name="Sunday Main", book="munot")
    sold(other)
    player("Anna Berger")
    # The server checks passwords with the hashes of real rooms.
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"]):
        press(add_person, by=FIRST_START, username="mona", role="floor", password=PASSWORD)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    choose_both(page, hands)
    page.locator("#desk-given").fill("230")
    hands.key("Enter")
    page.locator("#desk-done").get_by_role("button", name="Void").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("€230")
    dialog.get_by_label("Reason").fill("Wrong player")
    dialog.get_by_label("Supervisor").fill("mona")
    dialog.get_by_label("Password").fill("a wrong one")
    dialog.get_by_role("button", name="Void the sale").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Wrong name or password")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Void the sale").click()
    expect(page.locator("#desk-till")).to_contain_text("Refund €230 (Cash)")
    expect(page.get_by_text("Approved by mona")).to_be_visible()
    expect(page.locator("#desk-done").get_by_role("button", name="Void")).to_have_count(0)
    assert not Entry.objects.filter(voided_at__isnull=True).exists()
