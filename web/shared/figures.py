"""Places in the format of the page's language."""

from tourney.services.figures import formats, grouped


def ordinal(value: int) -> str:
    """Write a place: 1st, 2nd, 11th (English), 1. (German), 1er, 2e (French), 1º (Italian)."""
    form = formats()
    if form.place:
        return grouped(value) + (form.first if value == 1 else form.place)
    teens = value % 100 in (11, 12, 13)
    return grouped(value) + ("th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th"))
