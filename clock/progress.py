"""The clock tells the rooms below how far an event has come."""

from clock.actions.hands import now_of, put
from clock.dial import dial_of
from clock.rules import verbs
from clock.rules.refusals import NotNow
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.moment import once_a_moment
from tourney.now import from_ms, room_now, to_ms
from tourney.progress import Progress, stops_clock, tells_progress
from tourney.rulebooks.books.schema import cite


@tells_progress
@once_a_moment
def progress(event: Tournament) -> Progress:
    """Where an event's clock stands now, a planned start that has passed included."""
    dial = dial_of(event)
    now = to_ms(room_now()) or 0
    read = dial.read(now)
    waiting = read.state == "waiting"
    in_play = [level.duration for level in dial.levels[: read.position] if level.kind != "break"]
    here = 0 if waiting or dial.levels[read.position].kind == "break" else read.elapsed
    last = dial.book.clock.end_of_day
    held_up = last.then_frozen if last is not None and dial.row.last_hands is not None else ()
    return Progress(
        started=not waiting,
        row=read.position,
        is_break=dial.levels[read.position].kind == "break",
        began=from_ms(now - read.elapsed) if read.state == "running" else None,
        starts_at=from_ms(dial.planned_start) if waiting and dial.planned_start is not None else None,
        rows=len(dial.levels),
        lengths=tuple(level.duration for level in dial.levels),
        breaks=tuple(level.kind == "break" for level in dial.levels),
        played=sum(in_play) + here,
        family=dial.levels[read.position].family,
        families=tuple(level.family for level in dial.levels if level.kind == "level"),
        held_up=held_up,
        held_up_by=cite(dial.book, last) if held_up else "",
    )


@stops_clock
def stop(tx: Tx) -> bool:
    """Stop the time of an action's event; False where it does not run."""
    dial = dial_of(tx.tournament)
    try:
        state = verbs.pause(dial.levels, dial.state, dial.planned_start, dial.advance, now_of(tx))
    except NotNow:
        return False
    put(tx, dial, state)
    tx.show("clock", "clock_staff", "lobby")
    return True
