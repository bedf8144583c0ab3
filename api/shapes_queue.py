"""What reads of bookings and the waiting list answer."""

from typing import Literal

from pydantic import Field

from api.shapes import Shape

Wants = Literal["entry", "re_entry", "surrender"]


class BookingRow(Shape):
    """Somebody's way into an event before there is an entry."""

    booking: int
    player: int
    name: str
    state: Literal["reserved", "checked_in", "waiting", "called"]
    wants: Wants
    origin: Literal["desk", "self"]
    member: bool = Field(description="Whether they were a member when they reserved.")
    created_at: int
    checked_in_at: int | None
    id_seen_by: str
    waiting_since: int | None
    at_once: bool = Field(description="Asked for right after busting.")
    guaranteed: bool = Field(description="On the list when registration closed, and keeps the chance.")
    calls: int
    here: bool = Field(
        description="Called, has come and was checked in: the chair is kept until the desk decides."
    )
    until: int | None = Field(description="While called and not here yet, until when the chair is kept.")
    position: int | None = Field(description="On the waiting list, counted from 1.")
    ahead: dict[str, int] = Field(description="How many are ahead, by what they want.")


class Bookings(Shape):
    """All open bookings of an event: called, waiting in their order, then those with a place kept."""

    seq: int
    opened: bool = Field(description="Whether the waiting list is worked off by now.")
    rule: str = Field(description="What its order rests on.")
    bookings: list[BookingRow]


class WhoIsCalled(Shape):
    """Somebody a chair is kept for."""

    name: str
    until: int
    booking: int


class WhoWaits(Shape):
    """Somebody on the list."""

    position: int
    name: str
    wants: Wants
    booking: int


class Queue(Shape):
    """The waiting list, names as shown in public, at most 200."""

    seq: int
    called: list[WhoIsCalled]
    waiting: list[WhoWaits]
    total: int = Field(description="How many wait.")
    opened: bool
    rule: str
