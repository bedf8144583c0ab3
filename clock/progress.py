"""The clock tells the rooms below how far an event has come."""

from clock.dial import dial_of
from tourney.models import Tournament
from tourney.moment import once_a_moment
from tourney.now import from_ms, room_now, to_ms
from tourney.progress import Progress, tells_progress


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
        game=dial.levels[read.position].game,
    )
