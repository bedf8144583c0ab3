"""How long data of players is kept. Pure."""

import calendar
from datetime import datetime


def months_before(at: datetime, months: int) -> datetime:
    """Return the time so many months before; the last day of a shorter month."""
    year, month = divmod(at.year * 12 + at.month - 1 - months, 12)
    day = min(at.day, calendar.monthrange(year, month + 1)[1])
    return at.replace(year=year, month=month + 1, day=day)
