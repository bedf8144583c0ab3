"""Accessibility checks with axe: contrast, keyboard access and screen readers."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

# Rules whose result depends on the colour scheme or the screen size; the rest depends on the document alone.
LOOKS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
# Displays are read from a distance and need a contrast of 7:1.
ENHANCED = {"rules": {"color-contrast-enhanced": {"enabled": True}}}
_LOADED = "() => 'axe' in window"
# Return only the violations and the ids of the passed rules from the browser.
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
    """Run axe on a page and return what it `found` and the rules that `passed`. A document loads axe once."""
    if not page.evaluate(_LOADED):
        page.evaluate(AXE_SCRIPT)
    answer: dict[str, Any] = page.evaluate(_RUN, options or {})
    return answer
