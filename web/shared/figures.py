"""Numbers and timestamps in the format of the page's language."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import get_language

from tourney.services.dates import day_text

_GROUPS = {"de": ".", "de-at": ".", "de-ch": "'"}


def grouped(value: int) -> str:
    """Group the thousands of a whole number: 12,500 (English), 12.500 (Germany, Austria), 12'500
    (Switzerland).
    """
    return f"{value:,}".replace(",", _GROUPS.get(get_language() or "", ",")).replace("-", "−")


def ordinal(value: int) -> str:
    """Write a place: 1st, 2nd, 11th (English), 1. (German)."""
    if (get_language() or "").startswith("de"):
        return f"{grouped(value)}."
    teens = value % 100 in (11, 12, 13)
    return grouped(value) + ("th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th"))


def timestamp_text(at: datetime) -> str:
    """Format a timestamp in the room's time, to the second."""
    local = localtime(at)
    return f"{day_text(local)} {local:%H:%M:%S}"
