"""The layouts of the house, for displays and staff."""

from msgspec import Struct

from displays.models import HouseLayout
from tourney.live.boards import Audience, board


class HouseLayoutBoard(Struct, frozen=True):
    """A layout of the house. Displays load its document when they show it, and again once its version differs.

    Attributes:
        events: how many events it shows: that of the display, and the next open ones of the room.
        seats: whether it shows a seat list.
    """

    id: int
    name: str
    version: str
    events: int
    seats: bool


class HouseLayoutsBoard(Struct, frozen=True):
    """All layouts of the house."""

    layouts: list[HouseLayoutBoard]


def _layout(row: HouseLayout) -> HouseLayoutBoard:
    return HouseLayoutBoard(id=row.pk, name=row.name, version=row.version, events=row.events, seats=row.seats)


@board("house_layouts", topic="room", audience=Audience.DISPLAY, rows=("displays.houselayout",))
def house_layouts(_scope: int, _name: str) -> HouseLayoutsBoard:
    """Show the layouts of the house."""
    return HouseLayoutsBoard([_layout(row) for row in HouseLayout.objects.all()])
