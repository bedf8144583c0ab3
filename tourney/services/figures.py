"""Whole numbers in the format of the reader's language."""

from django.utils.translation import get_language

from tourney.rules.formats import Formats, formats_of, group_thousands


def formats() -> Formats:
    """Return the formats of the active language."""
    return formats_of(get_language())


def grouped(value: int) -> str:
    """Group the thousands of a whole number: 12,500 (English), 12.500 (German), 12 500 (French), 12'500
    (Switzerland).
    """
    return group_thousands(value, get_language())
