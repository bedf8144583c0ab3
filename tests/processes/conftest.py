"""A real browser for the tests of processes."""

from tests.browser.browsers import chromium, context

__all__ = ["chromium", "context"]
