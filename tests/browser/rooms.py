"""A whole room for browser tests: a real web server on the test's database, and logged-in users."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.barriers import LOOKS, barriers
from tests.browser.profiles import profiles_of
from tests.fixtures.servers import Server
from tourney.access.roles import Actor
from tourney.models import JournalEntry, User

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
LAPTOP = {"width": 1440, "height": 900}
# Animations are off because every frame costs CPU time. A test of motion turns them on.
USUAL = {"viewport": LAPTOP, "locale": "en-GB", "timezone_id": "Europe/Zurich", "reduced_motion": "reduce"}
Visit = Callable[..., Page]


@pytest.fixture
def web_server(
    transactional_db: None, _servers: dict[str, Server], monkeypatch: pytest.MonkeyPatch
) -> Server:
    """Return the web server that these tests share."""
    # Playwright keeps an event loop in this thread, and Django forbids database access beside one.
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    if "daphne" not in _servers:
        _servers["daphne"] = Server("daphne").start()
    return _servers["daphne"]


def session_of(actor: Actor) -> str:
    """Return the session of a logged-in user."""
    client = Client()
    client.force_login(
        User.objects.get(pk=int(actor.key.removeprefix("user:"))),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def visit(chromium: Browser, web_server: Server) -> Iterator[Visit]:
    """Open pages as a user, each in a browser profile without data of other tests.

    A test fails on an error that a page did not catch, or that the CSP reports.
    """
    errors: list[str] = []

    def open_page(
        path: str,
        by: Actor | None = None,
        *,
        server: Server = web_server,
        size: Any = None,
        before: Callable[[Page], None] | None = None,
        **options: Any,
    ) -> Page:
        profile = borrowed.take(**{**USUAL, **options})
        context = profile.context
        if by is not None:
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": session_of(by), "url": server.url}]
            )
        page = profile.new_page(size)
        # A busy machine has two cores, four browsers and their servers.
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if "Content Security" in line.text else None)
        if before is not None:
            before(page)
        # A server loads its modules with the first page.
        page.goto(server.url + path, timeout=30_000)
        return page

    with profiles_of(chromium) as borrowed:
        yield open_page
    assert errors == []


def in_language(language: str, server: Server) -> Callable[[Page], None]:
    """Return a function that sets a page's language, to be called before it loads."""
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": server.url}
    return lambda page: page.context.add_cookies([cookie])  # type: ignore[list-item]


def turn_to(page: Page, path: str) -> None:
    """Load another path in an open page, with the cookies and the cache it has."""
    page.goto(urljoin(page.url, path))


def remote_of(event: int) -> str:
    """Return the address of an event's remote."""
    return f"/staff/t/{event}/"


def ready(page: Page) -> Page:
    """Wait until the remote shows its clock."""
    page.wait_for_selector("#remote:not([data-loading])")
    return page


def toast(page: Page, text: str) -> None:
    """Wait for a message."""
    page.wait_for_function(
        "text => [...document.querySelectorAll('.toast')].some(toast => toast.textContent.includes(text))",
        arg=text,
    )


def kinds(event: int | None) -> list[str]:
    """Return the kinds of an event's journal entries, without those of the test's setup."""
    return list(
        JournalEntry.journal(event)
        .exclude(actor="system:first-start")
        .order_by("seq")
        .values_list("kind", flat=True)
    )


def no_barriers(page: Page, *, looks_alone: bool = False) -> None:
    """Assert that axe finds nothing on the page in its present state.

    Args:
        looks_alone: check only what depends on colours and sizes; another test checks the whole page.
    """
    page.wait_for_load_state()
    # A button that is fading between two colours has the contrast of neither.
    page.evaluate(
        """() => Promise.all(document.getAnimations()
            .filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 1000)
            .map((one) => one.finished.catch(() => {})))"""
    )
    found = barriers(page, LOOKS if looks_alone else None)
    assert found == [], found


def narrow_enough(page: Page, size: Any) -> None:
    """Show an open page at another size, assert that it does not scroll sideways, and restore the size."""
    size_before = page.viewport_size
    assert size_before is not None
    page.set_viewport_size(size)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url
    page.set_viewport_size(size_before)


def no_barriers_in(page: Page, size: Any, scheme: Any, *, fit: bool = True) -> None:
    """Check an open page for barriers at another size and colour scheme, and restore both.

    Args:
        fit: check `fits` as well; a page without touch targets needs only to be narrow enough.
    """
    size_before = page.viewport_size
    assert size_before is not None
    dark_before = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    no_barriers(page, looks_alone=True)
    if fit:
        fits(page)
    else:
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.set_viewport_size(size_before)
    page.emulate_media(color_scheme="dark" if dark_before else "light")


def needs_no_scrolling(page: Page) -> None:
    """Wait until the whole page is in view; a busy browser needs a moment for the layout after a resize."""
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")


def fits(page: Page) -> None:
    """Assert that nothing overflows sideways and that every button is large enough for a finger."""
    # After a form is sent, the text of the new page may be there before its style.
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main summary, main select')]
            .filter(one => one.checkVisibility())
            .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 48 || box.width < 48).map(([text]) => text)"""
    )
    assert small == [], small


def at_rest(page: Page) -> None:
    """Wait until no press is being sent."""
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
