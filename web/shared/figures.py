"""Places in the format of the page's language."""

from django.utils.translation import get_language

from tourney.services.figures import grouped


def ordinal(value: int) -> str:
    """Write a place: 1st, 2nd, 11th (English), 1. (German)."""
    if (get_language() or "").startswith("de"):
        return f"{grouped(value)}."
    teens = value % 100 in (11, 12, 13)
    return grouped(value) + ("th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th"))
