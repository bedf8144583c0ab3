"""Boards of displays."""

from collections.abc import Iterable

from msgspec import Struct

from displays.models import Screen
from tourney.access.language import room_language
from tourney.live.boards import Audience, board
from tourney.rules.numbers import whole_number


class ScreenBoard(Struct, frozen=True):
    """A paired display.

    Attributes:
        language: in use on it.
        own_language: chosen for this display; "" for the room's.
        sound: whether it plays sounds; true for one display of a tournament only.
    """

    id: int
    name: str
    tournament: int | None
    layout: str
    blank: bool
    message: str
    language: str
    own_language: str
    sound: bool
    volume: int
    speech: bool
    paired: bool


def screen_of(row: Screen) -> ScreenBoard:
    """Return the board of a display."""
    return ScreenBoard(
        id=row.pk,
        name=row.name,
        tournament=None if row.retired else row.tournament_id,
        layout=row.layout,
        blank=row.blank,
        message=row.message,
        language=row.language or room_language(),
        own_language=row.language,
        sound=row.sound,
        volume=row.volume,
        speech=row.speech,
        paired=not row.retired,
    )


def _members(_scope: int) -> Iterable[str]:
    return [str(pk) for pk in Screen.objects.filter(retired=False).values_list("pk", flat=True)]


@board("screen", topic="room", audience=Audience.DISPLAY, members=_members, model="displays.screen")
def screen(_scope: int, name: str) -> ScreenBoard | None:
    """Show one display."""
    number = whole_number(name)
    row = None if number is None else Screen.objects.filter(pk=number).first()
    return screen_of(row) if row is not None else None


def screens() -> list[ScreenBoard]:
    """List all paired displays."""
    return [screen_of(row) for row in Screen.objects.filter(retired=False)]
