"""Automatic clock changes: the planned start, each new row, the end.

They follow from the row alone, so the time of processing does not matter: a change processed late takes
effect as of the time it was due, and the clock is where it would have been. A processed change can be read
from the row, so none is processed twice.
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
    """A clock change that is due.

    Attributes:
        kind: `start`: the planned start of the clock; `level`: the row at `position` begins (also a break);
            `held`: the row at `position` is at 0:00 and waits; `over`: the last row is over.
        position: index of the row, from 0.
        at: time (ms) it was due, however late it is processed.
    """

    kind: DueKind
    position: int
    at: int


def next_due(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance
) -> Due | None:
    """Return the next automatic change of this clock; None if there is none (waiting, paused, held, over)."""
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


def due_times(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> list[Due]:
    """Return the changes due by `now` that were not processed, in order."""
    dues: list[Due] = []
    while (due := next_due(levels, clock, planned_start, advance)) is not None and due.at <= now:
        dues.append(due)
        clock = _after(levels, due)
    return dues


def take(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, due: Due
) -> ClockState:
    """Return the clock exactly at a due change: a new row has its full duration from `due.at` on.

    Raises:
        NotNow `not_due`: it is not the clock's next change (it was processed already, or a button was
            pressed).
    """
    if next_due(levels, clock, planned_start, advance) != due:
        raise NotNow("not_due", _("This due time of the clock has already been processed."))
    return _after(levels, due)


def settle(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Return the clock with everything due by `now` processed; its reading is the same, now and later."""
    dues = due_times(levels, clock, planned_start, advance, now)
    return _after(levels, dues[-1]) if dues else clock


def _after(levels: Sequence[Level], due: Due) -> ClockState:
    # At 0:00 of a held or last row the full duration is stored, which marks the change as processed.
    elapsed = levels[due.position].duration if due.kind in ("held", "over") else 0
    return ClockState(started=True, running=True, position=due.position, elapsed=elapsed, anchor=due.at)
