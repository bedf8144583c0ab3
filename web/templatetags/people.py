"""Template filters for players."""

from datetime import date

from django import template
from django.utils.translation import gettext as _

from penalties.services.summaries import length_words
from tourney.services.dates import day_text

register = template.Library()


@register.filter
def day(value: str | date | None) -> str:
    """Write a date, as such or as text ("1990-05-30"), in the page's language."""
    if not value:
        return ""
    return day_text(date.fromisoformat(value) if isinstance(value, str) else value)


@register.filter
def likeness(one: dict[str, object]) -> str:
    """Explain why a record may be the same person: names and dates of birth as text."""
    born = {
        "same": _("same date of birth"),
        "near": _("similar date of birth"),
        "unknown": _("missing date of birth"),
        "other": _("different date of birth"),
        "card": _("same card"),
    }[str(one["born"])]
    if one["born"] == "card":
        return born
    name = (
        _("same name")
        if one["likeness"] == 100
        else _("name %(percent)s%% similar") % {"percent": one["likeness"]}
    )
    return f"{name}, {born}"


@register.filter
def membership_kind(kind: str) -> str:
    """Return the label of a membership."""
    return {"season": _("Season member"), "day": _("Day member")}.get(kind, kind)


@register.simple_tag
def penalty_length(kind: str, count: int | None) -> str:
    """Describe a penalty: "2 orbits", "Warning"."""
    return length_words(kind, count)


@register.filter
def item(mapping: dict[str, object], key: str) -> object:
    """Return one value of a mapping."""
    return mapping.get(key, "")


@register.filter
def import_state(state: str) -> str:
    """Describe the progress of a player import."""
    return {
        "draft": _("Not started"),
        "running": _("Importing…"),
        "done": _("Import finished"),
        "cancelled": _("Import cancelled"),
        "failed": _("Import failed"),
    }[state]
