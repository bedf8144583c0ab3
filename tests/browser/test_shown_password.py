"""A new password is typed once, so what is typed can be shown."""

import pytest
from playwright.sync_api import expect

from tests.browser.rooms import Visit, no_barriers
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_new_password_is_shown_while_the_box_is_ticked(visit: Visit, director: Actor) -> None:
    page = visit("/staff/own/password/", director)
    new = page.get_by_label("New password")
    new.fill("four ponds and a kettle")
    expect(new).to_have_attribute("type", "password")
    page.get_by_label("Show the password").check()
    expect(new).to_have_attribute("type", "text")
    expect(new).to_have_value("four ponds and a kettle")
    # The current password has no such box.
    expect(page.get_by_label("Current password")).to_have_attribute("type", "password")
    no_barriers(page)
    page.get_by_label("Show the password").uncheck()
    expect(new).to_have_attribute("type", "password")
    page.get_by_label("Show the password").check()
    page.get_by_label("Current password").fill("not this one")
    # What is sent is not kept by the browser as text that was typed.
    page.evaluate(
        "document.querySelector('form.card').addEventListener('submit', (event) => event.preventDefault())"
    )
    page.get_by_role("button", name="Change password").click()
    expect(new).to_have_attribute("type", "password")
    expect(page.get_by_label("Show the password")).not_to_be_checked()
