"""Dates as club rules count them. Pure."""

from calendar import monthrange
from datetime import date


def months_later(day: date, months: int) -> date:
    """Return the same day of the month a number of months later, or the month's last day if it has no such
    day.
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
