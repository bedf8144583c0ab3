"""When triggers of displays fire by the clock. Pure; `static/shared/feed/triggers.js` does the same (firings.json)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from clock.rules.reading import Advance, ClockState, held_for
from clock.rules.structure import Level, numbered

When = Literal[
    "level_start", "level_end", "break_start", "break_end", "registration_closes",
    "players_left", "bubble", "in_money", "final_table", "last_hand",
]  # fmt: skip
WHENS: tuple[When, ...] = get_args(When)
# Those that come at a time, so that they can fire some time before it.
TIMED: tuple[When, ...] = ("level_start", "level_end", "break_start", "break_end", "registration_closes")


@dataclass(frozen=True, slots=True)
class Condition:
    """When a trigger fires.

    Attributes:
        when: what happens.
        before: so many ms before it.
        number: of the level; None for every level.
    """

    when: When
    before: int = 0
    number: int | None = None


@dataclass(frozen=True, slots=True)
class EventTimes:
    """What the times of an event follow from: the fields of its boards `clock`, `structure` and `registration`.

    Attributes:
        open: whether registration is open.
        closed_at: when it was closed.
        closes_at: the time at which it will close, if it closes at a time.
        closes_row: the row with whose start it closes.
    """

    levels: Sequence[Level]
    clock: ClockState
    planned_start: int | None
    advance: Advance
    open: bool = False
    closed_at: int | None = None
    closes_at: int | None = None
    closes_row: int | None = None


@dataclass(frozen=True, slots=True)
class Firing:
    """A trigger fires.

    Attributes:
        cause: what it fires for, once: `level_end:3`.
        at: time in ms.
        once: it does not fire again if this time moves.
    """

    cause: str
    at: int
    once: bool = False


@dataclass(frozen=True, slots=True)
class _Span:
    """A row of the structure on the time line."""

    position: int
    start: int
    end: int


def _spans(event: EventTimes) -> list[_Span]:
    """Return the rows from the current one on, as far as the clock runs by itself."""
    clock = event.clock
    anchor = clock.anchor if clock.started else event.planned_start
    if anchor is None:
        return []
    start, found = anchor - clock.elapsed, []
    for position in range(clock.position, len(event.levels)):
        end = start + event.levels[position].duration
        found.append(_Span(position, start, end))
        if held_for(event.levels, position, event.advance) is not None:
            break
        start = end
    return found


def firings(condition: Condition, event: EventTimes) -> list[Firing]:
    """Return when a trigger fires by the clock as it stands, in order; times before the last press are left out.

    Conditions that no clock tells in advance (`players_left` to `last_hand`) have none: displays see them.
    """
    spans = _spans(event)
    match condition.when:
        case "level_start" | "break_start":
            found = [*_starts(condition, event, spans)]
        case "level_end" | "break_end":
            found = [*_ends(condition, event, spans)]
        case "registration_closes":
            found = [*_closing(condition, event, spans)]
        case _:
            found = []
    return sorted(found, key=lambda firing: firing.at)


def _concerns(condition: Condition, event: EventTimes, position: int) -> bool:
    level, kind = event.levels[position], condition.when.partition("_")[0]
    return level.kind == kind and condition.number in (None, numbered(event.levels)[position][0])


def _starts(condition: Condition, event: EventTimes, spans: list[_Span]) -> Iterator[Firing]:
    last_press = event.clock.anchor or 0
    for span in spans:
        # A row of which time had passed at the last press has begun before.
        began = span.position > event.clock.position or event.clock.elapsed == 0
        at = span.start - condition.before
        if began and at >= last_press and _concerns(condition, event, span.position):
            yield Firing(f"{condition.when}:{span.position}", at)


def _ends(condition: Condition, event: EventTimes, spans: list[_Span]) -> Iterator[Firing]:
    clock = event.clock
    last_press = clock.anchor or 0
    for span in spans:
        level, at = event.levels[span.position], span.end - condition.before
        if not _concerns(condition, event, span.position) or at < last_press:
            continue
        if level.duration > condition.before:
            is_over = span.position == clock.position and clock.elapsed >= level.duration
            yield Firing(f"{condition.when}:{span.position}", at, is_over)
    before = clock.position - 1
    if condition.before or not spans or not clock.started or clock.elapsed or before < 0:
        return
    # The row on screen has begun at the last press, so the one before ended with it.
    if _concerns(condition, event, before) and held_for(event.levels, before, event.advance) is None:
        yield Firing(f"{condition.when}:{before}", spans[0].start, True)


def _closing(condition: Condition, event: EventTimes, spans: list[_Span]) -> Iterator[Firing]:
    if not event.open:
        if event.closed_at is not None and not condition.before:
            yield Firing("registration", event.closed_at)
        return
    at = event.closes_at
    if at is None:
        rows = [span for span in spans if span.position == event.closes_row]
        at = rows[0].start if rows else None
    if at is not None:
        yield Firing("registration", at - condition.before)
