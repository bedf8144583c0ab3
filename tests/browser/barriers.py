"""What axe finds on a page: barriers for those who see badly, cannot use a mouse, or have the page read to them."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# What only another colour scheme or another size of screen can break; all else is the same document.
LOOKS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
# Displays are read from afar: a contrast of 7:1.
ENHANCED = {"rules": {"color-contrast-enhanced": {"enabled": True}}}
_LOADED = "() => 'axe' in window"
# Only what is wrong is carried over from the browser, and which rules found something to look at.
_RUN = """async (options) => {
  const { violations, passes } = await axe.run({ ...options, resultTypes: ["violations"] });
  return {
    found: violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 200))]),
    passed: passes.map((one) => one.id),
  };
}"""
Found = list[list[Any]]


def barriers(page: Page, options: dict[str, Any] | None = None) -> Found:
    """Return the rules that a page breaks, each with the elements that break it.

    Args:
        options: those of `axe.run`.
    """
    found: Found = examine(page, options)["found"]
    return found


def examine(page: Page, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run axe on a page; return what it `found` and the rules that `passed`. A document loads axe once."""
    if not page.evaluate(_LOADED):
        page.evaluate(AXE_SCRIPT)
    answer: dict[str, Any] = page.evaluate(_RUN, options or {})
    return answer
