"""Penalties, and clocks called on players, in a simulated event."""

from random import Random
from typing import Any

from penalties.commands.penalties import count_hand, impose, lift
from penalties.rules.kinds import is_known, most_of
from seating.commands import call_floor, end_time
from simulation.driver.context import EventContext
from simulation.driver.event_clock import Passing
from simulation.driver.floor import FloorWork, has_tablet
from simulation.driver.staff import DEALER, FLOOR
from simulation.rules import incidents as plan
from simulation.rules.stacks import Stacks
from tourney.rulebooks.books.schema import Book

_MEANWHILE = {"already_out", "not_seated", "penalty_is_over", "counted_since", "another_first", "not_found"}


class Incidents:
    """Incidents of an event: the work of floor and dealers."""

    def __init__(
        self, context: EventContext, book: Book, passing: Passing, work: FloorWork, stacks: Stacks, seed: int
    ) -> None:
        """Start without incidents.

        Args:
            seed: random seed, with a separate generator.
        """
        self._context = context
        self._passing = passing
        self._work = work
        self._stacks = stacks
        self._dice = Random(f"incidents {seed}")  # noqa: S311 - plausible evenings, no secrets
        self._book = book
        self._kinds = [kind for kind in plan.KINDS if is_known(kind, book)]

    def step(self) -> None:
        """After a hand: sometimes impose a penalty or call the clock; serve running penalties."""
        if len(self._stacks) < 2:
            return
        if self._kinds and self._dice.random() < plan.PENALTIES:
            self._impose()
        if self._dice.random() < plan.TIMES:
            self._call_time()
        for row in self._context.state.running_penalties:
            if self._dice.random() < plan.TAPS:
                self._tap(row)

    def _somebody(self) -> int | None:
        """Return an entry with a seat."""
        [entry] = self._stacks.anybody(self._dice, 1)
        return entry if entry in self._context.state.place_of else None

    def _impose(self) -> None:
        entry = self._somebody()
        if entry is None:
            return
        drawn = plan.draw_penalty(self._dice, self._kinds, lambda kind: most_of(kind, self._book))
        self._passing.breathe(self._dice.uniform(0.2, 0.6))
        given = {"entry": entry, "kind": drawn.kind, "reason": drawn.reason, "count": drawn.count}
        self._work.try_to(impose, by=FLOOR, may=_MEANWHILE, **given)

    def _tap(self, row: dict[str, Any]) -> None:
        """Count a penalty by hand at tables without a tablet; sometimes lift it."""
        place = self._context.state.place_of.get(row["entry_id"])
        if place is None or has_tablet(self._context.state.number_of(place[0])):
            return
        if self._dice.random() < plan.MERCY:
            self._work.try_to(lift, by=FLOOR, may=_MEANWHILE, penalty=row["id"], reason="Said sorry")
        else:
            self._work.try_to(count_hand, by=FLOOR, may=_MEANWHILE, penalty=row["id"], served=row["served"])

    def _call_time(self) -> None:
        """Call the clock on a player at a table with a tablet."""
        entry = self._somebody()
        place = None if entry is None else self._context.state.place_of[entry]
        if place is None or not has_tablet(number := self._context.state.number_of(place[0])):
            return
        may = {"called_already", "answered_already", "not_found", "not_seated"}
        answer = self._work.try_to(call_floor, by=DEALER, may=may, number=number, kind="time", seat=place[1])
        if answer is None:
            return
        self._passing.breathe(self._dice.uniform(0.3, 0.6))
        outcome = self._dice.choice(plan.OUTCOMES)
        self._work.try_to(end_time, by=DEALER, may=may, call=answer["call"], outcome=outcome)
