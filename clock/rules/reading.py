"""The clock as a function of time: from the row and a moment to what is on the wall (docs/wire.md, "The
reading").

The same function runs in every browser; tests/data/readings.json holds both to the same answers. All times
are integers of milliseconds: moments since 1970 UTC, or durations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clock.rules.structure import Level

Advance = Literal["auto", "announced"]
State = Literal["waiting", "running", "paused", "held", "over"]
HeldFor = Literal["announcement", "end_of_day"]


@dataclass(frozen=True, slots=True)
class ClockState:
    """What is stored of a clock: the last press, and when.

    Attributes:
        started: false until the first press or the taken planned start.
        running: false before the start and while paused.
        position: index of the entry, counted from 0.
        elapsed: ms of this entry that were over at `anchor` (while not running: at any time). Negative when
            time was added; equal to the duration once the end of a held or last entry has been taken.
        anchor: the moment at which `elapsed` was true; None while not running.
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
    """What a clock shows at one moment; the fields are those of docs/wire.md.

    `remaining + elapsed` is always the entry's duration. In a paused entry whose duration was cut behind the
    clock's back (by an undo) `remaining` can be negative.
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
    """What an entry waits for at 0:00; None if the next follows by itself, as it always does after a break.

    Args:
        advance: the rulebook's way into a new level: by itself, or held until announced (Munot 23).
    """
    level = levels[position]
    if level.ends_day:
        return "end_of_day"
    return "announcement" if advance == "announced" and level.kind == "level" else None


def reading(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> Reading:
    """Read the clock at a moment; takes time in proportion to the rows, never to the time that has passed.

    Args:
        levels: a sound structure (`check_structure`).
        planned_start: the moment at which a clock not yet started begins by itself, or None.
        advance: see `held_for`.
        now: the moment to read at.
    """
    if not clock.started:
        if planned_start is None or planned_start > now:
            starts_in = None if planned_start is None else planned_start - now
            return _result(levels, "waiting", 0, 0, starts_in=starts_in)
        clock = ClockState(started=True, running=True, anchor=planned_start)
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
    """The same clock written down anew at `now`: it reads the same from here on.

    While an entry is held or over the time since 0:00 does not count, so whatever is changed next (the
    duration, the rulebook's way to advance) takes effect from `now` and not from the moment of 0:00.
    """
    read = reading(levels, clock, planned_start, advance, now)
    if read.state == "waiting":
        return clock
    anchor = None if read.state == "paused" else now
    return ClockState(
        started=True, running=anchor is not None, position=read.position, elapsed=read.elapsed, anchor=anchor
    )
