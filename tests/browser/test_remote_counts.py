"""The remote's numbers of players: counted on it, or shown once desk and floor count."""

import pytest
from playwright.sync_api import Page, expect

from desk.commands.registration import set_registration
from tests.browser.rooms import PHONE, Visit, fits, kinds, no_barriers, ready, remote_of, toast
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]
BUTTONS = "[data-count]:visible, #set-field:visible"
SAYS = "entries come from the desk, busts from the floor"


def on_sale(event: int) -> None:
    """Open registration at the desk."""
    press(set_registration, event, by=FIRST_START, pool=8_000, fee=2_000)


def counts(page: Page) -> list[str]:
    """Return the shown numbers of players left and entries."""
    return [page.locator(f'output[data-part="{name}"]').inner_text() for name in ("left", "entries")]


@pytest.mark.soak
def test_where_the_desk_counts_there_are_numbers_and_a_sentence_but_no_buttons(
    visit: Visit, event: int, director: Actor
) -> None:
    on_sale(event)
    page = ready(visit(remote_of(event), director, size=PHONE))
    expect(page.locator(".counted")).to_contain_text(SAYS)
    expect(page.locator(BUTTONS)).to_have_count(0)
    assert counts(page) == ["0", "0"]
    fits(page)
    no_barriers(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).not_to_contain_text("One fewer player")


def test_a_remote_that_is_open_follows_when_the_desk_begins_to_count(
    visit: Visit, event: int, director: Actor
) -> None:
    page = ready(visit(remote_of(event), director))
    expect(page.get_by_role("button", name="One fewer player")).to_be_visible()
    expect(page.locator(".counted")).to_be_hidden()
    on_sale(event)
    expect(page.locator(".counted")).to_be_visible()
    expect(page.locator(BUTTONS)).to_have_count(0)
    before = kinds(event)
    page.keyboard.press("e")
    toast(page, "Manual counting is off")
    assert kinds(event) == before
