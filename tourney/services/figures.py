"""Whole numbers in the format of the reader's language."""

from django.utils.translation import get_language

_GROUPS = {"de": ".", "de-at": ".", "de-ch": "'"}


def grouped(value: int) -> str:
    """Group the thousands of a whole number: 12,500 (English), 12.500 (Germany, Austria), 12'500
    (Switzerland).
    """
    return f"{value:,}".replace(",", _GROUPS.get(get_language() or "", ",")).replace("-", "−")
