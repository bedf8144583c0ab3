"""Multi-round (Five Spades 4.19): heats for points with a time limit, and a final whose best meet at one table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from simulation.driver.context import Observe
from simulation.driver.event import PreparedEvent, Wanted, played, prepare_event
from simulation.driver.event_clock import AtOnce
from simulation.driver.event_state import ENTRY
from simulation.driver.flights import FlightsPlay, Later, LaterDay
from simulation.driver.heats import Heat
from simulation.driver.staff import DIRECTOR, FLOOR, press
from stages.commands.event_end import end_event
from stages.commands.multi_stage_events import set_up_stages
from stages.models import Advance
from stages.services.overall_results import overall_results_of
from tourney.models import Tournament

# Five Spades 4.19, as printed: points by place at a table, more for a win before the time is over, and the players at
# the final table.
_POINTS, _EARLY, _FINAL_SEATS = (18, 15, 12, 9, 7, 5, 3, 2, 1), 2, 9
# Part of a heat's planned minutes after which its time is over, and some tables have no winner yet.
_TIME = 0.6
_BEFORE_END = 0.01


class TimedHeat(Heat):
    """A heat that is over once each table has a winner, or when its time is over: then stacks are bagged."""

    def _is_over(self) -> bool:
        return self.days.is_over or super()._is_over()

    def _end(self) -> None:
        if not self.days.is_over:
            super()._end()
            return
        self.work.try_to(end_event, by=FLOOR, may=set())

    def places(self) -> dict[int, int]:
        """Return the place of each player at their table: those with chips by these, then the last to bust."""
        found: dict[int, int] = {}
        chips = self._stacks_by_table()
        for table in {*self.out, *chips}:
            stacks = chips.get(table, {})
            found |= {
                player: 1 + sum(other > stack for other in stacks.values())
                for player, stack in stacks.items()
            }
            out = self.out.get(table, [])
            found |= {player: len(stacks) + len(out) - at for at, player in enumerate(out)}
        return found

    def points(self) -> Counter[int]:
        """Return the points of each player."""
        found: Counter[int] = Counter()
        chips = self._stacks_by_table()
        early = {
            player
            for table, stacks in chips.items()
            for player in stacks
            if len(stacks) == 1 and self.out.get(table)
        }
        for player, place in self.places().items():
            found[player] = (_POINTS[place - 1] if place <= len(_POINTS) else 0) + _EARLY * (player in early)
        return found

    def _stacks_by_table(self) -> dict[int, dict[int, int]]:
        """Return the stacks at each table, by player."""
        found: dict[int, dict[int, int]] = {}
        for entry, place in self.state.place_of.items():
            stacks = found.setdefault(self.state.number_of(place[0]), {})
            stacks[self.state.player_of(entry)] = self.stacks.chips[entry]
        return found


class LaterHeat(LaterDay, TimedHeat):
    """A heat after the first one: everybody plays again."""


class BestAndOthers(LaterDay):
    """The final: the best play for the first places at their table, all others for the places behind.

    Attributes:
        best: entries at the final table.
        hands: the hand in which each player went out, by entry.
    """

    best: frozenset[int] = frozenset()

    def _plan(self, late: int) -> None:
        super()._plan(late)
        self.hands: dict[int, int] = {}
        tables = {entry in self.best: set[int]() for entry in self.stacks.chips}
        for entry, place in self.state.place_of.items():
            tables[entry in self.best].add(place[0])
        faults = [] if len(tables[True]) == 1 else [f"the best sit at {len(tables[True])} tables"]
        if tables[True] & tables.get(False, set()):
            faults.append("others sit at the final table")
        self.context.judge("final table", faults)

    def _check_money(self) -> None:
        # The money is reached at the final table alone: no other table plays hand for hand with it.
        self.prizes.step()

    def _is_over(self) -> bool:
        left = Counter(entry in self.best for entry in self.stacks.chips)
        return max(left.values()) <= 1

    def _bust(self, entry: int, others: list[int], number: int, losers: Sequence[int]) -> None:
        if {one in self.best for one in (entry, *others)} != {entry in self.best}:
            self.context.judge("final table", [f"the best and others play at table {number}"])
        super()._bust(entry, others, number, losers)
        self.hands[entry] = self._steps

    def _end(self) -> None:
        """Pay the prizes: the last of the others has a place as well."""
        self.work.settle()
        self.context.observer.compare(self.stacks.total)
        self.prizes.pay_out()


class MultiRoundPlay(FlightsPlay):
    """Heats and their final.

    Attributes:
        heats: those that were played.
    """

    def __init__(self, wanted: Wanted, seed: int, observe: Observe) -> None:
        """Start before the tournament is set up."""
        super().__init__(wanted, seed, observe)
        self.heats: list[TimedHeat] = []

    def play(self) -> PreparedEvent:
        """Play all heats and the final.

        Returns:
            The event of the final, which is over.
        """
        wanted = replace(self._wanted, ghosts=False)
        room = prepare_event(wanted)
        given: dict[str, Any] = {"name": wanted.name[:60], "first": room.event, "preset": wanted.mode}
        made = press(set_up_stages, by=DIRECTOR, **given)
        assert made.answer is not None
        first, *later, last = made.answer["events"]
        ends = [played(room.levels[: row + 1]) for row, level in enumerate(room.levels) if not level.is_break]
        end = next(minute for minute in ends if minute >= _TIME * room.course.minutes) - _BEFORE_END
        # No deal: it would divide the prizes of the final table among the others too.
        room = replace(room, terms=replace(room.terms, deal_among=0))
        heat = replace(room, is_flight=True, day_ends=(end,))
        again = replace(heat, people=(), course=replace(room.course, late=0))
        opening = replace(heat, event=first)
        dice = Random(f"{self._seed} {first}")  # noqa: S311 - plausible evenings, no secrets
        self._play_heat(TimedHeat(opening, dice, AtOnce(opening), observe=self._observe))
        for event in later:
            self._play_heat(self._next(LaterHeat, replace(again, event=event)))
        return self._final(
            self._next(BestAndOthers, replace(again, event=last, is_flight=False, day_ends=()))
        )

    def _play_heat(self, heat: TimedHeat) -> None:
        heat.play()
        heat.follow()
        heat.context.observer.finish()
        self.played.append(heat)
        self.heats.append(heat)
        self._judge_places()

    def _next(self, kind: type[Later], room: PreparedEvent) -> Later:
        """Bring everybody into the next heat, or into the final, with the same new stack."""
        rows = self.played[0].state.rows[ENTRY].values()
        stacks = {row["player_id"]: room.stack for row in rows if row["voided_at"] is None}
        play, answer = self._bring(kind, room, len(stacks), self.played[-1:])
        came = {play.state.player_of(entry): chips for entry, chips in play.stacks.chips.items()}
        faults = [] if came == stacks else ["not everybody begins again with the same stack"]
        if answer["chips"] != sum(stacks.values()):
            faults.append(f"the answer is {answer}")
        self.findings.judge("next heat", faults)
        return play

    def _final(self, final: BestAndOthers) -> PreparedEvent:
        """Play the final, in which the best by points meet at one table."""
        points: Counter[int] = Counter()
        for heat in self.heats:
            points.update(heat.points())
        rows = Advance.objects.filter(target__tournament=final.room.event).order_by("rank")
        came = list(rows.values_list("entry", "entry__player", "points"))
        faults = [
            f"player {player} has {scored} points, not {points[player]}"
            for _entry, player, scored in came
            if scored != points[player]
        ]
        scores = [points[player] for _entry, player, _scored in came]
        if scores != sorted(scores, reverse=True):
            faults.append(f"the ranks do not follow the points: {scores}")
        self.findings.judge("points", faults)
        final.best = frozenset(entry for entry, _player, _scored in came[:_FINAL_SEATS])
        self._play_last(final)
        self._judge_order(final)
        return final.room

    def _judge_order(self, final: BestAndOthers) -> None:
        """Check that the best rank before all others, and that who busted later ranks before who busted earlier."""
        results = overall_results_of(Tournament.objects.get(pk=final.room.event)).places
        places = {one.entry: (one.best, one.worst) for one in results}
        rows = final.state.rows[ENTRY]
        faults, above = [], 0
        for part in (final.best, rows.keys() - final.best):
            order = sorted(part, key=lambda entry: rows[entry]["out_at"] or "z", reverse=True)
            for at, entry in enumerate(order):
                best, worst = places.get(entry, (0, 0))
                due = {above + 1 + n for n, one in enumerate(order) if self._together(final, entry, one)}
                if not {best, worst} <= due | {above + at + 1}:
                    faults.append(f"entry {entry} is at place {best}–{worst}, not {above + at + 1}")
            above += len(part)
        self.findings.judge("order of the final", faults)

    @staticmethod
    def _together(final: BestAndOthers, entry: int, other: int) -> bool:
        """Return whether two players went out in one hand: their stacks decide, or they share a place."""
        return entry in final.hands and final.hands.get(entry) == final.hands.get(other)
