"""Hand-for-hand of a simulated event, until the money is reached."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from procedures.boards.hand_for_hand import HandForHandBoard, hand_for_hand
from procedures.commands.hand_for_hand import all_in, announce, deal, end, resolve
from seating.commands import finish_hand
from simulation.driver.context import EventContext
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import TOURNAMENT_TABLE
from simulation.driver.floor import FloorWork, has_tablet
from simulation.driver.modes import ModeWork
from simulation.driver.staff import DEALER, FLOOR
from simulation.rules import pace
from simulation.rules.stacks import Stacks
from tourney.access.roles import Actor
from tourney.journal.commands import Command

# After this many hands a player busts in each, so that the event ends.
_PATIENT = 12
_MOST = 60
# Another user was faster, or the state of the room has changed.
_MEANWHILE = {
    "no_hand_for_hand",
    "already_announced",
    "another_hand",
    "no_such_table",
    "still_playing",
    "being_resolved",
    "not_all_in",
    "no_table_in_play",
    "not_found",
    "no_such_tournament_table",
}
_HAND = _MEANWHILE | {"hand_finished", "waits_for_others"}
Board = HandForHandBoard
GoesOut = Callable[[int, list[int], int, Sequence[int]], None]


class BubbleWork:
    """Hand-for-hand of an event: the work of floor and dealers."""

    def __init__(
        self,
        context: EventContext,
        passing: Passing,
        work: FloorWork,
        stacks: Stacks,
        modes: ModeWork,
        seed: int,
        goes_out: GoesOut,
    ) -> None:
        """Start before hand-for-hand.

        Args:
            seed: random seed of hand-for-hand, with a separate generator.
            goes_out: busts an entry; takes the entry, the others at the table, its number, and all busts of the hand.
        """
        self._context = context
        self._passing = passing
        self._work = work
        self._stacks = stacks
        self._modes = modes
        self._goes_out = goes_out
        self._dice = Random(f"bubble {seed}")  # noqa: S311 - plausible evenings, no secrets

    def step(self) -> None:
        """Play hand-for-hand down to the money, if the rulebook requires it now."""
        paid = self._context.state.places_paid
        if not paid or len(self._stacks) != paid + 1:
            return
        board = self._board()
        if board is None or not board.due:
            return
        if self._try(announce, reason="money") is None:
            return
        for hand in range(_MOST):
            board = self._board()
            if board is None or not board.on:
                return
            self._play(board, hand)
            if not self._goes_on():
                return
        self._context.judge("hand-for-hand", [f"it is not over after {_MOST} hands"])

    def _board(self) -> Board | None:
        return hand_for_hand(self._context.event.pk, "")

    def _try(self, verb: Command, **arguments: Any) -> dict[str, Any] | None:
        return self._work.try_to(verb, by=FLOOR, may=_MEANWHILE, **arguments)

    def _play(self, board: Board, hands: int) -> None:
        """Play one hand at all tables: some call an all-in, and its cards wait face down."""
        hand = board.hand or 0
        playing = [number for number, state, _hands in board.tables if state == "playing"]
        self._dice.shuffle(playing)
        # The hand in progress at the announcement has no all-in.
        called = [number for number in playing if hand and self._dice.random() < 2 / len(playing)]
        if hands >= _PATIENT and not called:
            called = playing[:1]
        for number in playing:
            self._passing.breathe(self._dice.uniform(0.1, 0.5))
            if number in called:
                self._work.try_to(all_in, by=self._who(number), may=_MEANWHILE, number=number, hand=hand)
            else:
                self._finish(number)
            if hand and self._dice.random() < 0.1:
                self._late(number, hand - 1)
        self._turn_up(hands >= _PATIENT)

    def _turn_up(self, sure: bool) -> None:
        """Resolve all-ins one after the other, in the order shown to the floor.

        Args:
            sure: whether a player busts in each.
        """
        for _table in range(len(self._context.state.rows[TOURNAMENT_TABLE])):
            board = self._board()
            if board is None or board.next is None:
                return
            number, hand = board.next, board.hand or 0
            if self._try(resolve, number=number, hand=hand) is None:
                continue
            self._passing.breathe(self._dice.uniform(0.5, 1.0))
            if sure or self._dice.random() < 0.4:
                self._losers(number)
            self._finish(number)

    def _losers(self, number: int) -> None:
        """Bust the player who was all in, sometimes two of them; their stacks are counted then."""
        state = self._context.state
        table = state.table(state.tournament_table_of(number))
        players = [entry for entry in table.people.values() if entry not in table.sent]
        many = 2 if len(players) > 2 and len(self._stacks) > 2 and self._dice.random() < 0.2 else 1
        if len(players) < 2 or len(self._stacks) < 2:
            return
        losers: list[int] = []
        for _one in range(many):
            left = [entry for entry in players if entry not in losers]
            losers.append(pace.loser(self._dice, self._stacks.chips, left))
        others = [entry for entry in table.people.values() if entry not in losers]
        for entry in losers:
            self._goes_out(entry, others, number, losers if many > 1 else ())

    def _who(self, number: int) -> Actor:
        return DEALER if has_tablet(number) else FLOOR

    def _finish(self, number: int) -> None:
        """Report a table as done, by its tablet or the floor."""
        state = self._context.state
        try:
            tournament_table = state.tournament_table_of(number)
        except KeyError:
            return
        given = {
            "number": number,
            "hand": state.hands_at(tournament_table) + 1,
            **self._modes.end_of_hand(state.table(tournament_table)),
        }
        self._work.try_to(finish_hand, by=self._who(number), may=_HAND, **given)
        self._stacks.pot(self._dice, list(state.table(tournament_table).people.values()))

    def _late(self, number: int, hand: int) -> None:
        """Send an outdated report of a tablet that was off; it must be refused."""
        answer = self._work.try_to(all_in, by=self._who(number), may=_MEANWHILE, number=number, hand=hand)
        self._context.judge(
            "hand-for-hand", ["a word of an earlier hand was taken"] if answer is not None else []
        )

    def _goes_on(self) -> bool:
        """Confirm arrivals between two hands, then deal the next hand or end hand-for-hand.

        Returns:
            Whether another hand was dealt.
        """
        self._work.settle()
        self._seat(list(self._context.state.rows[TOURNAMENT_TABLE]))
        board = self._board()
        if board is None or not board.on:
            return False
        if board.reached:
            self._try(end, hand=board.hand)
            return False
        return self._try(deal, hand=board.hand) is not None

    def _seat(self, tournament_tables: Sequence[int]) -> None:
        for tournament_table in tournament_tables:
            if self._context.state.table(tournament_table).sent:
                self._work.arrive(tournament_table)
