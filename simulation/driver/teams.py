"""Teams of two in a simulated event: partners take turns between hands."""

from random import Random

from seating.commands.team_changes import change_player
from simulation.driver.context import EventContext
from simulation.driver.event_state import PARTNER
from simulation.driver.floor import FloorWork
from simulation.driver.staff import FLOOR
from simulation.rules.stacks import Stacks

# Part of the hands after which the other player of a team takes over.
_CHANGES = 0.15
_MEANWHILE = {"already_out", "not_seated", "not_found"}


class TeamWork:
    """The work of the floor in an event for teams."""

    def __init__(self, context: EventContext, work: FloorWork, stacks: Stacks, seed: int) -> None:
        """Start with the players who registered.

        Args:
            seed: random seed, with a separate generator.
        """
        self._context = context
        self._work = work
        self._stacks = stacks
        self._dice = Random(f"teams {seed}")  # noqa: S311 - plausible evenings, no secrets

    def step(self) -> None:
        """After a hand, sometimes let the other player of a team play."""
        if len(self._stacks) < 2 or self._dice.random() >= _CHANGES:
            return
        [entry] = self._stacks.anybody(self._dice, 1)
        team = next(
            (row for row in self._context.state.rows[PARTNER].values() if row["entry_id"] == entry), None
        )
        if team is None or entry not in self._context.state.place_of:
            return
        self._work.try_to(
            change_player, by=FLOOR, may=_MEANWHILE, entry=entry, partner_plays=not team["plays"]
        )
