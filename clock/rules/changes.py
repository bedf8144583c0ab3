"""Changes around a running clock: an edited structure, or a server outage."""

from collections.abc import Sequence
from dataclasses import replace

from clock.rules.reading import Advance, ClockState, reading, rebased
from clock.rules.refusals import NotNow, clock_text
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import Level


def edit_while_running(
    old_levels: Sequence[Level],
    new_levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
) -> ClockState:
    """Return the clock under an edited structure.

    Rows that have been played must stay unchanged. In the current row, the duration may change, and what
    takes effect only at its end or is only a remark (colour-up, end of the day, note). Later rows are free. A
    current row that is held or over continues if its duration grows.

    Args:
        old_levels: the structure that the clock has followed.
        new_levels: the one it is to follow; already checked by `check_structure`.

    Raises:
        NotNow `past_changed`, `running_removed`, `running_changed`, `already_over` (the new duration has
            passed).
    """
    read = reading(old_levels, clock, planned_start, advance, now)
    if read.state == "waiting":
        return clock
    position = read.position
    for index in range(position):
        if index >= len(new_levels) or new_levels[index] != old_levels[index]:
            message = _("Row %(row)s has been played and can no longer be changed or removed.")
            raise NotNow("past_changed", message, {"row": index + 1})
    if position >= len(new_levels):
        message = _("Row %(row)s is being played and cannot be removed.")
        raise NotNow("running_removed", message, {"row": position + 1})
    old, new = old_levels[position], new_levels[position]
    if _played(old) != _played(new):
        message = _(
            "Row %(row)s is being played: you can change its length, but not its kind, game, blinds or ante."
        )
        raise NotNow("running_changed", message, {"row": position + 1})
    if new.duration != old.duration and new.duration <= read.elapsed:
        message = _("Row %(row)s has already run for %(elapsed)s, so it can’t be shortened to %(duration)s.")
        params = {
            "row": position + 1,
            "elapsed": clock_text(read.elapsed),
            "duration": clock_text(new.duration),
        }
        raise NotNow("already_over", message, params)
    return rebased(old_levels, clock, planned_start, advance, now)


def _played(level: Level) -> tuple[object, ...]:
    """Return the conditions that hands have been played under, which are fixed while the row runs."""
    return level.kind, level.small_blind, level.big_blind, level.ante, level.ante_kind, level.game


def resume_from_stop(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    stopped_at: int,
    now: int,
) -> ClockState:
    """Return the clock with its reading at the stop, running from now: the time between does not count.

    A clock whose planned start fell into that time starts now.

    Args:
        clock: the row at the stop, before changes due since then were processed.
        stopped_at: time of the server's last heartbeat.

    Raises:
        NotNow `changed_since`: the row was written after the stop, so its reading then is unknown.
    """
    if now < stopped_at:
        raise ValueError("The stop is in the future.")
    if clock.anchor is not None and clock.anchor > stopped_at:
        raise NotNow("changed_since", _("The clock has changed since it was stopped."))
    read = reading(levels, clock, planned_start, advance, stopped_at)
    if read.state == "waiting":
        begun = planned_start is not None and planned_start <= now
        return ClockState(started=True, running=True, anchor=now) if begun else clock
    changed = rebased(levels, clock, planned_start, advance, stopped_at)
    return replace(changed, anchor=now) if changed.running else changed


def go_on_from(levels: Sequence[Level], position: int, remaining: int, now: int) -> ClockState:
    """Return a clock running from `now` with this much left of a row: `resume_from_stop` from the recorded
    outage.

    Args:
        position: index of the row, from 0.
        remaining: ms left of it then, 0 if it was held.

    Raises:
        NotNow `no_such_level`: the structure has been shortened since.
    """
    if not 0 <= position < len(levels):
        message = _("The structure has no row %(row)s, only %(rows)s.")
        raise NotNow("no_such_level", message, {"row": position + 1, "rows": len(levels)})
    elapsed = levels[position].duration - remaining
    return ClockState(started=True, running=True, position=position, elapsed=elapsed, anchor=now)
