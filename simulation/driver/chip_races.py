"""Chip races of a simulated event, planned or started by hand, at every table."""

from collections.abc import Sequence
from random import Random
from typing import Any

from procedures.boards.chip_races import RaceBoard, chip_races
from procedures.commands.chip_races import finish, plan, start
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal, real_cards, table_done
from procedures.services.chip_races import hidden_in_counts, running_race
from seating.rules.button import deck
from simulation.driver.context import EventContext
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import RACE, TableState
from simulation.driver.floor import FloorWork, has_tablet
from simulation.driver.staff import DEALER, FLOOR
from simulation.rules.stacks import Stacks
from tourney.access.roles import Actor
from tourney.rulebooks.books.schema import Book

# Another user was faster, or the state has changed.
_MEANWHILE = {
    "not_running",
    "raced_already",
    "another_race",
    "no_table_in_play",
    "not_raced",
    "table_done",
    "dealt_already",
    "not_counted",
    "seat_empty",
    "not_decided",
    "still_racing",
    "wrong_cards",
    "not_found",
}
_RANKS = {10: "T", 11: "J", 12: "Q", 13: "K", 14: "A"}


class RaceWork:
    """Chip races of an event: the work of floor and dealers."""

    def __init__(
        self, context: EventContext, book: Book, passing: Passing, work: FloorWork, stacks: Stacks, seed: int
    ) -> None:
        """Start without planned races.

        Args:
            seed: random seed of the races, with a separate generator.
        """
        self._context = context
        self._book = book
        self._passing = passing
        self._work = work
        self._stacks = stacks
        self._dice = Random(f"races {seed}")  # noqa: S311 - plausible evenings, no secrets
        self._position = 0

    def plan(self) -> None:
        """Plan most of the structure's races; the others are started by hand when they are due."""
        board = chip_races(self._context.event.pk, "")
        for due in () if board is None else board.due:
            if not due.lack and self._dice.random() < 0.7:
                self._try(plan, FLOOR, small=due.small)

    def step(self, position: int) -> None:
        """Carry out races that are due.

        Args:
            position: row of the structure, counted from 0.
        """
        self._work.follow()
        while True:
            board = chip_races(self._context.event.pk, "")
            if board is None:
                return
            if not board.on:
                now = [due for due in board.due if due.at <= position and not due.lack]
                if not now or self._try(start, FLOOR, small=now[0].small) is None:
                    return
                continue
            if not self._race(board):
                return

    def _race(self, board: RaceBoard) -> bool:
        """Race at each table in turn, and finish the race.

        Returns:
            Whether it is over.
        """
        race, small, big = board.race, board.small, board.big
        assert race is not None
        assert small is not None
        assert big is not None
        for number, state in board.tables:
            if state != "done":
                self._table(race, number, small, big)
        # Players who moved to another table meanwhile race there.
        again = chip_races(self._context.event.pk, "")
        for number, state in () if again is None else again.tables:
            if state != "done":
                self._table(race, number, small, big)
        over = self._try(finish, FLOOR, race=race) is not None
        if over:
            self._stacks.unit = big
            odd = [entry for entry, chips in self._stacks.chips.items() if chips % big]
            self._context.judge("race", [f"entry {entry} still holds chips of {small}" for entry in odd])
        return over

    def _try(self, verb: Any, by: Actor, **arguments: Any) -> dict[str, Any] | None:
        return self._work.try_to(verb, by=by, may=_MEANWHILE, **arguments)

    def _table(self, race: int, number: int, small: int, big: int) -> None:
        """Count, deal and exchange chips."""
        by = DEALER if has_tablet(number) else FLOOR
        table = self._context.state.table(self._context.state.tournament_table_of(number))
        self._passing.breathe(self._dice.uniform(0.05, 0.2))
        given = {"race": race, "number": number}
        done = self._try(enter, by, **given, seats=self._counts(table, small, big))
        if done is None:
            return
        if done["state"] == "counted":
            self._deal(by, given, table, done)
        self._try(table_done, by, **given)

    def _counts(self, table: TableState, small: int, big: int) -> list[dict[str, Any]]:
        """Return each player's small chips: the odd ones, and some more."""
        lot, found = big // small, []
        race = running_race(self._context.event)
        by_stack = race is not None and not hidden_in_counts(race)
        for seat, entry in table.people.items():
            chips = self._stacks.chips[entry]
            if self._dice.random() < 0.3 and by_stack:
                found.append({"seat": seat, "stack": chips})
                continue
            count = chips % big // small + lot * self._dice.randint(0, min(3, chips // big))
            if count:
                found.append({"seat": seat, "small": count, "others": chips > count * small})
        return found

    def _deal(self, by: Actor, given: dict[str, int], table: TableState, done: dict[str, Any]) -> None:
        """Deal by software, or let the dealer deal real cards."""
        policy = self._book.chips.race
        if policy is not None and policy.starts == "left_of_button" and not table.button_known:
            self._work.say_button(table.number)
        if self._dice.random() < 0.5:
            self._try(deal, by, **given)
            return
        odd = self._odd(given)
        cards: list[Any] = []
        while len(cards) < done["odd"]:
            cards += self._dice.sample(deck(), 52)
        names = [f"{_RANKS.get(card.rank, card.rank)}{card.suit[0]}" for card in cards]
        dealt, at = [], 0
        for seat, count in odd:
            dealt.append({"seat": seat, "cards": names[at : at + count]})
            at += count
        self._try(real_cards, by, **given, cards=dealt)

    def _odd(self, given: dict[str, int]) -> Sequence[tuple[int, int]]:
        """Return odd chips by seat, as counted."""
        state = self._context.state
        race = state.rows[RACE][given["race"]]
        lot = race["big"] // race["small"]
        seats = state.race_seats(given["race"], given["number"])
        return [(row["number"], row["small"] % lot) for row in seats if row["small"] % lot]
