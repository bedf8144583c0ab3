"""A real browser for the tests of processes."""

from tests.browser.browsers import chromium

__all__ = ["chromium"]
