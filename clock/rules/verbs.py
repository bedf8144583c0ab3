"""Button presses: each function takes the current clock and returns the next one, or raises `NotNow`.

Every function takes `levels, clock, planned_start, advance, now` like `reading`, and its own arguments. It
acts on the reading at `now`, so the result is the same before and after due changes have been processed.
"""

from collections.abc import Sequence
from dataclasses import replace

from clock.rules.reading import Advance, ClockState, Reading, reading, rebased
from clock.rules.refusals import NotNow, clock_text
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import LONGEST, Level

EARLY = 120_000


def start(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Begin the first row, or the one at which the waiting clock is set, whether or not a start is planned.

    Raises:
        NotNow `already_started`: the clock has begun, by a press or at its planned time.
    """
    if reading(levels, clock, planned_start, advance, now).state != "waiting":
        raise NotNow("already_started", _("The clock has already been started."))
    return replace(clock, started=True, running=True, anchor=now)


def pause(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Pause the clock.

    Raises:
        NotNow `not_started`, `already_paused`, `held` (no time runs at 0:00), `over`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if read.state == "paused":
        raise NotNow("already_paused", _("The clock is already paused."))
    if read.state == "held":
        raise NotNow("held", _("The level is at 0:00 and the clock is not running."))
    if read.state == "over":
        raise NotNow("over", _("The last level has ended and the clock is not running."))
    return replace(state, running=False, anchor=None)


def resume(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Resume after a pause; after the end of a day, begin the next row.

    Raises:
        NotNow `not_started`, `not_paused`, `held` (the level has to be announced), `over`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if read.state == "running":
        raise NotNow("not_paused", _("The clock is running."))
    if read.state == "over":
        raise NotNow("over", _("The last level has ended; add time to it or go to another level."))
    if read.state == "held":
        if read.held_for == "announcement":
            raise NotNow("held", _("The level is at 0:00; the next level begins when it is announced."))
        return _beginning(state, read.position + 1, now)
    # An undo may have left more elapsed time than the row has; it is then over now, not in the past.
    elapsed = min(read.elapsed, levels[read.position].duration)
    return replace(state, running=True, elapsed=elapsed, anchor=now)


def add(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    ms: int,
) -> ClockState:
    """Add time to the current row, or remove some. A held or finished row continues with the added time.

    Args:
        ms: added if positive, removed if negative.

    Raises:
        NotNow `not_started`, `nothing_to_add` (0), `too_little_left` (not that much is left), `too_long`
            (over 24 h).
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if ms == 0:
        raise NotNow("nothing_to_add", _("Enter the time to add or remove."))
    if ms < 0 and read.remaining + ms <= 0:
        message = _("Only %(left)s is left, so %(taken)s can’t be removed. Go to the next level instead.")
        params = {"left": clock_text(read.remaining), "taken": clock_text(-ms)}
        raise NotNow("too_little_left", message, params)
    if read.remaining + ms > LONGEST:
        raise NotNow("too_long", _("The time left can’t be more than 24 hours."))
    return replace(state, elapsed=state.elapsed - ms)


def set_remaining(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    ms: int,
) -> ClockState:
    """Set the time left in the current row; a paused clock stays paused.

    Args:
        ms: from 1 ms to 24 hours.

    Raises:
        NotNow `not_started`, `out_of_range`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if not 1 <= ms <= LONGEST:
        raise NotNow("out_of_range", _("The time left must be more than 0:00 and at most 24 hours."))
    return replace(state, elapsed=levels[read.position].duration - ms)


def to_level(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    position: int,
) -> ClockState:
    """Go to the beginning of any row, including the current one; a paused clock stays paused.

    Args:
        position: index of the row, from 0.

    Raises:
        NotNow `not_started`, `no_such_level`.
    """
    _read, state = _begun(levels, clock, planned_start, advance, now)
    if not 0 <= position < len(levels):
        message = _("The structure has no row %(row)s, only %(rows)s.")
        raise NotNow("no_such_level", message, {"row": position + 1, "rows": len(levels)})
    return _beginning(state, position, now)


def next_level(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Go to the beginning of the next row, also a break; a paused clock stays paused.

    Raises:
        NotNow `not_started`, `last`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    _not_last(levels, read)
    return _beginning(state, read.position + 1, now)


def previous_level(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Go to the beginning of the previous row; a paused clock stays paused.

    Raises:
        NotNow `not_started`, `first`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if read.position == 0:
        raise NotNow("first", _("This is the first level."))
    return _beginning(state, read.position - 1, now)


def announce(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    early: int = EARLY,
) -> ClockState:
    """Announce the next row: it begins now, with its full duration (Munot 23).

    Allowed at 0:00, or within the last `early` ms, when the next hand is sure to fall into the new level.

    Raises:
        NotNow `not_started`, `by_itself` (levels change automatically in the book), `paused`, `last`,
        `in_break`, `end_of_day` (the next day is started, not announced), `too_early`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    if advance != "announced":
        raise NotNow("by_itself", _("In this rulebook, levels change automatically."))
    if read.state == "paused":
        raise NotNow("paused", _("The clock is paused; resume it first."))
    _not_last(levels, read)
    level = levels[read.position]
    if level.kind == "break":
        raise NotNow("in_break", _("A break ends automatically; skip it to start the level now."))
    if level.ends_day:
        raise NotNow(
            "end_of_day", _("The day ends with this level; start the next day instead of announcing it.")
        )
    if read.remaining > early:
        message = _("%(left)s left. The next level can be announced in the last %(early)s.")
        params = {"left": clock_text(read.remaining), "early": clock_text(early)}
        raise NotNow("too_early", message, params)
    return _beginning(state, read.position + 1, now)


def skip_break(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """End a break now and begin the next row; a paused clock stays paused.

    Raises:
        NotNow `not_started`, `no_break`, `last`.
    """
    read, state = _begun(levels, clock, planned_start, advance, now)
    _in_break(levels, read)
    _not_last(levels, read)
    return _beginning(state, read.position + 1, now)


def extend_break(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    ms: int,
) -> ClockState:
    """Extend a break.

    Args:
        ms: time to add, more than 0.

    Raises:
        NotNow `not_started`, `no_break`, `nothing_to_add`, `too_long` (over 24 h).
    """
    read, _state = _begun(levels, clock, planned_start, advance, now)
    _in_break(levels, read)
    if ms <= 0:
        raise NotNow("nothing_to_add", _("A break must be extended by more than 0:00."))
    return add(levels, clock, planned_start, advance, now, ms=ms)


def restart(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Restart the whole structure from its first row, running.

    Raises:
        NotNow `not_started`.
    """
    _begun(levels, clock, planned_start, advance, now)
    return ClockState(started=True, running=True, anchor=now)


def reset(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> ClockState:
    """Reset the clock to before its start. A planned start that has passed must be cleared with it.

    Raises:
        NotNow `not_started`.
    """
    _begun(levels, clock, planned_start, advance, now)
    return ClockState()


def _begun(
    levels: Sequence[Level], clock: ClockState, planned_start: int | None, advance: Advance, now: int
) -> tuple[Reading, ClockState]:
    """Return the reading at `now`, and the clock recorded at `now`, of a clock that has begun."""
    read = reading(levels, clock, planned_start, advance, now)
    if read.state == "waiting":
        raise NotNow("not_started", _("The clock has not been started yet."))
    return read, rebased(levels, clock, planned_start, advance, now)


def _beginning(state: ClockState, position: int, now: int) -> ClockState:
    return replace(state, position=position, elapsed=0, anchor=now if state.running else None)


def _not_last(levels: Sequence[Level], read: Reading) -> None:
    if read.position == len(levels) - 1:
        raise NotNow("last", _("This is the last row of the structure."))


def _in_break(levels: Sequence[Level], read: Reading) -> None:
    if levels[read.position].kind != "break":
        raise NotNow("no_break", _("There is no break right now."))
