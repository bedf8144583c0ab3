"""Moments that come by themselves: the planned start, each new entry, the end.

They follow from the row alone, so it does not matter when anybody looks: a moment taken late is taken as of
the time it was due, and the clock is where it would have been. A moment that has been taken can be read from
the row, so none is taken twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from clock.rules.reading import Advance, ClockState, held_for
from clock.rules.refusals import NotNow
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import Level

DueKind = Literal["start", "level", "held", "over"]


@dataclass(frozen=True, slots=True)
class Due:
    """A moment that is due.

    Attributes:
        kind: `start` of the clock as planned; `level`: the entry at `position` begins (a break as well);
            `held`: the entry at `position` is at 0:00 and waits; `over`: the last entry is.
        position: index of the entry, counted from 0.
        at: the moment (ms) it was due, however late it is noticed.
    """

    kind: DueKind
    position: int
    at: int


def next_due(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance
) -> Due | None:
    """The next moment of this clock if nobody presses; None if none comes (waiting, paused, held, over)."""
    if not clock.started:
        return None if planned_start is None else Due("start", 0, planned_start)
    if clock.anchor is None:
        return None
    position, duration = clock.position, levels[clock.position].duration
    at = clock.anchor + duration - clock.elapsed
    last = position == len(levels) - 1
    if not last and held_for(levels, position, advance) is None:
        return Due("level", position + 1, at)
    if clock.elapsed >= duration:
        return None
    return Due("over" if last else "held", position, at)


def due_moments(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> list[Due]:
    """The moments that have come by `now` and have not been taken, in their order."""
    dues: list[Due] = []
    while (due := next_due(levels, clock, planned_start, advance)) is not None and due.at <= now:
        dues.append(due)
        clock = _after(levels, due)
    return dues


def take(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, due: Due
) -> ClockState:
    """The clock exactly at a moment that was due: a new entry has its full duration from `due.at` on.

    Raises:
        NotNow `not_due`: the moment is not the clock's next one (it was taken already, or somebody pressed).
    """
    if next_due(levels, clock, planned_start, advance) != due:
        raise NotNow("not_due", _("This moment of the clock has already been processed."))
    return _after(levels, due)


def settle(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """The clock with everything taken that is due by `now`; it reads the same, now and at any later time."""
    dues = due_moments(levels, clock, planned_start, advance, now)
    return _after(levels, dues[-1]) if dues else clock


def _after(levels: Sequence[Level], due: Due) -> ClockState:
    # At 0:00 of a held or last entry the whole duration is written down: that is how one sees it was taken.
    elapsed = levels[due.position].duration if due.kind in ("held", "over") else 0
    return ClockState(started=True, running=True, position=due.position, elapsed=elapsed, anchor=due.at)
