"""What reads of tables, seats and draws answer."""

from typing import Any, Literal

from pydantic import Field

from api.shapes import Shape

DrawKind = Literal["field", "seat", "button", "break", "redraw", "order", "envelope", "names"]


class Chair(Shape):
    """A chair that is not free."""

    seat: int = Field(description="Counted from 1, to the left of the dealer.")
    kind: Literal["player", "ghost", "unclaimed", "closed"]
    entry: int | None
    name: str = Field(description='As staff know it; "" where nobody sits.')


class EventTable(Shape):
    """A table of a tournament and who sits there."""

    number: int
    seats: int
    state: Literal["open", "reserve", "paused"]
    order: int = Field(description="Tables are opened in ascending order.")
    accessible: bool
    across: int | None = Field(description="Place on the map, in hundredths of a per cent of its width.")
    down: int | None = Field(description="The same of its height.")
    taken: list[Chair]


class SeatList(Shape):
    """Who sits where, by name in alphabetical order."""

    seq: int
    list_seq: int = Field(description="Another number whenever the list is another one.")
    seats: list[tuple[str, int, int]] = Field(description="Name as shown in public, table, seat.")


class DrawHead(Shape):
    """A draw that was held."""

    digest: str = Field(description="SHA-256 of its seed, published before.")
    kind: DrawKind
    at: int | None
    line: int = Field(description="Its line in the tournament's journal.")
    next_digest: str = Field(description="SHA-256 of the next draw's seed, announced with it.")


class DrawPaper(Shape):
    """A draw with all that is needed to hold it again: docs/draws.md."""

    kind: DrawKind
    tournament: int
    event: str
    at: int
    line: int
    method: str
    digest: str
    seed: str
    announced_in_line: int | None
    announced_with: str = Field(description='Digest of the draw it was announced with; "" for `plan.set`.')
    next_digest: str
    undone: bool
    inputs: dict[str, Any] = Field(description="null stands for what is withheld.")
    inputs_sha256: str
    withheld: dict[str, int] = Field(description="How many conditions about people are not shown.")
    outcome: dict[str, Any]
    names: dict[str, str] = Field(description="Names as shown in public, by entry.")
    fits: bool = Field(description="Whether it comes out again, as the server finds.")
