"""A sale in an event for teams of two: the partner is found by name, and both find their seat."""

import pytest
from playwright.sync_api import expect

from desk.commands.registration import set_registration
from players.models import Partner
from tests.browser.desks import PRICE, Keyboard, add, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_the_clerk_names_the_partner_at_the_sale(visit: Visit, clerk: Actor, selling: int) -> None:
    press(set_registration, selling, by=FIRST_START, **PRICE, partner_until="entry")
    add("Anna Meyer")
    bert = add("Bert Rossi", birth_date=None)
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("anna")
    hands.key("Enter")
    expect(page.locator("#desk-partner")).to_be_focused()
    # The sale is refused without a partner, and the page shows the reason.
    hands.key("Enter")
    expect(page.locator("#desk-till .desk-fault")).to_contain_text("Name the partner")
    page.locator("#desk-partner").fill("bert")
    expect(page.locator(".desk-partners button")).to_have_text("Bert Rossi")
    page.locator("#desk-partner").focus()
    hands.key("Enter")
    expect(page.locator("p.desk-partner")).to_contain_text("Partner: Bert Rossi")
    page.get_by_label("ID of Bert Rossi seen").check()
    page.locator("#desk-q").focus()
    hands.key("Enter")
    until(lambda: Partner.objects.filter(player=bert).exists())
    expect(page.locator(".desk-result")).to_contain_text("Anna Meyer")
