"""Chromium and the mock server as fixtures of the browser tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ops.browser import ensure_chromium, lean_chromium
from screens.views.tv import words_in
from tests.browser.mock_feed import MockFeed

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
Open = Callable[..., Page]
# Several tests run at once: what takes a moment alone may take some seconds then.
expect.set_options(timeout=15_000)


def started(path: Path) -> Iterator[Browser]:
    """A browser, in which a sound needs a gesture as on a real television."""
    with sync_playwright() as playwright:
        arguments = [*ARGUMENTS, "--autoplay-policy=document-user-activation-required"]
        browser = playwright.chromium.launch(executable_path=str(path), args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser of this module's own: the headless shell where there is one."""
    yield from started(lean_chromium())


@pytest.fixture(scope="module")
def whole_chromium() -> Iterator[Browser]:
    """A browser with all that is around its pages: messages while the page is closed, notifications."""
    yield from started(ensure_chromium())


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
        if script:
            page.add_init_script(script)
        page.goto(feed.url + path)
        return page

    yield open_page
    assert errors == []
