"""The room's own sounds of its displays, on the page of the room."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from displays.models import RoomLook
from displays.services.cues import CUES
from displays.services.sound_store import MOST_BYTES, MOST_SECONDS, keep_sound
from tourney.journal.refused import Refused
from web.shared.forms import Form, upload_of

_HINTS: dict[str, Promise] = {
    "level_start": lazy("When the clock is started, and when a level that was announced begins."),
    "one_minute": lazy("One minute before the end of a level or break."),
    "tick": lazy("Every second; a sound of several seconds, such as a spoken countdown, plays once."),
    "level_end": lazy("When the next level or a break begins."),
    "break_end": lazy("When play resumes."),
}


def sound_rows(row: RoomLook, sent: Form) -> list[dict[str, Any]]:
    """Return the sounds of displays as the page lists them, each with a form of its own.

    Args:
        row: the room's look.
        sent: the submitted form; its errors are shown at its sound.
    """
    own = row.sounds()
    return [
        {
            "cue": cue,
            "title": title,
            "hint": _HINTS[cue],
            "own": own.get(cue, ""),
            "form": sent if sent.text("cue") == cue else Form(),
        }
        for cue, title in CUES.items()
    ]


def sound_config() -> dict[str, Any]:
    """Return what the page's script says and checks when a sound is played."""
    return {
        "play": _("Play"),
        "stop": _("Stop playing"),
        "chosen": _("Not saved yet"),
        "most": MOST_SECONDS,
        "too_long": _("A sound can last at most %(most)s seconds.") % {"most": MOST_SECONDS},
        "unplayable": _("This browser cannot play the file. A display would play the built-in sound."),
        "unreachable": _("The sound could not be loaded. Check the network."),
    }


def save_sound(request: HttpRequest, form: Form) -> bool:
    """Set the uploaded sound of a cue, or return to the built-in one."""
    cue = form.text("cue")
    sound = "" if form.flag("built_in") else _kept_sound(request, form, cue)
    return form.act(request, "look.sound", cue=cue, sound=sound) is not None


def _kept_sound(request: HttpRequest, form: Form, field: str) -> str:
    """Store the uploaded sound and return its file name; an invalid file is an error of the field."""
    file = upload_of(request, field)
    if file is None or not file.size:
        form.fail(field, _("Choose a sound first."))
        return ""
    try:
        # One byte over the limit is enough to detect a file that is too large.
        return keep_sound(file.read(MOST_BYTES + 1), field)
    except Refused as error:
        form.refuse(error)
        return ""
