"""Format dates for pages, messages and paper, and parse the dates of commands."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused


def day_text(day: date) -> str:
    """Return a date in the active language: 30 May 1990, or 30.05.1990 in German.

    English months are words, because 5/6 is in May for some readers and in June for others.
    """
    return date_format(day, "d.m.Y" if (get_language() or "").startswith("de") else "j M Y")


def day_and_time_text(when: datetime) -> str:
    """Return a time in the room's time zone, to the minute: 30 May 1990, 20:00."""
    local = localtime(when)
    return f"{day_text(local)}, {local:%H:%M}"


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
