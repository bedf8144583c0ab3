"""Format dates and times of day, for pages, messages and paper alike, and parse the dates of commands.

Times are in the room's time zone. `static/shared/ui/format.js` does the same in the browser.
"""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused


def day_text(day: date) -> str:
    """Return a date in the active language: 30 May 1990, or 30.05.1990 in German.

    English months are words, because 5/6 is in May for some readers and in June for others.
    """
    if isinstance(day, datetime):
        day = localtime(day)
    return date_format(day, "d.m.Y" if (get_language() or "").startswith("de") else "j M Y")


def time_text(when: datetime) -> str:
    """Return hour and minute: 20:00."""
    return f"{localtime(when):%H:%M}"


def day_and_time_text(when: datetime) -> str:
    """Return a time to the minute: 30 May 1990, 20:00."""
    return f"{day_text(when)}, {time_text(when)}"


def timestamp_text(when: datetime) -> str:
    """Return a time to the second, for records: 30 May 1990, 20:00:15."""
    return f"{day_text(when)}, {localtime(when):%H:%M:%S}"


def weekday_text(when: datetime) -> str:
    """Return a day of a schedule: Saturday, 21 November."""
    return date_format(localtime(when), pgettext("date format without a year", "l, j F"))


def weekday_name(day: date) -> str:
    """Return the name of a weekday: Saturday."""
    return date_format(day, "l")


def month_text(day: date) -> str:
    """Return the month of a day: November 2026."""
    return date_format(day, "F Y")


def start_text(when: datetime) -> str:
    """Return a start in a schedule: Saturday, 21 November, 20:00."""
    return f"{weekday_text(when)}, {time_text(when)}"


def day_of(text: str, field: str) -> date:
    """Parse a day in the format "2001-05-30".

    Raises:
        Refused: `bad_argument`, at the field.
    """
    try:
        if len(text) != len("2001-05-30"):
            raise ValueError(text)
        return date.fromisoformat(text)
    except ValueError:
        sentence = _("This is not a date. Write it as 2001-05-30.")
        raise Refused("bad_argument", sentence, fields={field: sentence}) from None
