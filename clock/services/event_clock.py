"""An event's clock, combining rows and rules. Read-only."""

from collections.abc import Sequence
from dataclasses import dataclass

from clock.models import Clock, LevelRow, Structure
from clock.rules.reading import Advance, ClockState, Reading, reading
from clock.rules.structure import Level
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of, books_of
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot_each


def level_of(row: LevelRow) -> Level:
    """Convert a structure row to a level of the rules."""
    return Level(
        kind="break" if row.kind == "break" else "level",
        duration=row.duration_ms,
        small_blind=row.small_blind,
        big_blind=row.big_blind,
        ante=row.ante,
        ante_kind=row.ante_kind,  # type: ignore[arg-type]
        game=row.game,
        family=row.family,  # type: ignore[arg-type]
        note=row.note,
        colour_up=tuple(row.colour_up),
        ends_day=row.ends_day,
    )


def levels_of(structure: Structure) -> list[Level]:
    """Return the rows of a structure in order."""
    return [level_of(row) for row in structure.rows.all()]


@dataclass(frozen=True, slots=True)
class EventClock:
    """A clock with everything needed to read it.

    Attributes:
        row: the stored row.
        levels: the structure it follows.
        state: the stored state, in ms.
        planned_start: in ms, or None.
        advance: whether levels change automatically or are announced.
        rule: the rule that decides this, or "".
    """

    row: Clock
    levels: Sequence[Level]
    state: ClockState
    planned_start: int | None
    advance: Advance
    rule: str
    book: Book

    def read(self, now: int) -> Reading:
        """Return the clock's reading at a given time (ms)."""
        return reading(self.levels, self.state, self.planned_start, self.advance, now)


def state_of(row: Clock) -> ClockState:
    """Return the stored state of a clock, in ms."""
    return ClockState(
        started=row.started,
        running=row.running,
        position=row.position,
        elapsed=row.elapsed_ms,
        anchor=to_ms(row.anchor_at),
    )


def advance_of(row: Clock, book: Book) -> tuple[Advance, str]:
    """Return how levels change in this event, and the rule that decides it."""
    policy = book.clock.new_level
    if row.advance == "auto":
        return "auto", ""
    if row.advance == "announced":
        return "announced", cite(book, policy) if policy and policy.starts == "announced" else ""
    if policy is not None and policy.starts == "announced":
        return "announced", cite(book, policy)
    return "auto", cite(book, policy)


def event_clock_of(tournament: Tournament) -> EventClock:
    """Return the clock of an event."""
    return event_clocks_of([tournament])[tournament.pk]


_CLOCKS = PreparedQuery(lambda events: Clock.objects.filter(tournament__in=events))
_STRUCTURES = PreparedQuery(
    lambda events: Structure.objects.filter(tournament__in=events).order_by().values_list("pk", "tournament")
)
_ROWS = PreparedQuery(
    lambda structures: LevelRow.objects.filter(structure__in=structures).order_by("structure", "position")
)


def _levels_in(events: list[int]) -> dict[int, list[Level]]:
    """Return the rows of the structures of several events by event id, in order."""
    structures = dict(_STRUCTURES.all(events))
    levels: dict[int, list[Level]] = {event: [] for event in structures.values()}
    for row in _ROWS.all(list(structures)):
        levels[structures[row.structure_id]].append(level_of(row))
    return levels


_OF_LEVELS = frozenset({"clock.structure", "clock.levelrow"})


def _touch_levels(changes: Changes) -> set[int]:
    return {0} if any(change["model"] in _OF_LEVELS for change in changes) else set()


def _read_levels(event: Tournament) -> list[Level]:
    return _levels_in([event.pk])[event.pk]


# The rows of a structure rarely change, and nearly every command and board needs them. Events may be set up with
# their structures by commands of the room.
_LEVELS = JournalCache(
    _read_levels,
    _touch_levels,
    lambda event, _levels, _touched: _read_levels(event),
    in_room=lambda changes: None if _touch_levels(changes) else set(),
)


@cached_in_snapshot_each
def event_clocks_of(tournaments: Sequence[Tournament]) -> dict[int, EventClock]:
    """Return the clocks of several events by event id, in a constant number of queries."""
    events = {event.pk: event for event in tournaments}
    clocks = {row.tournament_id: row for row in _CLOCKS.all(list(events))}
    levels = (
        {pk: _LEVELS.of(event) for pk, event in events.items()}
        if len(events) == 1
        else _levels_in(list(events))
    )
    books = books_of(event.book for event in events.values())
    found = {}
    for pk, event in events.items():
        row, book = clocks[pk], books.get(event.book) or book_of(event.book)
        advance, rule = advance_of(row, book)
        found[pk] = EventClock(row, levels[pk], state_of(row), to_ms(row.planned_start), advance, rule, book)
    return found
