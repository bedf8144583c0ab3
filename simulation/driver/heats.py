"""A league's event (Five Spades 4.18): each table of the heat plays for itself, and points are stacks in the final."""

from collections import defaultdict
from dataclasses import replace
from random import Random
from typing import Any

from clock.commands.events import close_event
from desk.commands.registration import close_registration
from simulation.driver.event import PreparedEvent, prepare_event
from simulation.driver.event_clock import AtOnce
from simulation.driver.event_state import TOURNAMENT_TABLE
from simulation.driver.flights import FlightsPlay, LaterDay
from simulation.driver.playthrough import Playthrough
from simulation.driver.staff import DIRECTOR, press
from simulation.rules import pace
from stages.commands.multi_stage_events import set_up_stages

# Five Spades 4.18, as printed: points by place at a table, chips for a point, smallest and largest stack.
_POINTS = (20, 17, 15, 13, 11, 9, 7, 6, 5)
_CHIPS, _SMALLEST, _LARGEST = 1_000, 5_000, 20_000


class Heat(Playthrough):
    """A heat: it is over once each table has a winner. Nobody comes late.

    Attributes:
        out: players of each table in the order in which they went out.
    """

    has_late_entry = False

    def _plan(self, late: int) -> None:
        super()._plan(late)
        self.out: dict[int, list[int]] = defaultdict(list)
        if self.state.entry_open:
            self.work.try_to(close_registration, by=DIRECTOR, may=set())

    def _is_over(self) -> bool:
        rows = self.state.rows[TOURNAMENT_TABLE].items()
        sizes = [self.state.table(pk).size for pk, row in rows if row["released_at"] is None]
        return not self.state.entry_open and max(sizes) <= 1

    def _somebody_goes_out(self) -> None:
        """Play a hand in which one player busts."""
        table = self._table_of_a_loser()
        if table is None:
            return
        players = list(table.people.values())
        loser = pace.loser(self.dice, self.stacks.chips, players)
        player = self.state.player_of(loser)
        self._bust(loser, [one for one in players if one != loser], table.number, ())
        self.out[table.number].append(player)
        self.work.settle(self.work.pressed_at)
        self._other_hands(table.number)
        self.incidents.step()

    def _end(self) -> None:
        """Close the heat, and release its tables."""
        self.winners = {
            self.state.number_of(place[0]): self.state.player_of(entry)
            for entry, place in self.state.place_of.items()
        }
        self.work.try_to(close_event, by=DIRECTOR, may=set(), although_unfinished=True)

    def places(self) -> dict[int, int]:
        """Return the place of each player at their table."""
        found = {player: 1 for player in self.winners.values()}
        for table, players in self.out.items():
            last = len(players) + (table in self.winners)
            found |= {player: last - at for at, player in enumerate(players)}
        return found


def stack_for(place: int) -> int:
    """Return the stack in the final for a place in the heat (Five Spades 4.18)."""
    points = _POINTS[place - 1] if place <= len(_POINTS) else 0
    return min(max(points * _CHIPS, _SMALLEST), _LARGEST)


class LeaguePlay(FlightsPlay):
    """A heat and its final."""

    def play(self) -> PreparedEvent:
        """Play both.

        Returns:
            The final, which is over.
        """
        room = prepare_event(replace(self._wanted, ghosts=False))
        given: dict[str, Any] = {"name": self._wanted.name[:60], "first": room.event, "preset": "landesliga"}
        made = press(set_up_stages, by=DIRECTOR, **given)
        assert made.answer is not None
        first, last = made.answer["events"]
        own = replace(room, event=first, day_ends=())
        heat = Heat(own, Random(f"{self._seed} {first}"), AtOnce(own), observe=self._observe)  # noqa: S311
        heat.play()
        heat.follow()
        heat.context.observer.finish()
        self.played.append(heat)
        return self._final(heat, replace(room, event=last, people=(), course=replace(room.course, late=0)))

    def _final(self, heat: Heat, room: PreparedEvent) -> PreparedEvent:
        """Begin the final with the stacks for the points of the heat."""
        stacks = {player: stack_for(place) for player, place in heat.places().items()}
        play, answer = self._bring(LaterDay, room, len(stacks), [heat])
        came = {play.state.player_of(entry): chips for entry, chips in play.stacks.chips.items()}
        faults = [] if came == stacks else [f"the stacks are {came}, not {stacks}"]
        if (answer["players"], answer["chips"]) != (len(stacks), sum(stacks.values())):
            faults.append(f"the answer is {answer}")
        self.findings.judge("stacks for points", faults)
        self._play_last(play)
        return play.room
