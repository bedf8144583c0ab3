"""What happens around the clock while it runs: the structure is edited, or the server was away."""

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
    """The clock under an edited structure.

    What has been played stays as it was. Of the present entry the duration may change, and what takes effect
    only at its end or is no more than a remark (colour-up, end of the day, note). What comes is free. A
    present entry that is held or over goes on if its duration grows.

    Args:
        old_levels: the structure the clock has followed.
        new_levels: the one it is to follow; already found sound by `check_structure`.

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
    """What hands have been played under, and so stands as long as the entry runs."""
    return level.kind, level.small_blind, level.big_blind, level.ante, level.ante_kind, level.game


def resume_from_stop(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    stopped_at: int,
    now: int,
) -> ClockState:
    """The clock as it read when everything stopped, going on from now: the time between does not count.

    A clock whose planned start fell into the time between starts now.

    Args:
        clock: the row as it was at the stop, before the moments due since then were taken.
        stopped_at: when the server was last known to be awake.

    Raises:
        NotNow `changed_since`: the row was written after the stop, so what it read then is not known from it.
    """
    if now < stopped_at:
        raise ValueError("The stop lies in the future.")
    if clock.anchor is not None and clock.anchor > stopped_at:
        raise NotNow("changed_since", _("The clock has changed since it was stopped."))
    read = reading(levels, clock, planned_start, advance, stopped_at)
    if read.state == "waiting":
        begun = planned_start is not None and planned_start <= now
        return ClockState(started=True, running=True, anchor=now) if begun else clock
    standing = rebased(levels, clock, planned_start, advance, stopped_at)
    return replace(standing, anchor=now) if standing.running else standing


def go_on_from(levels: Sequence[Level], position: int, remaining: int, now: int) -> ClockState:
    """A clock running from `now` with this much left of this entry: `resume_from_stop` from what was noted
    at the stop.

    Args:
        position: index of the entry, counted from 0.
        remaining: ms left of it then, 0 where it was held.

    Raises:
        NotNow `no_such_level`: the structure has been cut since.
    """
    if not 0 <= position < len(levels):
        message = _("The structure has no row %(row)s, only %(rows)s.")
        raise NotNow("no_such_level", message, {"row": position + 1, "rows": len(levels)})
    elapsed = levels[position].duration - remaining
    return ClockState(started=True, running=True, position=position, elapsed=elapsed, anchor=now)
