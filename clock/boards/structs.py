"""Structs of the clock's boards. Times are milliseconds since 1970 UTC, durations milliseconds."""

from typing import Literal

from msgspec import Struct, field

from clock.rules.reading import Reading

State = Literal["waiting", "running", "paused", "held", "over"]


class LevelRow(Struct, frozen=True):
    """A row of a structure. Blinds and antes are chips.

    Attributes:
        number: level number; null for a break.
        family: family of the game; `mixed`: games including stud change within the level; "" in a break.
        colour_up: denominations that leave play after this row.
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
    """The stored state of a clock.

    Attributes:
        elapsed: elapsed time of the row; negative if time was added.
        anchor: the time at which `elapsed` was recorded; null while the clock is not running.
    """

    started: bool
    running: bool
    position: int
    elapsed: int
    anchor: int | None


class FieldTotals(Struct, frozen=True):
    """Entries, players left and chips.

    Attributes:
        average: chips by players left, rounded down; null if no players are left.
        teams: an entry is for two players, so `left` counts teams.
        advanced: the entries are those of players who advanced from earlier stages; nobody has entered this event.
    """

    entries: int
    left: int
    chips: int
    average: int | None
    starting_stack: int
    teams: bool = False
    advanced: bool = False


class Announcement(Struct, frozen=True):
    """An announcement on the displays."""

    text: str
    at: int | None


class LastHands(Struct, frozen=True):
    """The number of hands left in the day.

    Attributes:
        hands: null until the card is drawn.
    """

    hands: int | None
    card: str | None
    rule: str
    drawn: bool


class Qualified(Struct, frozen=True):
    """Players left at the end of a satellite: each has won a ticket.

    Attributes:
        ticket: name of the event that the tickets are for.
    """

    players: int
    ticket: str


class OverDay(Struct, frozen=True):
    """A day that is over.

    Attributes:
        number: of the day.
        next_start: planned start of the next one; null: not announced.
        chips: counted into the bags; null once they are in play again.
        name: of a flight whose players continue in another event, as "Day 1A"; "" if they play on in this one.
        next: name of the stage in which they continue; "" if they play on in this event.
        next_state: whether that stage has begun or is over.
        next_event: the event to which they have advanced; null: not yet, or to several.
    """

    number: int
    next_start: int | None
    chips: int | None = None
    name: str = ""
    next: str = ""
    next_state: Literal["waiting", "begun", "over"] = "waiting"
    next_event: int | None = None


class ClockFacts(Struct, frozen=True):
    """A tournament's clock, without its structure.

    Attributes:
        book: key of the rulebook.
        advance: how levels change: automatically, or held until announced.
        last_hand: position of the level or break for which the last hand was announced.
        last_hands: null until the clock was stopped for the day's last hands.
        day_over: null while a day is played.
        winner: public name of the event's winner.
        qualified: null until a satellite ends, and in any other event.
        deal_pending: whether play is stopped for a deal that is not confirmed yet.
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
    day_over: OverDay | None
    closed: bool
    winner: str | None
    qualified: Qualified | None
    deal_pending: bool


class ClockBoard(ClockFacts, frozen=True):
    """The public clock.

    Attributes:
        structure: `digest` of the structure that this clock must be read with.
    """

    structure: str


class ClockWithStructure(ClockFacts, frozen=True):
    """The boards `clock` and `structure` combined.

    Attributes:
        raced: chips whose race is over: they have left play.
    """

    levels: list[LevelRow]
    chips: list[ChipColours]
    raced: list[int]


class ClockNow(ClockWithStructure, frozen=True):
    """The boards `clock` and `structure` combined, with the reading at the time `server`."""

    reading: Reading
    server: int


class StructureBoard(Struct, frozen=True):
    """Structure and chips, which button presses do not change. It applies to clocks that name its digest.

    Attributes:
        digest: of the levels.
        version: of the whole board: equal for equal boards, different after any change.
        raced: chips whose race is over: they are no longer shown, whatever the clock shows.
    """

    digest: str
    version: str
    levels: list[LevelRow]
    chips: list[ChipColours]
    raced: list[int]


class Outage(Struct, frozen=True):
    """A server outage, about whose time the director has to decide.

    Attributes:
        remaining: time left in the row at the beginning of the outage.
    """

    since: int | None = field(name="from")
    until: int | None
    position: int
    remaining: int


class ClockStaffBoard(Struct, frozen=True):
    """The director's additional view of a clock.

    Attributes:
        draws_last_hands: in the book, a card decides how many hands are left in the day.
        way: the setting for level changes; `advance` of the clock is the resulting mode.
    """

    outage: Outage | None
    draws_last_hands: bool
    way: Literal["book", "auto", "announced"]


class LobbyEvent(Struct, frozen=True):
    """An open event, as the public sees it.

    Attributes:
        demo: whether it is simulated, with invented players.
        enterable: registration is open, and players enter by name.
    """

    tournament: int
    name: str
    planned_start: int | None
    state: State
    entries: int
    left: int
    demo: bool
    enterable: bool


class LobbyBoard(Struct, frozen=True):
    """The venue's open events in starting order."""

    room: str
    accent: str
    events: list[LobbyEvent]


class LibraryStructure(Struct, frozen=True):
    """A structure of the library."""

    id: int
    name: str
    levels: list[LevelRow]


class EventStructure(Struct, frozen=True):
    """An event's own copy of a structure."""

    name: str
    levels: list[LevelRow]


class EventRow(Struct, frozen=True):
    """A tournament.

    Attributes:
        seq: number of its last journal entry.
        starting_stack: chips per entry.
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
    """An imported file, and its warnings."""

    name: str
    encoding: str
    levels: list[LevelRow]
    warnings: list[str]
