"""Browser profiles that tests use in turn; each test starts with a cleared one.

A new profile loads and compiles every script of the product again, and so does a new page. A profile that is used again
keeps its cache of files and, where possible, one page; cookies, storage, service workers and routes are cleared.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Frame, Page

from tests.browser.reused_pages import ReusedPage

# What a page can store, except cookies (cleared at the end of the test) and the file cache.
STORED = "local_storage,indexeddb,service_workers,cache_storage,file_systems,shared_storage"
# A profile with one of these is closed after its test: a push subscription cannot be cleared from outside.
ONCE = {"permissions"}


class Profile:
    """A browser profile in use by one test."""

    def __init__(self, context: BrowserContext, **options: Any) -> None:
        """Watch the pages of a context.

        Args:
            context: a new one.
            options: those that the context was created with.
        """
        self.context = context
        self._options = options
        self._cleared = True
        self._origins: set[str] = set()
        self._pages: list[ReusedPage] = []
        # A page of the previous test, emptied.
        self._free: list[ReusedPage] = []
        self._sessions: list[CDPSession] = []
        self._scripts: set[str] = set()
        self._connect = context.new_cdp_session
        context.on("page", self._watch)
        context.new_cdp_session = self._new_session  # type: ignore[method-assign]

    def new_page(self, size: Any = None) -> Page:
        """Open an empty page.

        Args:
            size: width and height in pixels, where they differ from the profile's.
        """
        if self._free:
            self._pages.append(self._free.pop())
            page = self._pages[-1].page
        else:
            page = self.context.new_page()
        if size is not None:
            page.set_viewport_size(size)
        if not self._cleared:
            self._clear(page)
        return page

    def run_at_each_load(self, script: str) -> None:
        """Run a script before those of each page, in this test and all later ones that use the profile."""
        if script not in self._scripts:
            self._scripts.add(script)
            self.context.add_init_script(script)

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
        """Empty a page for the next test, close the others and undo the test's settings; stored data is cleared before
        the next page loads.
        """
        self.context.unroute_all()
        self.context.set_offline(False)
        # What a session sets, a page loses with it.
        for session in self._sessions:
            with suppress(Error):
                session.detach()
        self._sessions.clear()
        for used in self._pages:
            self._origins |= used.origins
            if not self._free and used.reset():
                self._free.append(used)
            else:
                used.page.close()
        self._pages.clear()
        self.context.clear_cookies()
        self._cleared = False

    def _watch(self, page: Page) -> None:
        self._pages.append(ReusedPage(page, self._options))

    def _new_session(self, page: Page | Frame) -> CDPSession:
        self._sessions.append(self._connect(page))
        return self._sessions[-1]

    def _clear(self, page: Page) -> None:
        session = self._connect(page)
        for origin in self._origins - {""}:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        session.detach()
        self._origins.clear()
        self._cleared = True


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
        return key, Profile(self._browser.new_context(**options), **options)

    def give_back(self, key: str, profile: Profile) -> None:
        """Keep a profile for the next test, or close it."""
        if ONCE & json.loads(key).keys() or profile.has_simulated_time:
            profile.context.close()
            return
        try:
            profile.leave()
        except Error:
            profile.context.close()
        else:
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
