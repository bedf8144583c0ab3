"""Signals of the clock, and the questions it asks higher-level apps."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class ClockStart:
    """The clock is about to be started or resumed. A receiver raises Refused if that is not allowed.

    Attributes:
        absent: the accepted number of players whose bags are not open; None: any.
    """

    tx: Tx
    absent: int | None = None


@dataclass(frozen=True, slots=True)
class ClockPress:
    """A person is about to change what the clock shows. A receiver raises Refused if that is not allowed."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """The clock has made an automatic change: its start, a level, a break, its end."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class EventClose:
    """The event is about to be closed. A receiver raises Refused if something in it is open."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class EventClosed:
    """The event has been closed, perhaps although something in it is open."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class EventReopen:
    """A closed event is about to be reopened. A receiver raises Refused if its end is final."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class Winners:
    """The winners of an event.

    Attributes:
        entries: with their players; in a satellite everyone with a ticket, empty until play ends.
        ticket: the event that a satellite's tickets are for; "" in any other event.
    """

    entries: tuple[Entry, ...] = ()
    ticket: str = ""


NextState = Literal["waiting", "begun", "over"]


@dataclass(frozen=True, slots=True)
class DayOver:
    """The day of an event that is over while the next one has not begun.

    Attributes:
        number: of the day, from 1.
        next_start: planned start of the next day; None: not announced.
        chips: counted into the bags; None once they are in play again.
        name: of the flight or stage, if its players continue in another event, else "".
        next: name of the stage in which they continue; "": this event.
        next_state: whether that stage has begun or is over.
        next_event: the event to which they have advanced; None: not yet, or to several.
    """

    number: int
    next_start: datetime | None
    chips: int | None
    name: str = ""
    next: str = ""
    next_state: NextState = "waiting"
    next_event: int | None = None


@dataclass(frozen=True, slots=True)
class StartPlanned:
    """Another start has been planned for the clock, or none."""

    tx: Tx


before_clock_start = Signal(ClockStart)
before_clock_press = Signal(ClockPress)
clock_advanced = Signal(ClockAdvanced)
start_planned = Signal(StartPlanned)
before_event_close = Signal(EventClose)
event_closed = Signal(EventClosed)
before_event_reopen = Signal(EventReopen)
winners: Query[Tournament, Winners] = Query(lambda _event: Winners())
# Whether the players of an event came from earlier stages, so that nobody has entered it.
players_advanced: Query[Tournament, bool] = Query(lambda _event: False)
# Whether the players left negotiate a deal. The clock stands still meanwhile.
deal_pending: Query[Tournament, bool] = Query(lambda _event: False)
# Values of the chips whose race is over, the smallest first: they have left play, whatever the clock shows.
raced_chips: Query[Tournament, Sequence[int]] = Query(lambda _event: ())
# Which of several events players may register for now.
open_for_entry: Query[Sequence[Tournament], Set[int]] = Query(lambda _events: frozenset())
# None while a day is played, and before the first.
day_over: Query[Tournament, DayOver | None] = Query(lambda _event: None)
