"""Messages to a phone whose page is closed, and the page on its home screen. These need the full browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from notifications.models import Subscription
from tests.browser.browsers import whole_chromium
from tests.browser.phones import kept, seated, steady
from tests.browser.rooms import PHONE, Visit
from tests.phone.push_service import Browser
from tests.waiting import until

__all__ = ["whole_chromium"]
pytestmark = [pytest.mark.browser, pytest.mark.processes]


@pytest.fixture(scope="module")
def chromium(whole_chromium: Chromium) -> Chromium:
    """Use the full browser; the headless shell receives no push messages."""
    return whole_chromium


def test_a_message_is_shown_while_the_page_is_closed_and_leads_back_to_it(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    page = visit(path, size=PHONE, permissions=["notifications"])
    kept(page)
    session = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda message: registrations.extend(message["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and registrations)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.url.partition("/p/")[0],
            "registrationId": registrations[0]["registrationId"],
            "data": '{"title": "Friday Deep", "body": "You have been moved to table 3, seat 9", "tag": "t1"}',
        },
    )
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map((one) => [one.title, one.body])"""
    until(lambda: page.evaluate(shown) == [["Friday Deep", "You have been moved to table 3, seat 9"]])
    last = "async () => (await (await caches.open('phone-1')).match('/p/last-page')).text()"
    assert page.evaluate(last) == path


def play(page: Page, keys: dict[str, str], *, subscribed: bool = False) -> None:
    """Simulate the browser's push service.

    Args:
        keys: of the browser.
        subscribed: whether it has subscribed already.
    """
    page.add_init_script(
        """(() => {
            const subscription = (keys) => ({
                endpoint: "https://push.example/anna",
                toJSON: () => ({ endpoint: "https://push.example/anna", expirationTime: null, keys }),
                unsubscribe: async () => { mine = null; return true; },
            });
            let mine = SUBSCRIBED ? subscription(KEYS) : null;
            PushManager.prototype.getSubscription = async () => mine;
            PushManager.prototype.subscribe = async (options) => {
                window.asked = options.applicationServerKey.length;
                return (mine = subscription(KEYS));
            };
            Notification.requestPermission = async () => "granted";
        })()""".replace("SUBSCRIBED", json.dumps(subscribed)).replace("KEYS", json.dumps(keys))
    )


@pytest.mark.soak
def test_push_messages_are_switched_on_and_off_by_a_button(visit: Visit, event: int) -> None:
    """The browser's push service is simulated; everything of the product is real."""
    path, _entry = seated(event)
    keys = Browser().keys

    page = visit(path, size=PHONE, before=lambda page: play(page, keys), permissions=["notifications"])
    button = steady(page).locator("#push-button")
    expect(button).to_have_text("Turn on alerts")
    assert not Subscription.objects.exists()
    button.click()
    expect(button).to_have_text("Turn off alerts")
    assert page.evaluate("asked") == 65
    assert Subscription.objects.get().endpoint == "https://push.example/anna"
    button.click()
    expect(button).to_have_text("Turn on alerts")
    assert not Subscription.objects.exists()


@pytest.mark.soak
def test_phone_with_a_replaced_link_gets_no_push_until_it_subscribes_again(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    keys = Browser().keys
    page = visit(
        path, size=PHONE, before=lambda page: play(page, keys, subscribed=True), permissions=["notifications"]
    )
    button = steady(page).locator("#push-button")
    expect(button).to_have_text("Turn on alerts")
    button.click()
    expect(button).to_have_text("Turn off alerts")
    assert Subscription.objects.get().endpoint == "https://push.example/anna"
    page.reload()
    expect(button).to_have_text("Turn off alerts")


@pytest.mark.soak
def test_a_phone_can_keep_the_page_on_its_home_screen(visit: Visit, event: int) -> None:
    path, _entry = seated(event)
    page = visit(path, size=PHONE)
    address = page.locator("link[rel=manifest]").get_attribute("href")
    about = page.evaluate("address => fetch(address).then((answer) => answer.json())", address)
    assert about["start_url"] == path
    assert about["display"] == "standalone"
    for icon in about["icons"]:
        size = page.evaluate(
            """src => new Promise((resolve, reject) => {
                const image = new Image();
                image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
                image.onerror = reject;
                image.src = src;
            })""",
            icon["src"],
        )
        assert size == icon["sizes"]
