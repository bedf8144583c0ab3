"""A person's age. Pure."""

from datetime import date


def age_on(born: date, day: date) -> int:
    """Return completed years of age on a day; a birthday on 29 February falls on 1 March in other years.

    Negative before birth.
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
