"""On a phone: why alerts cannot be turned on, and which event a message belongs to."""

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from clock.commands.clock import start
from tests.browser.browsers import whole_chromium
from tests.browser.phones import seated, steady
from tests.browser.rooms import PHONE, Visit
from tests.browser.test_phone_messages import play
from tests.fixtures.room import MakesEvents, press
from tests.phone.people import a_player, a_registration, path_of
from tests.phone.push_service import Browser
from tourney.access.roles import Actor

__all__ = ["whole_chromium"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture(scope="module")
def chromium(whole_chromium: Chromium) -> Chromium:
    """Use the headless shell, which has no notifications."""
    return whole_chromium


@pytest.mark.soak
def test_over_plain_http_a_phone_says_why_alerts_cannot_work(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    insecure = "Object.defineProperty(window, 'isSecureContext', { value: false })"
    page = visit(path, size=PHONE, before=lambda page: page.add_init_script(insecure))
    expect(page.locator("#push-text")).to_contain_text("need a secure address (https)")
    expect(page.locator("#push-text")).to_contain_text("Keep this page open")
    expect(page.locator("#push-button")).to_be_hidden()


@pytest.mark.soak
def test_a_button_does_not_move_away_under_a_finger(visit: Visit, event: int, director: Actor) -> None:
    path, _entry = seated(event)
    page = visit(
        path, size=PHONE, before=lambda page: play(page, Browser().keys), permissions=["notifications"]
    )
    button = steady(page).locator("#push-button")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    press(start, event, by=director)
    page.wait_for_timeout(1_500)
    expect(page.locator("#clock")).to_contain_text("Not started yet")
    assert button.bounding_box() == box
    page.mouse.up()
    expect(page.locator("#clock")).not_to_contain_text("Not started yet")
    expect(button).to_have_text("Turn off alerts")


@pytest.mark.soak
def test_failed_alert_is_shown_at_its_own_button(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    page = visit(
        path, size=PHONE, before=lambda page: play(page, Browser().keys), permissions=["notifications"]
    )
    button = steady(page).locator("#push-button")
    expect(button).to_have_text("Turn on alerts")
    # A request through a service worker may bypass a route.
    page.evaluate("() => { window.served = fetch; window.fetch = () => Promise.reject(new TypeError()); }")
    button.click()
    message = page.locator("#push-card #push-message")
    expect(message).to_contain_text("Alerts were not changed")
    expect(page.locator("#message")).to_be_hidden()
    page.evaluate("() => { window.fetch = window.served; }")
    button.click()
    expect(button).to_have_text("Turn off alerts")
    expect(message).to_be_hidden()


@pytest.mark.soak
def test_message_of_one_event_is_not_shown_under_another(
    visit: Visit, make_event: MakesEvents, event: int
) -> None:
    a_registration(event, self_reserve=True)
    a_registration(make_event(name="Saturday Turbo"), self_reserve=True)
    page = visit(path_of(a_player()), size=PHONE)
    page.locator("#events button", has_text="Friday Deep").click()
    page.get_by_role("button", name="Reserve a seat").click()
    message = page.locator("#message")
    expect(message).to_have_text("Your seat is reserved.")
    page.locator("#events button", has_text="Saturday Turbo").click()
    expect(message).to_be_hidden()
    page.locator("#events button", has_text="Friday Deep").click()
    expect(message).to_have_text("Your seat is reserved.")
