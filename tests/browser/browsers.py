"""Fixtures of the browser tests: Chromium and the mock server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ops.browser import ensure_chromium
from tests.browser.mock_feed import MockFeed
from tests.browser.profiles import Profile, profiles_of
from tests.fixtures.chromium import Browsers
from web.tv.page import words_in

Open = Callable[..., Page]
# The port of this process's mock server.
_PORTS: dict[str, int] = {}
# Records the last journal entry of each topic that the page received; it is drawn when the next task begins.
INIT_SCRIPT = """
  window.received = {};
  window.WebSocket = class extends window.WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        const { topic, seq } = JSON.parse(data);
        if (seq !== undefined) window.received[topic] = seq;
      });
    }
  };
"""
# Wait for two frames and for all fades to end.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await Promise.all(document.getAnimations()
    .filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 1000)
    .map((one) => one.finished.catch(() => {})));
  await frame();
}"""
# Several tests run at once, so a step that is usually instant may take some seconds.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="module")
def chromium(browsers: Browsers, lean_path: Path) -> Iterator[Browser]:
    """Start the browser that shows the pages: the headless shell where it is installed."""
    with browsers.use(lean_path) as browser:
        yield browser


@pytest.fixture(scope="module")
def whole_chromium(browsers: Browsers) -> Iterator[Browser]:
    """Start the full browser, which has notifications and receives messages while the page is closed."""
    with browsers.use(ensure_chromium()) as browser:
        yield browser


@pytest.fixture
def profile(chromium: Browser) -> Iterator[Profile]:
    """Return a cleared profile with the size of a television."""
    with profiles_of(chromium) as borrowed:
        yield borrowed.take(viewport={"width": 1280, "height": 720}, locale="de-CH")


@pytest.fixture
def feed() -> Iterator[MockFeed]:
    """Start the mock server with a quick heartbeat, on the same port each time: profiles keep its files."""
    mock = MockFeed(words_in("en"), heartbeat=1.0, port=_PORTS.get("feed", 0))
    mock.start()
    _PORTS["feed"] = mock.port
    yield mock
    mock.close()


@pytest.fixture
def tv(profile: Profile, feed: MockFeed) -> Iterator[Open]:
    """Open the display's page. A test fails on an uncaught error of the page or on a CSP report."""
    errors: list[str] = []
    profile.run_at_each_load(INIT_SCRIPT)

    def open_page(path: str = "/tv/", script: str = "") -> Page:
        page = profile.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
        if script:
            page.add_init_script(script)
        page.goto(feed.url + path)
        return page

    yield open_page
    assert errors == []


def show_still(page: Page, size: tuple[int, int]) -> None:
    """Show a display at one size and without motion, for tests that show several scenes in turn."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")


def settle(page: Page, feed: MockFeed) -> None:
    """Wait until a page has drawn the last message and finished fading."""
    page.wait_for_function(
        """(seqs) => Object.entries(window.received).every(([topic, seq]) => seq === seqs[topic])
            && Object.keys(window.received).length > 1""",
        arg=feed.seqs,
    )
    page.evaluate(DRAWN)
