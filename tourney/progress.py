"""How far an event has come: told by the clock to the rooms below it, which may not look up to it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from tourney.models import Tournament

if TYPE_CHECKING:
    from tourney.journal.tx import Tx


@dataclass(frozen=True, slots=True)
class Progress:
    """Where an event's clock stands.

    Attributes:
        started: whether play has begun.
        row: the running row of the structure, counted from 0.
        is_break: whether that row is a break.
        began: when the row began, as the clock counts; None while the clock does not run.
        starts_at: when play is planned to begin; None where it is started by hand, or has begun.
        rows: how many rows the structure has.
        lengths: how long each of them is, in ms.
        breaks: which of them are breaks.
        played: how much has been played, in ms: levels without breaks, as the clock counts.
        family: of the game played in the running row ("flop", "draw", "stud", "mixed"), "" in a break.
        families: of the games of all levels.
        held_up: what the book holds up until the day's last hands are played: "entries", "redraws", "balancing"
            (WSOP 125); empty before their number is drawn, and once they are played.
        held_up_by: the rule that says so.
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


_tells: list[Callable[[Tournament], Progress]] = []


def tells_progress(work: Callable[[Tournament], Progress]) -> Callable[[Tournament], Progress]:
    """Name the one function that knows (the clock's)."""
    _tells[:] = [work]
    return work


# Stops the clock within an action and says whether it ran.
Stopper = Callable[["Tx"], bool]
_stops: list[Stopper] = []


def stops_clock(work: Stopper) -> Stopper:
    """Name the one function that stops an event's clock within an action of a room below (the clock's)."""
    _stops[:] = [work]
    return work


def stop_clock(tx: "Tx") -> bool:
    """Stop the clock of the action's event, if it runs.

    Returns:
        Whether it ran until now.
    """
    return _stops[0](tx)


def progress_of(event: Tournament) -> Progress:
    """Where the event's clock stands now."""
    return _tells[0](event)
