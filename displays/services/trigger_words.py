"""When a trigger fires, in words: "15 minutes before registration closes"."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

WHENS: dict[str, Promise] = {
    "level_start": lazy("A level starts"),
    "level_end": lazy("A level ends"),
    "break_start": lazy("A break starts"),
    "break_end": lazy("A break ends"),
    "registration_closes": lazy("Registration closes"),
    "players_left": lazy("Number of players left"),
    "bubble": lazy("On the bubble"),
    "in_money": lazy("In the money"),
    "final_table": lazy("Final table"),
    "last_hand": lazy("Last hand of a level"),
}
_BEFORE: dict[str, Promise] = {
    "level_start": lazy("%(time)s before a level starts"),
    "break_start": lazy("%(time)s before a break starts"),
    "level_end": lazy("%(time)s before a level ends"),
    "break_end": lazy("%(time)s before a break ends"),
    "registration_closes": lazy("%(time)s before registration closes"),
}

# How long a layout stays that has no number of seconds: as `lasts` in static/tv/triggers.js decides.
_LASTING: dict[str, Promise] = {
    "level_start": lazy("for the whole level"),
    "break_start": lazy("for the whole break"),
    "bubble": lazy("until the bubble bursts"),
    "in_money": lazy("until the event ends"),
    "final_table": lazy("until the event ends"),
    "last_hand": lazy("until the level ends"),
}
_UNTIL: dict[str, Promise] = {
    "level_start": lazy("until the level starts"),
    "break_start": lazy("until the break starts"),
    "level_end": lazy("until the level ends"),
    "break_end": lazy("until the break ends"),
    "registration_closes": lazy("until registration closes"),
}


def when_text(when: str, before_seconds: int, number: int | None) -> str:
    """Return when a trigger fires."""
    if when == "players_left":
        count = number or 0
        return ngettext("%(count)s player left", "%(count)s players left", count) % {"count": count}
    level = {"level": number}
    if before_seconds and when in _BEFORE:
        time = {"time": length_text(before_seconds)}
        if number is not None and when == "level_start":
            return _("%(time)s before level %(level)s starts") % {**time, **level}
        if number is not None and when == "level_end":
            return _("%(time)s before level %(level)s ends") % {**time, **level}
        return str(_BEFORE[when]) % time
    if number is not None and when == "level_start":
        return _("Level %(level)s starts") % level
    if number is not None and when == "level_end":
        return _("Level %(level)s ends") % level
    return str(WHENS.get(when, when))


def duration_text(when: str, before_seconds: int, number: int | None, seconds: int | None) -> str:
    """Return how long a trigger shows its layout; "" where it needs a number of seconds and has none.

    Args:
        seconds: null for as long as what it fires for lasts.
    """
    if seconds is not None:
        return _("for %(time)s") % {"time": length_text(seconds)}
    if when == "players_left":
        count = number or 0
        text = ngettext(
            "as long as at most %(count)s player is left",
            "as long as at most %(count)s players are left",
            count,
        )
        return text % {"count": count}
    return str((_UNTIL if before_seconds else _LASTING).get(when, ""))


def length_text(seconds: int) -> str:
    """Return a length of time in words."""
    if seconds % 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = seconds // 60
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
