"""E-mail and phone number of a new player, typed at the desk."""

import pytest
from playwright.sync_api import expect

from players.models import Player
from tests.browser.desks import Keyboard, clerk, opened, selling
from tests.browser.rooms import Visit
from tests.waiting import until
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.mark.soak
def test_contact_of_a_new_player_requires_consent(visit: Visit, clerk: Actor, selling: int) -> None:
    page = opened(visit, selling, clerk)
    hands = Keyboard(page)
    hands.name("nina neu")
    hands.key("Enter")
    page.locator("#desk-new-born").fill("30.5.1990")
    page.locator("#desk-person summary").click()
    page.locator("#desk-new-phone").fill("+49 170 1234567")
    hands.key("Enter")
    expect(page.locator("#desk-new-contact_consent-fault")).to_contain_text("consent")
    assert not Player.objects.exists()
    page.locator("#desk-new-contact_consent").check()
    hands.key("Enter")
    until(lambda: Player.objects.exists())
    assert Player.objects.get().phone == "+491701234567"
    # The clerk sees that an address is on file.
    expect(page.locator("#desk-person dl")).to_contain_text("on file")
