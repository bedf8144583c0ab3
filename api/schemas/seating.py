"""Schemas of tables, seats and draws."""

from typing import Any, Literal

from pydantic import Field

from api.schemas.core import Shape

DrawKind = Literal["field", "seat", "button", "break", "redraw", "order", "envelope", "names"]


class SeatList(Shape):
    """The seat list in alphabetical order."""

    seq: int
    list_seq: int = Field(description="Another number whenever the list is another one.")
    seats: list[tuple[str, int, int]] = Field(description="Name as shown in public, table, seat.")


class DrawRecord(Shape):
    """A draw with all inputs needed to verify it: docs/draws.md."""

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
