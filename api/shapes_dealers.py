"""What reads of dealers answer."""

from pydantic import Field

from api.shapes import Shape


class DealerOn(Shape):
    """A dealer on shift."""

    dealer: int
    name: str
    table: int | None = Field(description="Number of the table; null: rests.")
    event: str = Field(description="Which event plays at that table.")
    since: int
    next: list[int | None] = Field(description="Table at each of the next pushes; null: rests.")


class DealerOff(Shape):
    """A dealer who is not on shift."""

    dealer: int
    name: str


class Rotation(Shape):
    """Who deals where, and goes where next."""

    minutes: int = Field(description="From push to push.")
    pushed_at: int | None = Field(description="The last push.")
    pushes: list[int] = Field(description="When the next ones are due.")
    on: list[DealerOn]
    off: list[DealerOff]
    without: list[int] = Field(description="Tables that play without a dealer.")
    tables: list[int] = Field(description="Tables that play.")
    self_dealt: list[int] = Field(description="Tables where the players deal.")
    events: list[int] = Field(description="Events that play at them.")


class StintBoard(Shape):
    """A dealer at a table, or resting, for a while."""

    stint: int
    dealer: int
    name: str
    table: int | None
    begun: int
    ended: int | None = Field(description="Null: still there.")


class Stints(Shape):
    """Who dealt where when, the latest first."""

    stints: list[StintBoard]
    before: int | None = Field(description="Ask for those `before` this one; null on the last page.")
