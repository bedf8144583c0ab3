"""Format dates and times of day, for pages, messages and paper alike, and parse the dates of commands.

Times are in the room's time zone. `static/shared/ui/format.js` does the same in the browser.
"""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tourney.journal.refused import Refused
from tourney.services.figures import formats


def day_text(day: date) -> str:
    """Return a date in the active language: 30 May 1990, 30.05.1990 (German), 30/05/1990 (French, Italian)."""
    if isinstance(day, datetime):
        day = localtime(day)
    return date_format(day, formats().day)


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
    day, pattern = localtime(when), pgettext("date format without a year", "l, j F")
    if day.day == 1 and formats().first_day:
        pattern = pattern.replace("j", "".join(f"\\{letter}" for letter in formats().first_day))
    return _named(day, pattern)


def weekday_name(day: date) -> str:
    """Return the name of a weekday: Saturday."""
    return _named(day, "l")


def month_text(day: date) -> str:
    """Return the month of a day: November 2026."""
    return _named(day, "F Y")


def _named(day: date, pattern: str) -> str:
    text = date_format(day, pattern)
    return text.lower() if formats().small_names else text


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
