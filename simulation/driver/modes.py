"""Modes of a simulated event: free rebuys, the add-on, and the winner of a pot who has the button."""

from collections.abc import Callable
from random import Random
from typing import Any

from desk.commands.extras import rebuy
from prizes.commands.bounties import ValueInput, draw_envelope, draw_names, fill_envelopes
from prizes.services.bounties import bounties_of, bounty_amounts
from seating.commands import open_seat
from simulation.driver.context import EventContext
from simulation.driver.event import PreparedEvent
from simulation.driver.event_state import TableState
from simulation.driver.floor import FloorWork
from simulation.driver.staff import DIRECTOR, FLOOR
from simulation.rules.stacks import Stacks
from tourney.models import Tournament

# Part of the players who take the free rebuy while they have chips, and of those who take it after a bust.
_EARLY, _AFTER_BUST = 0.15, 0.7
# Part of the envelopes that are drawn right after the bust.
_DRAWN_AT_ONCE = 0.6
# The rebuy is over, or another user was faster.
_MEANWHILE = {"not_yet", "no_longer", "no_more_of_them", "full", "already_out"}
Schedule = Callable[[float, Callable[[], object]], None]


class ModeWork:
    """What the mode of an event adds to it: the work of clerks, floor and dealers."""

    def __init__(
        self, context: EventContext, room: PreparedEvent, work: FloorWork, stacks: Stacks, schedule: Schedule
    ) -> None:
        """Start before the first entry.

        Args:
            schedule: has something happen at a minute of play.
        """
        self._context = context
        self._room = room
        self._work = work
        self._stacks = stacks
        self._at = schedule
        self._mode = context.event.mode
        self._dice = Random(f"modes {room.terms.seed}")  # noqa: S311 - plausible evenings, no secrets

    def before_start(self) -> None:
        """Draw the names of a mystery bounty."""
        if self._mode == "mystery_bounty":
            self._work.try_to(draw_names, by=DIRECTOR, may=set())

    def plan(self) -> None:
        """Plan the free rebuys of players who still have chips, and the envelopes of a mystery bounty."""
        if self._has_envelopes:
            self._at(self._room.course.late + 1, self._fill)
        if self._mode != "rebuy_add_on":
            return
        policy = self._room.book.modes.rebuy_add_on
        assert policy is not None
        levels = [level.minutes for level in self._room.levels if not level.is_break]
        until = sum(levels[: policy.add_on_after_levels])
        for _one in range(max(1, round(len(self._stacks) * _EARLY))):
            self._at(self._dice.uniform(0, until), self._take_early)

    def _take_early(self) -> None:
        """Sell the free rebuy to a player with few chips; a second one is refused."""
        if len(self._stacks) < 2:
            return
        entry = min(self._stacks.anybody(self._dice, 3), key=lambda one: self._stacks.chips[one])
        if not self._rebuy(entry):
            return
        if self._rebuy(entry):
            self._context.judge("rebuy", [f"entry {entry} got a second one"])

    @property
    def _has_envelopes(self) -> bool:
        return bool(self._room.terms.payout.get("bounties") == "mystery")

    def _fill(self) -> None:
        """Fill the envelopes once entry is closed: one holds as much as half of the others together."""
        if self._context.state.entry_open:
            self._at(self._room.course.late + 5, self._fill)
            return
        event = Tournament.objects.get(pk=self._room.event)
        money, count = sum(bounty_amounts(event).values()), len(self._stacks)
        if count < 2:
            return
        small = money * 2 // 3 // count
        values = [(small, count - 1), (money - small * (count - 1), 1)]
        given = [ValueInput(value=value, count=many) for value, many in values]
        self._work.try_to(fill_envelopes, by=DIRECTOR, may=set(), values=given)

    def draw_envelopes(self) -> None:
        """Draw all envelopes that are due, those of the winner last."""
        if self._has_envelopes:
            for entry in bounties_of(Tournament.objects.get(pk=self._room.event)).undrawn:
                self._work.try_to(draw_envelope, by=self._room.clerk, may=set(), entry=entry)

    def after_bust(self, entry: int) -> None:
        """After a bust the player takes the free rebuy, or gives up the seat that is held; or an envelope is drawn."""
        if self._has_envelopes and self._dice.random() < _DRAWN_AT_ONCE:
            self.draw_envelopes()
        if self._mode != "rebuy_add_on":
            return
        held = next((row for row in self._context.state.held_seats if row["held_for_id"] == entry), None)
        if held is None:
            return
        if self._dice.random() < _AFTER_BUST and self._rebuy(entry):
            return
        number = self._context.state.number_of(held["tournament_table_id"])
        self._work.try_to(open_seat, by=FLOOR, may={"not_found"}, table=number, seat=held["number"])

    def _rebuy(self, entry: int) -> bool:
        done = self._work.try_to(rebuy, by=self._room.clerk, may=_MEANWHILE, entry=entry, payments=[])
        return done is not None

    def end_of_hand(self, table: TableState) -> dict[str, Any]:
        """Return what the end of a hand says besides: who won the pot, in "win the button"."""
        if self._mode != "win_the_button" or not table.live:
            return {}
        return {"winner": self._dice.choice(table.live)}
