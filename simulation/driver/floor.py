"""The floor of a simulated event: accept proposals, set buttons, confirm arrivals."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from seating.commands import accept, arrive, arrive_all, put_button
from seating.commands.floor_review import review_now
from simulation.driver.context import EventContext
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import PROPOSAL, TOURNAMENT_TABLE
from simulation.driver.staff import DEALER, FLOOR, press
from tourney.journal.refused import Refused

# Maximum number of reviews before the floor counts as unsettled.
_MOST_LOOKS = 60
_MEANWHILE = frozenset({"changed", "not_open", "conflict"})


def has_tablet(number: int) -> bool:
    """Return whether a dealer uses a tablet at a table: at every second one."""
    return number % 2 == 0


class FloorWork:
    """A floor person with a tablet.

    Attributes:
        seconds: for each bust that led to a proposal, the time from the command to the
            proposal.
        accepted: seconds of each acceptance.
        pressed_at, took: time of the last command, by `time.perf_counter`, and its duration in
            seconds.
    """

    def __init__(
        self, context: EventContext, dice: Random, passing: Passing, follow: Callable[[], None], every: int
    ) -> None:
        self._context = context
        self._dice = dice
        self._passing = passing
        self.follow = follow
        self._every = every
        self._settled = 0
        self.seconds: list[float] = []
        self.accepted: list[float] = []
        # Whether a proposal can't be carried out, so that another review would not help.
        self._stuck = False
        self.pressed_at = 0.0
        self.took = 0.0

    def settle(self, since: float | None = None) -> None:
        """Carry out proposals until none is left.

        Args:
            since: time of the command that caused the proposals, by `time.perf_counter`.
        """
        event, state = self._context.event.pk, self._context.state
        reported: set[int] = set()
        self._stuck = False
        for attempt in range(_MOST_LOOKS):
            changed = review_now(event)
            if changed and since is not None and not attempt:
                self.seconds.append(time.perf_counter() - since)
            self.follow()
            open_proposals = sorted(state.open_proposals)
            if not open_proposals:
                self._settled += 1
                if self._settled % self._every == 0:
                    self._context.observer.settled()
                return
            for proposal in open_proposals:
                if proposal in state.open_proposals and not self._decide(proposal, reported):
                    break
            if self._stuck:
                return
        self._context.judge("the floor", ["it is never settled"])

    def _decide(self, proposal: int, reported: set[int]) -> bool:
        """Accept a proposal.

        Args:
            reported: tables whose button the floor has just reported.

        Returns:
            Whether it was carried out, so that proposals of the same review still apply.
        """
        row = self._context.state.rows[PROPOSAL][proposal]
        detail = row["detail"]
        chosen = self._chosen(detail)
        asked = [] if chosen else [*detail.get("needs", ()), *self._doubtful(row, reported)]
        if asked:
            reported.update(asked)
            for number in asked:
                self.say_button(number)
            return False
        self._passing.breathe(self._dice.uniform(0.5, 1.5))
        began = time.perf_counter()
        try:
            press(accept, self._context.event.pk, by=FLOOR, proposal=proposal, **chosen)
            self.accepted.append(time.perf_counter() - began)
        except Refused as refused:
            # Another user was faster, or the tables have changed: review again. A proposal refused for any other
            # reason should not have been made.
            if refused.code not in _MEANWHILE:
                self._stuck = True
                self._context.judge(
                    row["key"], [f"could not be carried out: {refused.code} {refused.message}"]
                )
            return False
        finally:
            self.follow()
        return True

    def _chosen(self, detail: dict[str, Any]) -> dict[str, Any]:
        """Return the floor's own decision: the button of a table just opened for one player is unknown,
        so the next player gets any seat there.

        Returns:
            Arguments for the acceptance; empty if the button decides.
        """
        state = self._context.state
        if detail.get("to") not in detail.get("needs", ()):
            return {}
        destination = state.table(state.tournament_table_of(detail["to"]))
        source = state.table(state.tournament_table_of(detail["from"]))
        if destination.size > 1 or not destination.free:
            return {}
        may_go = [entry for entry in source.people.values() if entry not in source.sent]
        return {
            "entry": detail["entry"] or self._dice.choice(may_go),
            "seat": self._dice.choice(destination.free),
            "reason": "One player, and no button yet",
        }

    def _doubtful(self, row: dict[str, Any], reported: set[int]) -> list[int]:
        """Return tables of a move without a tablet whose button the floor checks, at
        random.
        """
        if row["kind"] != "balance" or self._dice.random() > 0.3:
            return []
        tables = (row["detail"]["from"], row["detail"]["to"])
        return [number for number in tables if not has_tablet(number) and number not in reported]

    def say_button(self, number: int) -> None:
        """Report the button of a table."""
        table = self._context.state.table(self._context.state.tournament_table_of(number))
        if table.size < 2:
            return
        seat = self._dice.choice(table.live)
        self.try_to(put_button, by=FLOOR, may={"no_players_seated"}, number=number, button=seat)

    def arrive(self, tournament_table: int) -> None:
        """Confirm arrivals at a table: one by one at a tablet, all at once by the floor."""
        state = self._context.state
        if tournament_table not in state.rows[TOURNAMENT_TABLE]:
            return
        table = state.table(tournament_table)
        moves = [
            state.under_way[entry] for entry in sorted(table.people.values()) if entry in state.under_way
        ]
        if len(moves) > 1:
            self.try_to(arrive_all, by=FLOOR, may={"not_under_way"}, number=table.number)
            return
        for move in moves:
            self.try_to(arrive, by=DEALER, may={"not_under_way"}, move=move)

    def try_to(self, verb: Any, *, by: Any, may: set[str], **arguments: Any) -> dict[str, Any] | None:
        """Send a command to this event.

        Args:
            may: codes of expected refusals. Any other refusal is a fault.

        Returns:
            The result, or None if it was refused.
        """
        self.pressed_at = time.perf_counter()
        try:
            done = press(verb, self._context.event.pk, by=by, **arguments)
            self.took = time.perf_counter() - self.pressed_at
        except Refused as refused:
            if refused.code not in may:
                self._context.judge(verb.kind, [f"{refused.code}: {refused.message} ({arguments})"])
            return None
        finally:
            self.follow()
        return done.answer or {}
