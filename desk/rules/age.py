"""How old somebody is. Pure."""

from datetime import date


def age_on(born: date, day: date) -> int:
    """Whole years somebody born on `born` has completed on `day`; born on 29 February, on 1 March of other years.

    Negative where they are not born yet.
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
