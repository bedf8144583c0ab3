"""A display after an update of the server: it loads the new build, unless that would disturb the players."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, running, screen

pytestmark = pytest.mark.browser


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows tournament 7."""
    feed.press("room", screen__5=screen())
    feed.press("t7", **board(running(2, 1_000_000, feed.now())))
    return feed


HURRY = "Math.random = () => 0.01;"


def test_a_new_build_reloads_the_display_but_not_in_the_last_minute(tv: Open, room: MockFeed) -> None:
    room.press("t7", **board(running(2, 50_000, room.now())))
    page = tv(script=HURRY)
    page.wait_for_selector(".clock .time")
    page.evaluate("window.old = true")
    room.build = room.config["build"] = "b2"
    page.wait_for_timeout(4_000)
    assert page.evaluate("window.old") is True
    room.press("t7", **board(running(2, 500_000, room.now())))
    page.wait_for_function("() => !window.old", timeout=15_000)
    expect(page.locator(".clock .time")).to_be_visible()


@pytest.mark.soak
def test_two_servers_of_different_builds_do_not_reload_a_display_for_ever(tv: Open, room: MockFeed) -> None:
    page = tv(script=HURRY)
    page.wait_for_selector(".clock .time")
    page.evaluate("window.old = true")
    room.build = "b2"
    page.wait_for_function("() => !window.old", timeout=15_000)
    page.wait_for_selector(".clock .time")
    page.evaluate("window.old = true")
    page.wait_for_timeout(4_000)
    assert page.evaluate("window.old") is True
