"""A real browser for the process tests."""

from tests.browser.browsers import chromium

__all__ = ["chromium"]
