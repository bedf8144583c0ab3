"""What reads of the clock answer; docs/wire.md says what every field means."""

from typing import Literal

from pydantic import Field

from api.shapes import Chip, Shape


class Level(Shape):
    """A row of a structure. Durations are milliseconds, blinds and antes chips."""

    kind: Literal["level", "break"]
    number: int | None
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: Literal["none", "classic", "small_blind", "big_blind"]
    duration: int
    game: str
    family: Literal["", "flop", "draw", "stud", "mixed"] = Field(
        description='Of the game; "mixed": games change within the level, stud among them; "" in a break.'
    )
    note: str
    colour_up: list[int]
    ends_day: bool


class StructureBoard(Shape):
    """A structure of the library."""

    id: int
    name: str
    levels: list[Level]


class EventStructure(Shape):
    """The structure an event plays by, its own copy."""

    name: str
    levels: list[Level]


class StructureFile(Shape):
    """A file that was understood, and what is odd in it."""

    name: str
    encoding: str
    levels: list[Level]
    warnings: list[str]


class Stored(Shape):
    """The stored moments of a clock, in milliseconds."""

    started: bool
    running: bool
    position: int
    elapsed: int
    anchor: int | None


class Reading(Shape):
    """What the clock shows; durations in milliseconds."""

    state: Literal["waiting", "running", "paused", "held", "over"]
    position: int
    remaining: int
    elapsed: int
    starts_in: int | None
    next_level: int | None
    next_break: int | None
    held_for: Literal["announcement", "end_of_day"] | None


class FieldBoard(Shape):
    """Entries, players left and chips."""

    entries: int
    left: int
    chips: int
    average: int | None
    starting_stack: int


class Announcement(Shape):
    """A sentence for the room."""

    text: str
    at: int


class LastHands(Shape):
    """How many hands the day still has."""

    hands: int | None
    card: str | None
    rule: str
    drawn: bool


class Qualified(Shape):
    """Players left when a satellite ended: each has won a ticket."""

    players: int
    ticket: str = Field(description="Name of the event that the tickets are for.")


class ClockNow(Shape):
    """The boards `clock` and `structure` in one, and the reading at the moment `server`."""

    seq: int
    tournament: int
    name: str
    logo: str
    currency: str
    book: str
    book_title: str
    planned_start: int | None
    advance: Literal["auto", "announced"]
    advance_rule: str
    clock: Stored
    levels: list[Level]
    field: FieldBoard
    chips: list[Chip]
    raced: list[int] = Field(description="Chips whose race is over: they have left play.")
    last_hand: int | None
    announcement: Announcement | None
    last_hands: LastHands | None
    closed: bool
    winner: str | None = Field(description="Public name of the player who has won the event.")
    qualified: Qualified | None
    reading: Reading
    server: int = Field(description="Milliseconds since 1970 UTC.")
