"""Fields of the boards of the clock. Moments are milliseconds since 1970 UTC, durations milliseconds."""

from typing import Literal

from msgspec import Struct, field

from clock.rules.reading import Reading

State = Literal["waiting", "running", "paused", "held", "over"]


class LevelRow(Struct, frozen=True):
    """A row of a structure. Blinds and antes are chips.

    Attributes:
        number: of the level; null for a break.
        family: of the game; `mixed`: games change within the level, stud among them; "" in a break.
        colour_up: chips that leave play with this row.
    """

    kind: Literal["level", "break"]
    number: int | None
    small_blind: int
    big_blind: int
    ante: int
    ante_kind: Literal["none", "classic", "small_blind", "big_blind"]
    duration: int
    game: str
    family: Literal["", "flop", "draw", "stud", "mixed"]
    note: str
    colour_up: list[int]
    ends_day: bool


class ChipColours(Struct, frozen=True):
    """A denomination and its colours."""

    value: int
    face: str
    edge: str


class StoredClock(Struct, frozen=True):
    """The stored moments of a clock.

    Attributes:
        elapsed: of the row; negative where time was added.
        anchor: the moment at which `elapsed` was true; null while the clock does not run.
    """

    started: bool
    running: bool
    position: int
    elapsed: int
    anchor: int | None


class FieldTotals(Struct, frozen=True):
    """Entries, players left and chips.

    Attributes:
        average: chips by players left, rounded down; null when nobody is left.
    """

    entries: int
    left: int
    chips: int
    average: int | None
    starting_stack: int


class Announcement(Struct, frozen=True):
    """A sentence for the room."""

    text: str
    at: int | None


class LastHands(Struct, frozen=True):
    """How many hands the day still has.

    Attributes:
        hands: null while the card is not drawn.
    """

    hands: int | None
    card: str | None
    rule: str
    drawn: bool


class Qualified(Struct, frozen=True):
    """Players left when a satellite ended: each has won a ticket.

    Attributes:
        ticket: name of the event that the tickets are for.
    """

    players: int
    ticket: str


class ClockFacts(Struct, frozen=True):
    """A tournament's clock, without the structure it is read with.

    Attributes:
        book: key of the rulebook.
        advance: how levels change: by themselves, or held until announced.
        last_hand: position for which the last hand before the level was announced.
        last_hands: null until the clock was stopped for the day's last hands.
        winner: public name of the player who has won the event.
        qualified: null while a satellite goes on, and in any other event.
    """

    tournament: int
    name: str
    logo: str
    currency: str
    book: str
    book_title: str
    planned_start: int | None
    advance: Literal["auto", "announced"]
    advance_rule: str
    clock: StoredClock
    field: FieldTotals
    last_hand: int | None
    announcement: Announcement | None
    last_hands: LastHands | None
    closed: bool
    winner: str | None
    qualified: Qualified | None


class ClockBoard(ClockFacts, frozen=True):
    """The clock as everybody sees it.

    Attributes:
        structure: `digest` of the structure this clock goes with; it is read with no other.
    """

    structure: str


class ClockWithStructure(ClockFacts, frozen=True):
    """The boards `clock` and `structure` in one.

    Attributes:
        raced: chips whose race is over: they have left play.
    """

    levels: list[LevelRow]
    chips: list[ChipColours]
    raced: list[int]


class ClockNow(ClockWithStructure, frozen=True):
    """The boards `clock` and `structure` in one, and what the clock shows at the moment `server`."""

    reading: Reading
    server: int


class StructureBoard(Struct, frozen=True):
    """What a clock is read with and no press changes. Only a clock that names this digest goes with it.

    Attributes:
        raced: chips whose race is over: they are shown no more, wherever the clock stands.
    """

    digest: str
    levels: list[LevelRow]
    chips: list[ChipColours]
    raced: list[int]


class Outage(Struct, frozen=True):
    """The server was away, and somebody has to decide whether the time counted.

    Attributes:
        remaining: of the row at the beginning of the outage.
    """

    since: int | None = field(name="from")
    until: int | None
    position: int
    remaining: int


class ClockStaffBoard(Struct, frozen=True):
    """What the director sees of a clock besides.

    Attributes:
        draws_last_hands: the book has a card decide how many hands the day still has.
        way: how staff chose that levels change; `advance` of the clock is what comes of it.
    """

    outage: Outage | None
    draws_last_hands: bool
    way: Literal["book", "auto", "announced"]


class LobbyEvent(Struct, frozen=True):
    """An open event, as everybody sees it.

    Attributes:
        demo: plays itself, with invented players.
    """

    tournament: int
    name: str
    planned_start: int | None
    state: State
    entries: int
    left: int
    demo: bool


class LobbyBoard(Struct, frozen=True):
    """The room's open events, in the order they start."""

    room: str
    accent: str
    events: list[LobbyEvent]


class LibraryStructure(Struct, frozen=True):
    """A structure of the library."""

    id: int
    name: str
    levels: list[LevelRow]


class EventStructure(Struct, frozen=True):
    """The structure an event plays by, its own copy."""

    name: str
    levels: list[LevelRow]


class EventRow(Struct, frozen=True):
    """A tournament.

    Attributes:
        seq: number of the last line of its journal.
        starting_stack: chips.
    """

    tournament: int
    seq: int
    name: str
    book: str
    planned_start: int | None
    state: Literal["waiting", "running", "paused", "held", "over", "closed"]
    entries: int
    left: int
    starting_stack: int
    chip_set: int | None
    created_at: int | None
    closed_at: int | None


class StructureFile(Struct, frozen=True):
    """A file that was understood, and what is odd in it."""

    name: str
    encoding: str
    levels: list[LevelRow]
    warnings: list[str]
