"""Date and time fields of forms, in the room's time zone."""

from datetime import datetime

from django.utils.timezone import get_current_timezone, localtime, make_aware
from django.utils.translation import gettext as _

from web.shared.forms import Form


def timestamp_in(form: Form, name: str) -> datetime | None:
    """Return the timestamp in a field, None if it is empty; an invalid one is an error of the field."""
    typed = form.text(name)
    if not typed:
        return None
    try:
        at = datetime.fromisoformat(typed)
    except ValueError:
        at = None
    # At the limits of the calendar no other time zone can be computed.
    if at is None or not 1900 <= at.year < 2200:
        form.fail(name, _("This is not a date and time; write 2026-03-28 20:15."))
        return None
    return at if at.tzinfo else make_aware(at, get_current_timezone())


def local_input(at: datetime | None) -> str:
    """Format a timestamp for a date and time field: "2026-03-28T20:15"; "" for none."""
    return "" if at is None else f"{localtime(at):%Y-%m-%dT%H:%M}"
