"""Fixtures of the browser tests, from `browsers.py` and, for a whole room, from `rooms.py`."""

from tests.browser.browsers import chromium, context, feed, tv
from tests.browser.map_page import open_room
from tests.browser.rooms import house, visit

__all__ = ["chromium", "context", "feed", "house", "open_room", "tv", "visit"]
