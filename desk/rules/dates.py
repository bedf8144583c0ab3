"""Dates as club rules count them. Pure."""

from calendar import monthrange
from datetime import date


def months_later(day: date, months: int) -> date:
    """The same day of the month, so many months later; the month's last day where it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
