"""The room's look on its walls."""

from typing import Literal

from msgspec import Struct

from displays.models import RoomLook
from tourney.live.boards import Audience, board

Theme = Literal["room", "felt", "wine", "midnight", "black"]
Cue = Literal["level_start", "one_minute", "tick", "level_end", "break_end"]


class LookBoard(Struct, frozen=True):
    """Identity of the room on its displays, besides its colour.

    Attributes:
        theme: the cloth behind everything.
        logo: address of the picture shown where an event has no logo of its own; "" for none.
        background: address of a picture in place of the cloth; "" for none.
        sponsor: text of the strip at the foot; "" for none.
        sponsor_picture: address of the sponsor's logo in that strip; "" for none.
        sounds: addresses of the room's own sounds by cue: `level_start`, `one_minute`, `tick` (the last five
            seconds), `level_end`, `break_end`. Cues with the built-in sound are left out.
    """

    theme: Theme
    logo: str
    background: str
    sponsor: str
    sponsor_picture: str
    sounds: dict[Cue, str]


def room_look() -> RoomLook:
    """Return the room's look, or the default."""
    return RoomLook.objects.filter(pk=1).first() or RoomLook(pk=1)


@board("look", topic="room", audience=Audience.PUBLIC)
def look(_scope: int, _name: str) -> LookBoard:
    """Show the room's look."""
    row = room_look()
    pictures = {name: f"/media/{kept}" if kept else "" for name, kept in row.pictures().items()}
    sounds = {cue: f"/media/{kept}" for cue, kept in row.sounds().items()}
    return LookBoard(theme=row.theme, sponsor=row.sponsor, sounds=sounds, **pictures)  # type: ignore[arg-type]
