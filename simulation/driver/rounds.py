"""Restart and play-the-clock (Five Spades 4.14, 4.15): rounds that are bagged, with equal or with own stacks."""

from dataclasses import replace
from typing import Any

from clock.commands.events import close_event
from simulation.driver.event import PreparedEvent, played, prepare_event
from simulation.driver.event_state import ENTRY
from simulation.driver.flights import Flight, FlightsPlay, LaterDay, best_stacks
from simulation.driver.staff import DIRECTOR, press
from stages.commands.multi_stage_events import set_up_stages
from stages.services.overall_results import overall_results_of
from tourney.models import Tournament

# A day ends this many minutes before its last level is over.
_BEFORE_END = 0.01


class LaterRound(LaterDay, Flight):
    """A round whose players come from the first one; it is over once its stacks are bagged."""


class RestartPlay(FlightsPlay):
    """A tournament that is started again."""

    def play(self) -> PreparedEvent:
        """Play all rounds and the final.

        Returns:
            The event of the final, which is over.
        """
        room = prepare_event(self._wanted)
        policy = room.book.modes.re_start
        assert policy is not None
        given: dict[str, Any] = {"name": self._wanted.name[:60], "first": room.event, "preset": "re_start"}
        made = press(set_up_stages, by=DIRECTOR, **given)
        assert made.answer is not None
        first, *rounds, last = made.answer["events"]
        levels = [row for row, level in enumerate(room.levels) if not level.is_break]
        end = played(room.levels[: levels[policy.after_level - 1] + 1]) - _BEFORE_END
        later = replace(room, people=(), course=replace(room.course, late=0), is_flight=True, day_ends=(end,))
        self._play_flight(replace(room, event=first, is_flight=True, day_ends=(end,)), None)
        for event in rounds:
            self._play_again(replace(later, event=event))
        return self._join(replace(later, event=last, is_flight=False, day_ends=room.day_ends))

    def _play_again(self, room: PreparedEvent) -> None:
        """Start again with equal stacks; everybody who entered plays."""
        rows = self.played[0].state.rows[ENTRY].values()
        stacks = {row["player_id"]: room.stack for row in rows if row["voided_at"] is None}
        play, answer = self._bring(LaterRound, room, len(stacks), self.played[-1:])
        came = {play.state.player_of(entry): chips for entry, chips in play.stacks.chips.items()}
        faults = [] if came == stacks else ["not everybody begins again with the same stack"]
        if answer["chips"] != sum(stacks.values()):
            faults.append(f"the answer is {answer}")
        self.findings.judge("restart", faults)
        play.play()
        play.follow()
        play.context.observer.finish()
        self.played.append(play)
        self._judge_places()

    def _join(self, room: PreparedEvent) -> PreparedEvent:
        """Go on with the better stack of each player; out in both rounds is out."""
        rounds = list(self.played)
        stacks = best_stacks(rounds)
        play, answer = self._bring(LaterDay, room, len(stacks), rounds[-1:])
        play.stacks.unit = min(one.stacks.unit for one in rounds)
        policy = room.book.modes.re_start
        assert policy is not None
        levels = [row for row, level in enumerate(room.levels) if not level.is_break]
        begins = levels[policy.resumes_at_level - 1]
        at = (
            []
            if play.room.first_row == begins
            else [f"it begins with row {play.room.first_row}, not {begins}"]
        )
        self.findings.judge("the final", at)
        self._judge_join(play, stacks, answer)
        self._play_last(play)
        return play.room


class LastRound(LaterRound):
    """The last round against the clock: most chips win."""

    def _end(self) -> None:
        """Close the event, and pay the prizes by the stacks that were bagged."""
        self.work.try_to(close_event, by=DIRECTOR, may=set(), although_unfinished=True)
        self.prizes.pay_out()


class ClockPlay(FlightsPlay):
    """A tournament against the clock: all rounds are as long, and stacks come along."""

    def play(self) -> PreparedEvent:
        """Play all rounds.

        Returns:
            The last one, which is over.
        """
        room = prepare_event(replace(self._wanted, ghosts=False))
        policy = room.book.modes.play_the_clock
        assert policy is not None
        given: dict[str, Any] = {
            "name": self._wanted.name[:60],
            "first": room.event,
            "preset": "play_the_clock",
        }
        made = press(set_up_stages, by=DIRECTOR, **given)
        assert made.answer is not None
        first, *rounds = made.answer["events"]
        ends = [played(room.levels[: row + 1]) for row, level in enumerate(room.levels) if not level.is_break]
        end = next(minute for minute in ends if minute >= policy.round_minutes) - _BEFORE_END
        room = replace(room, is_flight=True, day_ends=(end,))
        self._play_flight(replace(room, event=first), None)
        later = replace(room, people=(), course=replace(room.course, late=0))
        for event in rounds:
            self._play_on(replace(later, event=event), LastRound if event == rounds[-1] else LaterRound)
        self._judge_results(rounds[-1])
        self._judge_order(rounds[-1])
        return replace(later, event=rounds[-1])

    def _play_on(self, room: PreparedEvent, kind: type[LaterRound]) -> None:
        """Play a round with the stacks of the last one."""
        stacks = best_stacks(self.played[-1:])
        play, answer = self._bring(kind, room, len(stacks), self.played[-1:])
        came = {play.state.player_of(entry): chips for entry, chips in play.stacks.chips.items()}
        faults = [] if came == stacks else ["the stacks are not those of the last round"]
        if answer["chips"] != sum(stacks.values()):
            faults.append(f"the answer is {answer}")
        self.findings.judge("next round", faults)
        play.play()
        play.follow()
        if kind is not LastRound:
            play.context.observer.finish()
        self.played.append(play)

    def _judge_order(self, event: int) -> None:
        """Check that most chips win."""
        stacks = best_stacks(self.played[-1:])
        places = {one.player: one.best for one in overall_results_of(Tournament.objects.get(pk=event)).places}
        due = {
            player: 1 + sum(other > chips for other in stacks.values()) for player, chips in stacks.items()
        }
        wrong = [player for player, place in due.items() if places.get(player) != place]
        self.findings.judge(
            "most chips win", [f"player {one} is at place {places.get(one)}" for one in wrong]
        )
