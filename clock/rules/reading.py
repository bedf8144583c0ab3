"""The clock as a function of time: from the stored row and a time to the display (docs/wire.md, "The
reading").

The same function runs in every browser; tests/data/readings.json holds both to the same results. All times
are integers of milliseconds: times since 1970 UTC, or durations.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from clock.rules.structure import Level

Advance = Literal["auto", "announced"]
State = Literal["waiting", "running", "paused", "held", "over"]
HeldFor = Literal["announcement", "end_of_day"]


@dataclass(frozen=True, slots=True)
class ClockState:
    """The stored state of a clock: the last press, and its time.

    Attributes:
        started: false until the first press or the planned start.
        running: false before the start and while paused.
        position: index of the row, from 0. Before the start, the row that it begins with: the second day of an event
            goes on where the first one ended.
        elapsed: ms of this row that were over at `anchor` (at any time while not running). Negative if time
            was added; equal to the duration once the end of a held or last row has been processed.
        anchor: the time at which `elapsed` was recorded; None while not running.
    """

    started: bool = False
    running: bool = False
    position: int = 0
    elapsed: int = 0
    anchor: int | None = None

    def __post_init__(self) -> None:
        if self.running != (self.anchor is not None) or (self.running and not self.started):
            raise ValueError(f"No clock can be in this state: {self}")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows at a given time; docs/wire.md documents the fields.

    `remaining + elapsed` is always the row's duration. In a paused row whose duration an undo has shortened,
    `remaining` can be negative.
    """

    state: State
    position: int
    remaining: int
    elapsed: int
    starts_in: int | None
    next_level: int | None
    next_break: int | None
    held_for: HeldFor | None


def held_for(levels: Sequence[Level], position: int, advance: Advance) -> HeldFor | None:
    """Return what a row waits for at 0:00; None if the next one follows automatically, as always after a
    break.

    Args:
        advance: how the rulebook changes levels: automatically, or held until announced (Munot 23).
    """
    level = levels[position]
    if level.ends_day:
        return "end_of_day"
    return "announcement" if advance == "announced" and level.kind == "level" else None


def reading(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> Reading:
    """Read the clock at a given time; the cost depends on the number of rows, not on the time passed.

    Args:
        levels: a sound structure (`check_structure`).
        planned_start: time at which a waiting clock starts automatically, or None.
        advance: see `held_for`.
        now: time of the reading.
    """
    if not clock.started:
        if planned_start is None or planned_start > now:
            starts_in = None if planned_start is None else planned_start - now
            return _result(levels, "waiting", clock.position, clock.elapsed, starts_in=starts_in)
        clock = replace(clock, started=True, running=True, anchor=planned_start)
    elapsed, position = clock.elapsed, clock.position
    if clock.anchor is None:
        return _result(levels, "paused", position, elapsed)
    elapsed += now - clock.anchor
    while elapsed >= (duration := levels[position].duration):
        if position == len(levels) - 1:
            return _result(levels, "over", position, duration)
        if (waits_for := held_for(levels, position, advance)) is not None:
            return _result(levels, "held", position, duration, waits_for=waits_for)
        elapsed -= duration
        position += 1
    return _result(levels, "running", position, elapsed)


def _result(
    levels: Sequence[Level],
    state: State,
    position: int,
    elapsed: int,
    *,
    starts_in: int | None = None,
    waits_for: HeldFor | None = None,
) -> Reading:
    remaining = levels[position].duration - elapsed
    return Reading(
        state=state,
        position=position,
        remaining=remaining,
        elapsed=elapsed,
        starts_in=starts_in,
        next_level=next((i for i in range(position + 1, len(levels)) if levels[i].kind == "level"), None),
        next_break=_next_break(levels, position, remaining),
        held_for=waits_for,
    )


def _next_break(levels: Sequence[Level], position: int, remaining: int) -> int | None:
    if levels[position].kind == "break":
        return 0
    wait = remaining
    for level in levels[position + 1 :]:
        if level.kind == "break":
            return wait
        wait += level.duration
    return None


def rebased(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Return the same clock recorded at `now`: its reading stays the same.

    While a row is held or over, the time since 0:00 does not count, so a later change (of the duration, or of
    how levels change) takes effect from `now` and not from 0:00.
    """
    read = reading(levels, clock, planned_start, advance, now)
    if read.state == "waiting":
        return clock
    anchor = None if read.state == "paused" else now
    return ClockState(
        started=True, running=anchor is not None, position=read.position, elapsed=read.elapsed, anchor=anchor
    )
