"""The public page of an event follows the event."""

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from desk.commands.registration import close_registration
from tests.browser.rooms import Visit
from tests.desk.tills import sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_public_page_follows_start_and_registration(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="tda")
    sold(event)
    page = visit(f"/events/{event}/", director)
    expect(page.locator(".page-sub")).to_have_text("The start will be announced.")
    page.wait_for_timeout(2_000)
    press(start, event, by=director)
    press(close_registration, event, by=director)
    expect(page.locator(".page-sub")).not_to_have_text("The start will be announced.", timeout=20_000)
    expect(page.get_by_text("Registration is closed.")).to_be_visible(timeout=20_000)
