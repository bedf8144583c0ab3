"""Several events in one payment at the desk."""

import pytest
from playwright.sync_api import expect

from tests.browser.desks import Keyboard, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.desk.tills import player, sold
from tests.fixtures.room import MakesEvents
from tourney.access.roles import Actor
from tourney.models import Entry

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_a_player_pays_for_two_events_at_once(
    visit: Visit, clerk: Actor, selling: int, make_event: MakesEvents
) -> None:
    other = make_event(name="Sunday Main", book="munot")
    sold(other)
    player("Anna Berger")
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna berger")
    hands.key("Enter")
    page.locator(".desk-others summary").click()
    page.get_by_label("Sunday Main").check()
    expect(page.locator(".desk-total")).to_have_text("EUR 230.00")
    page.locator("#desk-given").fill("250")
    # The field of the payment stays in sight.
    expect(page.locator(".desk-other-list")).to_be_hidden()
    hands.key("Enter")
    expect(page.locator("#desk-till")).to_contain_text("Change EUR 20.00")
    expect(page.locator("#desk-done")).to_contain_text("Sunday Main")
    assert sorted(Entry.objects.values_list("tournament", flat=True)) == sorted([selling, other])
