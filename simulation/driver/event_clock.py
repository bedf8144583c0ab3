"""Time in a simulated event: instantly, or by the event's own clock."""

import time
from collections.abc import Callable
from typing import Protocol

from clock.commands.clock import announce_level, next_level, resume, start
from clock.commands.due import take_due_of as take_due_clock
from clock.models import Clock
from clock.services.event_clock import event_clock_of
from clock.services.progress import progress_of
from desk.commands.registration_due import take_due_of as registration_due
from desk.commands.waiting_list import process_waiting_list_if_due
from penalties.periodic import serve_in
from prizes.commands.payouts import close_now
from procedures.commands.chip_races import start_planned
from procedures.commands.event_mode import credit_due
from seating.services.ghosts import send_ghosts_away_from
from simulation.driver.event import PreparedEvent, played
from simulation.driver.staff import FLOOR, press
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.services.prepared_query import PreparedQuery

_LOOK_EVERY = 0.25
_POSITION = PreparedQuery(
    lambda event: Clock.objects.filter(tournament=event).values_list("position", flat=True)
)


class Closed(Exception):
    """The event was closed while it was played."""


def duties(event: int) -> None:
    """Periodic tasks of an event, run here as time passes. An open room may have been faster."""
    take_due_clock(event)
    registration_due(event)
    close_now(event)
    send_ghosts_away_from(event)
    process_waiting_list_if_due(event)
    start_planned(event)
    credit_due(event)
    serve_in(Tournament.objects.get(pk=event))


class Passing(Protocol):
    """Advance time in an event.

    Attributes:
        on_row: called with the row of the structure when the clock reaches a new one.
    """

    on_row: Callable[[int], None]

    def begin(self) -> None:
        """Start the event."""

    def until(self, minute: float) -> None:
        """Wait until this many minutes have been played."""

    def breathe(self, minutes: float) -> None:
        """Wait for the time that an action takes, without advancing play."""


class AtOnce:
    """A clock without waiting: it is advanced from level to level."""

    def __init__(self, room: PreparedEvent) -> None:
        self._event = room.event
        self.on_row: Callable[[int], None] = lambda row: None
        self._levels = room.levels
        self._row = room.first_row
        # Minutes played at the end of the running row.
        self._over = played(room.levels[: room.first_row + 1])

    def begin(self) -> None:
        """Start the clock."""
        press(start, self._event, by=FLOOR)
        duties(self._event)

    def until(self, minute: float) -> None:
        """Advance level by level, through the breaks, to the level in which this many minutes have been played."""
        self._catch_up()
        while minute >= self._over and self._row < len(self._levels) - 1:
            press(next_level, self._event, by=FLOOR)
            self._row += 1
            level = self._levels[self._row]
            self._over += 0 if level.is_break else level.minutes
            duties(self._event)
            self.on_row(self._row)

    def _catch_up(self) -> None:
        """Advance the clock if hand-for-hand hands have used up the rest of a level."""
        row = _POSITION.all(self._event)[0]
        for level in self._levels[self._row + 1 : row + 1]:
            self._row += 1
            self._over += 0 if level.is_break else level.minutes
            duties(self._event)
            self.on_row(self._row)

    def breathe(self, minutes: float) -> None:
        """Do not wait."""


class ByTheClock:
    """The event's own clock; its levels are shortened by the speed factor."""

    def __init__(
        self, room: PreparedEvent, speed: float, *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._event = room.event
        self.on_row: Callable[[int], None] = lambda row: None
        self._speed = speed
        self._sleep = sleep
        self._minute = 0.0
        self._row = -1

    def begin(self) -> None:
        """Start the clock."""
        press(start, self._event, by=FLOOR)

    def until(self, minute: float) -> None:
        """Poll the clock until this many minutes of real time have been played; announce levels that wait for it.

        Raises:
            Closed: the event was closed by a user.
        """
        while True:
            event = Tournament.objects.get(pk=self._event)
            if event.closed_at is not None:
                raise Closed
            read = event_clock_of(event).read(to_ms(room_now()) or 0)
            if read.position != self._row:
                self._row = read.position
                duties(self._event)
                self.on_row(read.position)
            state = read.state
            played = progress_of(event).played * self._speed / 60_000
            if state == "over":
                # The clock has ended; play continues until a player has won.
                self._sleep(max(minute - self._minute, 0) * 60 / self._speed)
                played = minute
            if played >= minute:
                self._minute = minute
                return
            if state == "held":
                self._go_on()
            self._sleep(min(max((minute - played) * 60 / self._speed, 0.01), _LOOK_EVERY))

    def _go_on(self) -> None:
        try:
            press(announce_level, self._event, by=FLOOR)
        except Refused:
            # Another user was faster, or the day is over and the next one begins.
            try:
                press(resume, self._event, by=FLOOR)
            except Refused:
                return

    def breathe(self, minutes: float) -> None:
        """Wait."""
        self._sleep(minutes * 60 / self._speed)
