"""Chromium and the mock server as fixtures of the browser tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ops.browser import ensure_chromium
from tests.browser.mock_feed import MockFeed
from tests.fixtures.chromium import Browsers
from web.tv.page import words_in

Open = Callable[..., Page]
# Notes the last line of each topic that the page was told: what it draws of it is drawn when the next task begins.
TAKEN_IN = """
  window.takenIn = {};
  window.WebSocket = class extends window.WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        const { topic, seq } = JSON.parse(data);
        if (seq !== undefined) window.takenIn[topic] = seq;
      });
    }
  };
"""
# Two frames, and the end of whatever fades in or out.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await Promise.all(document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 1000)
    .map((one) => one.finished.catch(() => {})));
  await frame();
}"""
# Several tests run at once: what takes a moment alone may take some seconds then.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def chromium(browsers: Browsers, lean_path: Path) -> Iterator[Browser]:
    """What pages are looked at in: the headless shell where there is one."""
    with browsers.use(lean_path) as browser:
        yield browser


@pytest.fixture(scope="module")
def whole_chromium(browsers: Browsers) -> Iterator[Browser]:
    """A browser with all that is around its pages: messages while the page is closed, notifications."""
    with browsers.use(ensure_chromium()) as browser:
        yield browser


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh profile with the size of a television."""
    fresh = chromium.new_context(viewport={"width": 1280, "height": 720}, locale="de-CH")
    yield fresh
    fresh.close()


@pytest.fixture
def feed() -> Iterator[MockFeed]:
    """The mock server, with a quick heartbeat."""
    mock = MockFeed(words_in("en"), heartbeat=1.0)
    mock.start()
    yield mock
    mock.close()


@pytest.fixture
def tv(context: BrowserContext, feed: MockFeed) -> Iterator[Open]:
    """Opens the display's page. A test fails on an error that the page did not catch or that the CSP reports."""
    errors: list[str] = []

    def open_page(path: str = "/tv/", script: str = "") -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
        page.add_init_script(TAKEN_IN)
        if script:
            page.add_init_script(script)
        page.goto(feed.url + path)
        return page

    yield open_page
    assert errors == []


def show_still(page: Page, size: tuple[int, int]) -> None:
    """Show a display in a size and without motion, where its scenes are looked at one after the other."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")


def settle(page: Page, feed: MockFeed) -> None:
    """Wait until a page has drawn the last that it was sent, and faded."""
    page.wait_for_function(
        """(seqs) => Object.entries(window.takenIn).every(([topic, seq]) => seq === seqs[topic])
            && Object.keys(window.takenIn).length > 1""",
        arg=feed.seqs,
    )
    page.evaluate(DRAWN)
