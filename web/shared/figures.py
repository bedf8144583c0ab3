"""Figures and moments as the page's language writes them."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import get_language

from tourney.services.dates import day_text

_GROUPS = {"de": ".", "de-at": ".", "de-ch": "'"}


def grouped(value: int) -> str:
    """A whole number with its thousands grouped: 12,500 (English), 12.500 (Germany, Austria), 12'500 (Switzerland)."""
    return f"{value:,}".replace(",", _GROUPS.get(get_language() or "", ",")).replace("-", "−")


def moment_text(moment: datetime) -> str:
    """A moment in the room's time, to the second."""
    local = localtime(moment)
    return f"{day_text(local)} {local:%H:%M:%S}"
