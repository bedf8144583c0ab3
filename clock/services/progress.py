"""Progress of an event according to its clock."""

from dataclasses import dataclass
from datetime import datetime

from clock.rules import verbs
from clock.rules.refusals import NotNow
from clock.services.clock_changes import now_of, save_clock
from clock.services.event_clock import event_clock_of
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.now import from_ms, room_now, to_ms
from tourney.rulebooks.books.schema import cite
from tourney.snapshot import cached_in_snapshot


@dataclass(frozen=True, slots=True)
class Progress:
    """An event's progress.

    Attributes:
        started: whether play has begun.
        row: the running row of the structure, from 0.
        is_break: whether that row is a break.
        began: when the row began, in clock time; None while the clock is not running.
        starts_at: the planned start; None if it is started manually, or has begun.
        rows: number of rows in the structure.
        lengths: duration of each row, in ms.
        breaks: which rows are breaks.
        played: time played, in ms of the clock: levels without breaks.
        family: family of the game in the running row ("flop", "draw", "stud", "mixed"), "" in a break.
        families: families of the games of all levels.
        held_up: what the book suspends until the day's last hands are played: "entries", "redraws",
            "balancing" (WSOP 125); empty before their number is drawn, and once they are played.
        held_up_by: the rule that requires this.
    """

    started: bool
    row: int
    is_break: bool
    began: datetime | None
    starts_at: datetime | None
    rows: int
    lengths: tuple[int, ...] = ()
    breaks: tuple[bool, ...] = ()
    played: int = 0
    family: str = ""
    families: tuple[str, ...] = ()
    held_up: tuple[str, ...] = ()
    held_up_by: str = ""


@cached_in_snapshot
def progress_of(event: Tournament) -> Progress:
    """Return an event's progress now, including a planned start that has passed."""
    event_clock = event_clock_of(event)
    now = to_ms(room_now()) or 0
    read = event_clock.read(now)
    waiting = read.state == "waiting"
    in_play = [level.duration for level in event_clock.levels[: read.position] if level.kind != "break"]
    here = 0 if waiting or event_clock.levels[read.position].kind == "break" else read.elapsed
    last = event_clock.book.clock.end_of_day
    held_up = last.then_frozen if last is not None and event_clock.row.last_hands is not None else ()
    return Progress(
        started=not waiting,
        row=read.position,
        is_break=event_clock.levels[read.position].kind == "break",
        began=from_ms(now - read.elapsed) if read.state == "running" else None,
        starts_at=from_ms(event_clock.planned_start)
        if waiting and event_clock.planned_start is not None
        else None,
        rows=len(event_clock.levels),
        lengths=tuple(level.duration for level in event_clock.levels),
        breaks=tuple(level.kind == "break" for level in event_clock.levels),
        played=sum(in_play) + here,
        family=event_clock.levels[read.position].family,
        families=tuple(level.family for level in event_clock.levels if level.kind == "level"),
        held_up=held_up,
        held_up_by=cite(event_clock.book, last) if held_up else "",
    )


def stop_clock(tx: Tx) -> bool:
    """Stop the clock of the command's event, if it runs.

    Returns:
        Whether it was running.
    """
    event_clock = event_clock_of(tx.tournament)
    try:
        state = verbs.pause(
            event_clock.levels, event_clock.state, event_clock.planned_start, event_clock.advance, now_of(tx)
        )
    except NotNow:
        return False
    save_clock(tx, event_clock, state)
    tx.touch("clock", "clock_staff", "lobby")
    return True
