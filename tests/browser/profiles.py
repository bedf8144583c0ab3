"""Browser profiles that tests use in turn; each test starts with a cleared one.

A new profile loads and compiles every script of the product again. A profile that is used again keeps its cache of
files; cookies, storage, service workers and routes are cleared.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page

# What a page can store, except cookies (cleared at the end of the test) and the file cache.
STORED = "local_storage,indexeddb,service_workers,cache_storage,file_systems,shared_storage"
# A profile with one of these is closed after its test: a push subscription cannot be cleared from outside.
ONCE = {"permissions"}


class Profile:
    """A browser profile in use by one test."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self._cleared = True
        self._origins: set[str] = set()
        context.on("page", self._watch)

    def new_page(self, size: Any = None) -> Page:
        """Open an empty page.

        Args:
            size: width and height in pixels, where they differ from the profile's.
        """
        page = self.context.new_page()
        if size is not None:
            page.set_viewport_size(size)
        if not self._cleared:
            self._clear(page)
        return page

    @property
    def has_simulated_time(self) -> bool:
        """Return whether an open page has a simulated clock, or may have: all later pages of the profile would have it
        too.
        """
        try:
            return any(page.evaluate("'__pwClock' in window") for page in self.context.pages)
        except Error:
            # A page that is just being left cannot be asked.
            return True

    def leave(self) -> None:
        """Close a test's pages and undo its settings; stored data is cleared before the next page loads."""
        for page in self.context.pages:
            page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self._cleared = False

    def _watch(self, page: Page) -> None:
        page.on("framenavigated", lambda frame: self._origins.add(_origin_of(frame.url)))

    def _clear(self, page: Page) -> None:
        session = self.context.new_cdp_session(page)
        for origin in self._origins - {""}:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        session.detach()
        self._origins.clear()
        self._cleared = True


def _origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} else ""


class Profiles:
    """The free profiles of a browser, by the options they were created with."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[Profile]] = defaultdict(list)

    def take(self, **options: Any) -> tuple[str, Profile]:
        """Take a free profile, or create one.

        Args:
            options: those of `Browser.new_context`.

        Returns:
            The key by which it is given back, and the profile.
        """
        key = json.dumps(options, sort_keys=True)
        if self._free[key] and not ONCE & options.keys():
            return key, self._free[key].pop()
        return key, Profile(self._browser.new_context(**options))

    def give_back(self, key: str, profile: Profile) -> None:
        """Keep a profile for the next test, or close it."""
        if ONCE & json.loads(key).keys() or profile.has_simulated_time:
            profile.context.close()
            return
        profile.leave()
        self._free[key].append(profile)


_OF: dict[Browser, Profiles] = {}


class Borrowed:
    """The profiles that one test uses."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        self._taken: list[tuple[str, Profile]] = []

    def take(self, **options: Any) -> Profile:
        """Take another profile for this test; see `Profiles.take`."""
        self._taken.append(self._profiles.take(**options))
        return self._taken[-1][1]

    def give_back(self) -> None:
        """Give all profiles back."""
        for key, profile in self._taken:
            self._profiles.give_back(key, profile)
        self._taken.clear()


@contextmanager
def profiles_of(browser: Browser) -> Iterator[Borrowed]:
    """Borrow profiles of a browser for one test."""
    borrowed = Borrowed(_OF.setdefault(browser, Profiles(browser)))
    try:
        yield borrowed
    finally:
        borrowed.give_back()
