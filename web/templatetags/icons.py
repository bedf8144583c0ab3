"""Template tag for icons, from the package `heroicons` (24 px, outline)."""

import functools
import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from web.shared.packages import folder

register = template.Library()

# Our name of an icon → its file in the package.
ICONS = {
    "back": "arrow-left",
    "cash": "circle-stack",
    "clock": "clock",
    "desk": "credit-card",
    "displays": "tv",
    "entries": "identification",
    "floor": "map",
    "live": "bolt",
    "login": "user-circle",
    "menu": "bars-3",
    "money": "banknotes",
    "pause": "pause",
    "play": "play",
    "players": "users",
    "results": "trophy",
    "search": "magnifying-glass",
    "setup": "cog-6-tooth",
}
_SHAPES = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon, hidden from screen readers: a label says what it means.

    Raises:
        KeyError: there is none of this name.
    """
    return _drawn(ICONS[name])


@functools.cache
def _drawn(file: str) -> SafeString:
    text = (folder() / "heroicons" / "24" / "outline" / f"{file}.svg").read_text(encoding="utf-8")
    found = _SHAPES.search(text)
    assert found is not None, f"{file} is no icon"
    return format_html(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>',
        mark_safe("".join(found[1].split("\n")).strip()),  # noqa: S308  a file of a pinned package
    )
