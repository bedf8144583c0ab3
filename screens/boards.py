"""What displays need to know of themselves."""

from collections.abc import Iterable
from typing import Any

from screens.models import Screen
from tourney.access.language import room_language
from tourney.live.boards import Audience, board
from tourney.numbers import whole_number


def screen_of(row: Screen) -> dict[str, Any]:
    """The board of a display."""
    return {
        "id": row.pk,
        "name": row.name,
        "tournament": None if row.retired else row.tournament_id,
        "layout": row.layout,
        "blank": row.blank,
        "message": row.message,
        "language": row.language or room_language(),
        "own_language": row.language,
        "sound": row.sound,
        "volume": row.volume,
        "speech": row.speech,
        "paired": not row.retired,
    }


def _members(_scope: int) -> Iterable[str]:
    return [str(pk) for pk in Screen.objects.filter(retired=False).values_list("pk", flat=True)]


@board("screen", topic="room", audience=Audience.DISPLAY, members=_members, model="screens.screen")
def screen(_scope: int, name: str) -> dict[str, Any] | None:
    """One display."""
    number = whole_number(name)
    row = None if number is None else Screen.objects.filter(pk=number).first()
    return screen_of(row) if row is not None else None


def screens() -> list[dict[str, Any]]:
    """All paired displays."""
    return [screen_of(row) for row in Screen.objects.filter(retired=False)]
