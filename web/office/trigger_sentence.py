"""A trigger of displays in a sentence: "15 minutes before registration closes: play “Gong”, show “…” for 60 s"."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from displays.models import Trigger
from displays.models.trigger import SILENCE
from web.shared.texts import WORDS

SOUNDS: dict[str, Promise] = {
    "gong": lazy("Gong"),
    "fanfare": lazy("Fanfare"),
    "level_start": lazy("Start of play"),
    "one_minute": lazy("Last minute"),
    "level_end": lazy("End of a level"),
    "break_end": lazy("End of a break"),
    "time_up": lazy("Time is up"),
}
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


def sentence(row: Trigger) -> str:
    """Return what a trigger does, and when."""
    return _("%(when)s: %(actions)s") % {"when": when_text(row), "actions": ", ".join(actions(row))}


def when_text(row: Trigger) -> str:
    """Return when a trigger fires."""
    if row.when == "players_left":
        count = row.number or 0
        return ngettext("%(count)s player left", "%(count)s players left", count) % {"count": count}
    level = {"level": row.number}
    if row.before_seconds and row.when in _BEFORE:
        time = {"time": _length(row.before_seconds)}
        if row.number is not None and row.when == "level_start":
            return _("%(time)s before level %(level)s starts") % {**time, **level}
        if row.number is not None and row.when == "level_end":
            return _("%(time)s before level %(level)s ends") % {**time, **level}
        return str(_BEFORE[row.when]) % time
    if row.number is not None and row.when == "level_start":
        return _("Level %(level)s starts") % level
    if row.number is not None and row.when == "level_end":
        return _("Level %(level)s ends") % level
    return str(WHENS.get(row.when, row.when))


def actions(row: Trigger) -> list[str]:
    """Return what a trigger does."""
    found = []
    if row.sound == SILENCE:
        found.append(_("play no sound"))
    elif row.sound:
        found.append(_("play “%(sound)s”") % {"sound": sound_text(row.sound)})
    if row.spoken:
        found.append(_("read “%(text)s” aloud") % {"text": row.spoken})
    if row.message:
        text = _("show “%(text)s” for %(time)s")
        found.append(text % {"text": row.message, "time": _length(row.message_seconds)})
    if row.layout:
        house = row.house_layout
        fixed = WORDS.get(f"displays.layout_{row.layout}", "")
        name = {"layout": str(fixed) if house is None else house.name}
        if row.layout_seconds is None:
            found.append(_("show the layout “%(layout)s” while it lasts") % name)
        else:
            time = {"time": _length(row.layout_seconds)}
            found.append(_("show the layout “%(layout)s” for %(time)s") % {**name, **time})
    return found


def sound_text(sound: str) -> str:
    """Return the name of a sound."""
    return str(SOUNDS[sound]) if sound in SOUNDS else _("Own sound")


def _length(seconds: int) -> str:
    if seconds % 60:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = seconds // 60
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
