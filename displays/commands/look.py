"""Commands for the room's look on its walls."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from displays.boards.look import Theme
from displays.models import RoomLook
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx

Picture = Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$")]


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


@command(
    "look.picture",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("look",),
    summary=lazy("Changed a picture of the displays"),
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


def _save(tx: Tx, **columns: Any) -> None:
    row = RoomLook.objects.filter(pk=1).first()
    if row is None:
        tx.create(RoomLook, pk=1, **columns)
    else:
        tx.save(row, **columns)
