"""A player who is moved to another table sees the new seat at once, the former one, and “I’m here”."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seating.commands import arrive, give_seat
from seating.models import Move
from tests.browser.phones import figures, live, seated
from tests.browser.rooms import PHONE, Visit, fits, no_barriers
from tests.fixtures.room import press
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
TITLE = "#answer-title"
NOTE = "#answer-note"


@pytest.fixture
def moving(visit: Visit, event: int, director: Actor) -> Page:
    """Open the phone of a player who was just moved from table 12, seat 4 to table 3, seat 9."""
    path, entry = seated(event)
    page = live(visit(path, size=PHONE))
    expect(page.locator(TITLE)).to_have_text("Your seat")
    press(give_seat, event, by=director, entry=entry, table=3, seat=9)
    expect(page.locator(TITLE)).to_have_text("Your new seat: table 3, seat 9")
    return page


def here(page: Page) -> Any:
    """Return the button."""
    return page.get_by_role("button", name="I’m here")


def test_new_seat_is_shown_at_once_with_the_former_one(moving: Page) -> None:
    expect(figures(moving)).to_have_text(["3", "9"])
    expect(moving.locator(NOTE)).to_have_text("from table 12, seat 4")
    expect(here(moving)).to_be_visible()
    box = here(moving).bounding_box()
    assert box is not None
    assert box["height"] >= 48
    fits(moving)
    no_barriers(moving)
    # The state is also shown before the scripts run, and after a reload.
    words = moving.request.get(moving.url).text()
    assert "Your new seat: table 3, seat 9" in words
    assert "from table 12, seat 4" in words
    moving.reload()
    expect(here(live(moving))).to_be_visible()


def test_i_am_here_confirms_the_arrival(moving: Page, event: int) -> None:
    here(moving).click()
    until(lambda: Move.objects.filter(arrived_at__isnull=False).count() == 1)
    expect(moving.locator(TITLE)).to_have_text("Your seat")
    expect(moving.locator(NOTE)).to_be_hidden()
    expect(here(moving)).to_be_hidden()
    expect(moving.locator("#banner")).to_be_hidden()
    expect(moving.locator("#message")).to_have_text("Thank you. The floor knows you are there.")
    expect(figures(moving)).to_have_text(["3", "9"])


def test_arrival_confirmed_by_the_dealer_stops_notifications(
    moving: Page, event: int, director: Actor
) -> None:
    press(arrive, event, by=director, move=Move.objects.get().pk)
    expect(moving.locator(TITLE)).to_have_text("Your seat")
    expect(here(moving)).to_be_hidden()
    expect(moving.locator("#banner")).to_be_hidden()
