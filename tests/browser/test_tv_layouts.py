"""Layouts of a display besides its clock are loaded when they are first shown."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import Open
from tests.browser.mock_feed import MockFeed
from tests.browser.scenes import board, clock, screen

pytestmark = pytest.mark.browser


@pytest.fixture
def room(feed: MockFeed) -> MockFeed:
    """Return a screen that shows tournament 7, paused in level 2."""
    feed.press("room", screen__5=screen())
    feed.press("t7", **board(clock(1, 1_000)))
    return feed


def loaded(page: Page) -> set[str]:
    """Return the paths of the files that the page has loaded."""
    return set(
        page.evaluate("performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)")
    )


def test_layout_and_its_styles_are_loaded_when_first_shown(tv: Open, room: MockFeed) -> None:
    later = {"/static/tv/layouts/structure.js", "/static/tv/lists.css"}
    page = tv()
    expect(page.locator("[data-layout=clock]")).to_be_visible()
    assert not later & loaded(page)
    room.press("room", screen__5=screen(layout="structure"))
    expect(page.locator("[data-layout=structure] .level-name").first).to_be_visible()
    assert later <= loaded(page)


def test_a_display_does_not_show_its_clock_while_a_list_is_loading(tv: Open, room: MockFeed) -> None:
    room.press("room", screen__5=screen(layout="structure"))
    page = tv(
        script="""new MutationObserver(() => {
          window.clockShown ||= Boolean(document.querySelector("[data-layout=clock]"));
        }).observe(document, { childList: true, subtree: true });"""
    )
    expect(page.locator("[data-layout=structure]")).to_be_visible()
    assert not page.evaluate("window.clockShown")


def test_a_layout_that_cannot_be_loaded_leaves_the_clock_and_is_tried_again(tv: Open, room: MockFeed) -> None:
    page = tv()
    expect(page.locator("[data-layout=clock]")).to_be_visible()
    page.route("**/layouts/structure.js", lambda route: route.abort())
    room.press("room", screen__5=screen(layout="structure"))
    page.wait_for_event("requestfailed", lambda request: "structure.js" in request.url)
    expect(page.locator("[data-layout=clock]")).to_be_visible()
    page.unroute("**/layouts/structure.js")
    expect(page.locator("[data-layout=structure]")).to_be_visible(timeout=25_000)
