"""Fixtures of the browser tests, from `browsers.py` and, for a whole room, from `rooms.py`."""

from tests.browser.browsers import chromium, feed, profile, tv
from tests.browser.map_page import open_room
from tests.browser.rooms import visit, web_server

__all__ = ["chromium", "feed", "open_room", "profile", "tv", "visit", "web_server"]
