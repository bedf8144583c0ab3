"""Template tags for numbers, timestamps and fields."""

import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from players.services.partners import JOINED
from seating.rules.ranges import write_numbers
from tourney.journal.boards import clock_face
from tourney.now import from_ms
from tourney.rules.numbers import whole_number
from tourney.services.dates import (
    day_and_time_text,
    start_text,
    time_text,
    timestamp_text,
    weekday_name,
    weekday_text,
)
from tourney.services.figures import formats, grouped
from web.shared.forms import Form
from web.shared.labels import kind_words, role_word
from web.shared.structure_names import chip_set_name, structure_name

register = template.Library()


@register.filter
def number(value: object) -> str:
    """Group the thousands of a whole number as the page's language does."""
    if not isinstance(value, int) or isinstance(value, bool):
        return "" if value is None else str(value)
    return grouped(value)


# As in static/shared/ui/receipt_number.js.
_RECEIPT = re.compile(r"\b\d{1,9}-\d{4,9}\b")


@register.filter
def unbroken(value: object) -> SafeString:
    """Keep the numbers of receipts in a text, such as 2-0001, on one line."""
    text = conditional_escape(str(value))
    return mark_safe(_RECEIPT.sub(r'<span class="nowrap">\g<0></span>', text))  # noqa: S308


@register.filter
def team_name(name: str) -> str:
    """Keep the slash between two players at the end of a line, never at the beginning of the next one."""
    return name.replace(JOINED, f"\u00a0{JOINED.lstrip()}")


@register.filter
def any_with(rows: Iterable[Mapping[str, object]], field: str) -> bool:
    """Return whether a field of at least one row has a value."""
    return any(row.get(field) for row in rows)


@register.filter
def have_lines(faults: Iterable[tuple[int | None, str, str]]) -> bool:
    """Return whether a fault of a file is on a line of it."""
    return any(line is not None for line, _place, _text in faults)


@register.filter
def have_places(faults: Iterable[tuple[int | None, str, str]]) -> bool:
    """Return whether a fault of a file has a place besides its line."""
    return any(place for _line, place, _text in faults)


@register.filter
def duration(value: int | None) -> str:
    """Format milliseconds as m:ss or h:mm:ss."""
    return "" if value is None else clock_face(value)


@register.filter
def minutes(value: int) -> str:
    """Format milliseconds as minutes: 18, 7.5 (7,5 in German)."""
    return f"{value / 60_000:g}".replace(".", formats().decimal)


@register.filter
def hours_and_minutes(value: int) -> str:
    """Format milliseconds as hours and minutes: "6:01 h", in French "6 h 01"."""
    hours, rest = divmod(round(value / 60_000), 60)
    return _("%(hours)s:%(minutes)s h") % {"hours": hours, "minutes": f"{rest:02}"}


@register.filter
def timestamp(value: int | datetime | None) -> str:
    """Format a timestamp in the room's time, to the second."""
    if value is None:
        return ""
    return timestamp_text(from_ms(value) if isinstance(value, int) else value)


@register.filter
def day_and_time(value: int | datetime | None) -> str:
    """Format a timestamp in the room's time, to the minute."""
    if value is None:
        return ""
    return day_and_time_text(from_ms(value) if isinstance(value, int) else value)


@register.filter
def start(value: int | datetime | None) -> str:
    """Format a start in a schedule: "Saturday, 21 November, 20:00"."""
    if value is None:
        return ""
    return start_text(from_ms(value) if isinstance(value, int) else value)


@register.filter
def weekday(value: datetime) -> str:
    """Format a day of a schedule: "Saturday, 21 November"."""
    return weekday_text(value)


register.filter(weekday_name)
register.filter(chip_set_name)
register.filter(structure_name)


@register.filter
def table_numbers(numbers: list[int]) -> str:
    """List table numbers in ascending order: "1–3, 12"."""
    return write_numbers(numbers)


@register.filter
def hour(value: int | datetime | None) -> str:
    """Format hour and minute of a timestamp in the room's time: "20:15"."""
    if value is None:
        return ""
    return time_text(from_ms(value) if isinstance(value, int) else value)


@register.filter
def clock_time(value: datetime | None) -> str:
    """Format hour and minute of a timestamp in the room's time: "20:15"."""
    return "" if value is None else time_text(value)


@register.filter
def iso(value: int | datetime | None) -> str:
    """Format a timestamp for `<time datetime>`."""
    if value is None:
        return ""
    return localtime(from_ms(value) if isinstance(value, int) else value).isoformat(timespec="seconds")


register.filter("role", role_word)
register.filter("kind", kind_words)


@register.filter
def undo_of(tags: str) -> dict[str, str] | None:
    """Return the journal entry a message can undo: its scope ("room" or an event's id), seq, and whether the message
    asks if the user is sure; or None.
    """
    for tag in (tags or "").split():
        parts = tag.split("-")
        if len(parts) == 3 and parts[0] == "undo" and whole_number(parts[2]) is not None:
            sure = "1" if "sure" in tags.split() else ""
            return {"tournament": "" if parts[1] == "room" else parts[1], "seq": parts[2], "sure": sure}
    return None


@register.filter
def value_of(form: Form, name: str) -> str:
    """Return the value of a field."""
    return form.values.get(name, "")


@register.filter
def wrong(form: Form, name: str) -> str:
    """Return the error of a field, or ""."""
    return form.errors.get(name, "")


@register.inclusion_tag("shared/part_field.html")
def field(
    form: Form,
    name: str,
    label: str,
    kind: str = "text",
    hint: str = "",
    choices: Iterable[tuple[object, object]] | None = None,
    most: int = 1,
    **attributes: Any,
) -> Mapping[str, Any]:
    """Show a field with its label, hint and error.

    Args:
        form: the form.
        name: of the field, and of the command's argument.
        label: its label.
        kind: of the input; "select" and "textarea" as well.
        hint: a text below.
        choices: value and label, for a select.
        most: the limit of a file in MB.
        attributes: of the input; underscores become hyphens.
    """
    value = "" if kind == "password" else form.values.get(name, "")
    # Two forms of a page may have fields of one name.
    uid = f"{name}-{form.command_id[:8]}"
    described = [f"{uid}-hint"] if hint else []
    if form.errors.get(name):
        described.append(f"{uid}-error")
    return {
        "name": name,
        "uid": uid,
        "label": label,
        "kind": kind,
        "hint": hint,
        "value": value,
        "error": form.errors.get(name, ""),
        "described": " ".join(described),
        "most": most,
        "choices": [(str(key), words, str(key) == value) for key, words in choices or ()],
        "attributes": {key.replace("_", "-"): item for key, item in attributes.items()},
    }


@register.simple_tag
def fresh_command() -> str:
    """Return a new command id for a button, so that a repeated press is applied once."""
    return str(uuid.uuid4())
