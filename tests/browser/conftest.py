"""Fixtures of the browser tests, from `browsers.py` and, for a whole room, from `rooms.py`."""

from tests.browser.browsers import chromium, feed, profile, tv
from tests.browser.map_page import open_room
from tests.browser.rooms import house, visit

__all__ = ["chromium", "feed", "house", "open_room", "profile", "tv", "visit"]
