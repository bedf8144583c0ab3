"""The desk's recent actions after the page was loaded again."""

import pytest
from playwright.sync_api import expect

from tests.browser.desks import Keyboard, add, clerk, opened, selling
from tests.browser.rooms import Visit
from tourney.access.roles import Actor

__all__ = ["clerk", "selling"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


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
    expect(page.get_by_role("dialog")).to_contain_text("EUR 110.00")
    # Another browser of the same clerk shows them as well.
    other = opened(visit, selling, clerk)
    expect(other.locator("#desk-done li", has_text="Anna Berger")).to_be_visible()
