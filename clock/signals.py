"""What the clock announces, and what it asks the apps above."""

from dataclasses import dataclass

from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class ClockStart:
    """Somebody is about to start or resume the clock. A receiver raises Refused where that is not allowed."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """The clock has reached a moment that comes by itself: its start, a level, a break, its end."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class Winners:
    """Who has won an event.

    Attributes:
        entries: with their players; in a satellite all who have a ticket, empty while play goes on.
        ticket: the event that a satellite's tickets are for; "" in any other event.
    """

    entries: tuple[Entry, ...] = ()
    ticket: str = ""


before_clock_start = Signal(ClockStart)
clock_advanced = Signal(ClockAdvanced)
winners: Query[Tournament, Winners] = Query(lambda _event: Winners())
