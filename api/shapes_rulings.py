"""What reads of rulings answer."""

from pydantic import Field

from api.shapes import Shape


class Concerned(Shape):
    """Somebody a ruling concerns."""

    entry: int
    player: int
    name: str


class RulingVersion(Shape):
    """What the floor decided, as it reads or read once."""

    ruling: int
    event: int
    event_name: str
    table: int | None = Field(description="Number of the table.")
    people: list[Concerned]
    rule: str = Field(description="What it rests on: “Munot 22”; empty for the floor's own judgement.")
    text: str = Field(description="Empty once one of its people asked to be forgotten.")
    photo: str = Field(description="Empty for none; shown on the staff's pages alone.")
    who: str
    at: int


class RulingBoard(RulingVersion):
    """A ruling that stands."""

    earlier: list[RulingVersion] = Field(
        description="What it read before it was corrected, the latest first."
    )


class RulingsFound(Shape):
    """Rulings, the newest first."""

    rulings: list[RulingBoard]
    before: int | None = Field(
        description="Ask for those `before` this one for the next page; null on the last."
    )
