"""Commands for the room's look on its walls."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from displays.boards.look import Cue, Theme
from displays.models import RoomLook
from displays.services.cues import CUES
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

Picture = Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$")]
Sound = Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(wav|mp3|ogg))?$")]


@command(
    "look.set",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("look",),
    summary=lazy("Changed the look of the displays"),
)
def set_look(tx: Tx, theme: Theme, sponsor: Annotated[str, Field(max_length=80)] = "") -> None:
    """Set the theme of the displays and the text of the sponsor strip.

    Args:
        theme: `room` (the room's colour), `felt`, `wine`, `midnight` or `black`.
        sponsor: at the foot of the clock; "" for none.
    """
    _save(tx, theme=theme, sponsor=sponsor.strip())


def _summarise_picture(journal_entry: JournalEntry) -> str:
    texts = {
        "logo": _("Changed the logo of the displays"),
        "background": _("Changed the background of the displays"),
        "sponsor_picture": _("Changed the sponsor picture of the displays"),
    }
    place = journal_entry.arguments.get("place", "")
    return texts.get(place, _("Changed a picture of the displays"))


@command(
    "look.picture",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("look",),
    summary=_summarise_picture,
)
def set_look_picture(
    tx: Tx, place: Literal["logo", "background", "sponsor_picture"], picture: Picture
) -> None:
    """Set one picture of the displays.

    Args:
        place: `logo` of the room, `background`, or `sponsor_picture`.
        picture: name of a stored picture; "" for none.
    """
    _save(tx, **{place: picture})


def _summarise_sound(journal_entry: JournalEntry) -> str:
    given = journal_entry.arguments
    if given.get("sound"):
        text = _("Displays now play the room’s own sound: %(cue)s")
    else:
        text = _("Displays play the built-in sound again: %(cue)s")
    return text % {"cue": CUES[given["cue"]]}


@command(
    "look.sound",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("look",),
    summary=_summarise_sound,
)
def set_look_sound(tx: Tx, cue: Cue, sound: Sound) -> None:
    """Set the room's own sound of a cue, or return to the built-in one.

    Args:
        cue: `level_start` (start of the clock, and of a level that was announced), `one_minute` (before the end of
            a level or break), `tick` (its last five seconds), `level_end` or `break_end`.
        sound: name of a stored sound; "" for the built-in one.
    """
    _save(tx, **{f"sound_{cue}": sound})


def _save(tx: Tx, **columns: Any) -> None:
    row = RoomLook.objects.filter(pk=1).first()
    if row is None:
        tx.create(RoomLook, pk=1, **columns)
    else:
        tx.save(row, **columns)
