"""Commands of the remote: start, pause, minutes, levels, breaks."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.buttons import button
from clock.rules import verbs
from clock.rules.reading import ClockState
from clock.rules.structure import LONGEST
from clock.services.clock_changes import (
    BACK,
    ONWARD,
    SHOWS,
    Position,
    Seat,
    Seen,
    clock_row,
    clock_summary,
    no_outage,
    opened,
    press,
    save_clock,
    settled,
)
from clock.signals import ClockStart, StartPlanned, before_clock_start, start_planned
from tourney.access.roles import Permission
from tourney.journal.arguments import Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.now import from_ms, to_ms
from tourney.services.dates import day_and_time_text

Duration = Annotated[int, Field(ge=-LONGEST, le=LONGEST, description="milliseconds")]


@button("clock.start", summary=clock_summary(lazy("Started the clock")))
def start(tx: Tx, seen: Seen = None, absent: Annotated[int, Field(ge=0)] | None = None) -> Any:
    """Start the clock manually, whether or not a start is planned.

    Args:
        seen: seq of the board when the button was pressed.
        absent: on a day to which players bring bags, the accepted number of players whose bags are not open; null: any.
    """
    before_clock_start.send(ClockStart(tx, absent))
    return press(tx, verbs.start, seen)


@button("clock.pause", summary=clock_summary(lazy("Paused at %(remaining)s of %(entry)s")))
def pause(tx: Tx, seen: Seen = None) -> Any:
    """Pause the clock.

    Args:
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.pause, seen)


@button("clock.resume", summary=clock_summary(lazy("Resumed at %(remaining)s of %(entry)s")))
def resume(tx: Tx, seen: Seen = None) -> Any:
    """Resume the clock. After the end of a day, start the next day.

    Args:
        seen: seq of the board when the button was pressed.
    """
    before_clock_start.send(ClockStart(tx))
    columns = {"last_hands": None, "last_hands_rule": "", "draw_digest": ""}
    return press(tx, verbs.resume, seen, columns=columns)


def _added(line: Any) -> str:
    template = _("%(sign)s%(time)s, now %(remaining)s")
    from tourney.journal.boards import clock_face

    change = line.arguments.get("ms", 0)
    words = {"sign": "+" if change > 0 else "−", "time": clock_face(abs(change))}
    return template % {**words, "remaining": clock_face((line.answer or {}).get("remaining_ms") or 0)}


@button("clock.add", summary=_added)
def add(tx: Tx, ms: Duration, seen: Seen = None) -> Any:
    """Add time to the current row, or remove some.

    Args:
        ms: change in milliseconds; 60000 adds a minute.
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.add, seen, ms=ms)


@button("clock.set_remaining", summary=clock_summary(lazy("Set the time left in %(entry)s to %(remaining)s")))
def set_remaining(tx: Tx, ms: Duration, seen: Seen = None) -> Any:
    """Set the time left in the current row.

    Args:
        ms: time left in milliseconds, more than 0.
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.set_remaining, seen, columns=no_outage(), ms=ms)


@button("clock.next", summary=clock_summary(lazy("Moved on to %(entry)s")))
def next_level(tx: Tx, seen: Seen = None, position: Seat = None) -> Any:
    """Go to the start of the next row.

    Args:
        seen: seq of the board when the button was pressed.
        position: running row when the button was pressed.
    """
    return press(tx, verbs.next_level, seen, position, settled(), same=ONWARD)


@button("clock.previous", summary=clock_summary(lazy("Moved back to %(entry)s")))
def previous_level(tx: Tx, seen: Seen = None, position: Seat = None) -> Any:
    """Go to the start of the previous row.

    Args:
        seen: seq of the board when the button was pressed.
        position: running row when the button was pressed.
    """
    return press(tx, verbs.previous_level, seen, position, settled(), same=BACK)


@button("clock.go_to", summary=clock_summary(lazy("Moved to %(entry)s")))
def go_to(tx: Tx, to: Position, seen: Seen = None) -> Any:
    """Go to the start of any row.

    Args:
        to: index of the row, from 0.
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.to_level, seen, columns=settled(), position=to)


@button("clock.announce_level", summary=clock_summary(lazy("Announced %(entry)s")))
def announce_level(tx: Tx, seen: Seen = None, position: Seat = None) -> Any:
    """Announce the next level, which starts now: at 0:00, or earlier if the next hand is sure to fall into
    it.

    For rulebooks in which levels are announced (Munot 23, Other Poker 18).

    Args:
        seen: seq of the board when the button was pressed.
        position: running row when the button was pressed.
    """
    policy = tx.book.clock.new_level
    early = verbs.EARLY if policy is None or policy.announced_early else 0
    tx.cite(opened(tx).rule)
    return press(tx, verbs.announce, seen, position, settled(), same=ONWARD, early=early)


@button("clock.skip_break", summary=clock_summary(lazy("Ended the break; now %(entry)s")))
def skip_break(tx: Tx, seen: Seen = None, position: Seat = None) -> Any:
    """End the break now.

    Args:
        seen: seq of the board when the button was pressed.
        position: running row when the button was pressed.
    """
    return press(tx, verbs.skip_break, seen, position, settled(), same=ONWARD)


@button("clock.extend_break", summary=clock_summary(lazy("Extended the break, now %(remaining)s")))
def extend_break(tx: Tx, ms: Annotated[int, Field(ge=1, le=LONGEST)], seen: Seen = None) -> Any:
    """Extend the break.

    Args:
        ms: time to add, in milliseconds.
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.extend_break, seen, ms=ms)


@button("clock.restart", summary=clock_summary(lazy("Restarted from the beginning")))
def restart(tx: Tx, seen: Seen = None) -> Any:
    """Restart the structure from level 1 with the clock running.

    Args:
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.restart, seen, columns=settled())


@button("clock.reset", summary=clock_summary(lazy("Reset the clock to before the start")))
def reset(tx: Tx, seen: Seen = None) -> Any:
    """Reset the clock to before its start and clear a planned start.

    Args:
        seen: seq of the board when the button was pressed.
    """
    return press(tx, verbs.reset, seen, columns={**settled(), "planned_start": None})


def _planned(line: Any) -> str:
    at = line.arguments.get("at")
    if at is None:
        return _("Manual start")
    return _("Planned the start for %(when)s") % {"when": day_and_time_text(from_ms(at))}


@command("clock.plan_start", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_planned)
def plan_start(tx: Tx, at: Timestamp | None) -> None:
    """Plan an automatic start of the clock.

    Args:
        at: start time in milliseconds since 1970 UTC; null: manual start.
    """
    event_clock = opened(tx)
    now: datetime = tx.now
    if event_clock.read(to_ms(now) or 0).state != "waiting":
        raise Refused("already_started", _("The clock has already been started."))
    if at is not None and from_ms(at) <= now:
        past = _("The planned start must be in the future.")
        raise Refused("in_the_past", past, fields={"at": past})
    tx.save(event_clock.row, planned_start=None if at is None else from_ms(at))
    start_planned.send(StartPlanned(tx))


@button("clock.advance", summary=lazy("Changed how levels start: %(way)s"))
def set_advance(tx: Tx, way: Literal["book", "auto", "announced"]) -> Any:
    """Set how levels change in this event.

    Args:
        way: `book`: as the rulebook says, `auto`: automatically at 0:00, `announced`: held until announced.
    """
    event_clock = opened(tx)
    if event_clock.read(to_ms(tx.now) or 0).state == "waiting":
        tx.save(clock_row(tx), advance=way)
        return None
    # Record the current reading first, so that the new setting counts from now and does not change the past.
    from clock.rules.reading import rebased

    state: ClockState = rebased(
        event_clock.levels,
        event_clock.state,
        event_clock.planned_start,
        event_clock.advance,
        to_ms(tx.now) or 0,
    )
    return save_clock(tx, event_clock, state, advance=way)
