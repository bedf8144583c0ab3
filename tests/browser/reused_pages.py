"""A browser page that several tests use in turn.

A page that was loaded before keeps the files in memory and their code compiled: it loads again with less than half of
the processor time of a new one.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page

# What these methods add to a page stays until it is closed.
LASTING = (
    "add_init_script",
    "expose_function",
    "expose_binding",
    "set_extra_http_headers",
    "route_web_socket",
)
# A renderer is replaced after so many tests, so that it does not grow.
MOST = 40
# Where a page waits for its next test: a small file of the server it was on. A page that leaves its server, if only for
# about:blank, gets another renderer.
IDLE_ADDRESS = "/static/shared/ui/tokens.css"
SIZE = {"width": 1280, "height": 720}
TIMEOUT = 30_000


class ReusedPage:
    """A page, and what a test changed about it."""

    def __init__(self, page: Page, options: dict[str, Any]) -> None:
        """Record from now on what a test changes about the page.

        Args:
            page: a new page.
            options: those that its context was created with.
        """
        self.page = page
        self.origins: set[str] = set()
        self._options = options
        self._tests = 0
        self._has_lasting_change = False
        self._changed: set[str] = set()
        self._listeners: list[tuple[Any, Any]] = []
        page.on("framenavigated", lambda frame: self.origins.add(_origin_of(frame.url)))
        for name in LASTING:
            self._watch(name, self._mark_lasting)
        for name in ("on", "once"):
            self._watch(name, lambda event, handler: self._listeners.append((event, handler)))
        for name in ("emulate_media", "set_viewport_size", "set_default_timeout", "route"):
            self._watch(name, lambda *_, name=name, **__: self._changed.add(name))

    def reset(self) -> bool:
        """Leave the test's page and undo what the test changed; return whether another test can use the page.

        It cannot if the test left something that cannot be undone, such as a script for each load.
        """
        page, self._tests, origins = self.page, self._tests + 1, self.origins - {""}
        if page.is_closed() or self._has_lasting_change or self._tests >= MOST or len(origins) != 1:
            return False
        try:
            for event, handler in self._listeners:
                # One that was to be called once may be gone.
                with suppress(KeyError):
                    page.remove_listener(event, handler)
            if "route" in self._changed:
                page.unroute_all()
            page.goto(f"{origins.pop()}{IDLE_ADDRESS}")
            # Now: a page may store something as it is left.
            page.evaluate("sessionStorage.clear()")
            page.mouse.move(0, 0)
            self._restore()
        except Error:
            return False
        self._listeners.clear()
        self._changed.clear()
        self.origins.clear()
        return True

    def _restore(self) -> None:
        if "emulate_media" in self._changed:
            self.page.emulate_media(
                media="null",
                color_scheme=self._options.get("color_scheme", "light"),
                reduced_motion=self._options.get("reduced_motion", "no-preference"),
                forced_colors=self._options.get("forced_colors", "none"),
                contrast=self._options.get("contrast", "no-preference"),
            )
        if "set_viewport_size" in self._changed:
            self.page.set_viewport_size(self._options.get("viewport", SIZE))
        if "set_default_timeout" in self._changed:
            self.page.set_default_timeout(TIMEOUT)

    def _mark_lasting(self, *_given: Any, **_more: Any) -> None:
        self._has_lasting_change = True

    def _watch(self, name: str, watcher: Callable[..., object]) -> None:
        """Call `watcher` with the arguments of each call of one of the page's methods."""
        called = getattr(self.page, name)

        def watched(*given: Any, **more: Any) -> Any:
            watcher(*given, **more)
            return called(*given, **more)

        setattr(self.page, name, watched)


def _origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in {"http", "https"} else ""
