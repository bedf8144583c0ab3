"""Playing days of the cash room: they begin some hours after midnight."""

from datetime import date, datetime, time, timedelta

from django.utils.timezone import localtime, make_aware

from cash.services.settings import cash_settings


def playing_day(now: datetime) -> date:
    """Return the playing day of a time: it begins some hours after midnight."""
    return (localtime(now) - timedelta(minutes=cash_settings().day_starts)).date()


def bounds_of(day: date) -> tuple[datetime, datetime]:
    """Return when a playing day begins, and when the next one does."""
    after_midnight = timedelta(minutes=cash_settings().day_starts)
    begins, ends = (datetime.combine(one, time.min) + after_midnight for one in (day, day + timedelta(1)))
    return make_aware(begins), make_aware(ends)
