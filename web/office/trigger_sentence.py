"""A trigger of displays in a sentence: "15 minutes before registration closes: play “Gong”, show “…” for 60 s"."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from displays.models import Trigger
from displays.models.trigger import SILENCE
from displays.services.trigger_words import duration_text, length_text, when_text
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


def sentence(row: Trigger) -> str:
    """Return what a trigger does, and when."""
    when = when_text(row.when, row.before_seconds, row.number)
    done = ", ".join(actions(row)) or _("no action yet")
    return _("%(when)s: %(actions)s") % {"when": when, "actions": done}


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
        found.append(text % {"text": row.message, "time": length_text(row.message_seconds)})
    if row.layout:
        house = row.house_layout
        fixed = WORDS.get(f"displays.layout_{row.layout}", "")
        name = {"layout": str(fixed) if house is None else house.name}
        duration = duration_text(row.when, row.before_seconds, row.number, row.layout_seconds)
        if duration:
            found.append(_("show the layout “%(layout)s” %(duration)s") % {**name, "duration": duration})
        else:
            found.append(_("show the layout “%(layout)s” (enter for how long)") % name)
    return found


def sound_text(sound: str) -> str:
    """Return the name of a sound."""
    return str(SOUNDS[sound]) if sound in SOUNDS else _("Custom sound")
