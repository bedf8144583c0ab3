"""A restart (Five Spades 4.14): the first levels are played twice, and the better of two stacks goes on."""

from dataclasses import replace
from typing import Any

from simulation.driver.event import Furnished, furnish, played
from simulation.driver.event_state import ENTRY
from simulation.driver.flights import Flight, FlightsPlay, LaterDay, best_stacks
from simulation.driver.staff import DIRECTOR, press
from stages.commands.multi_stage_events import set_up_stages

# A day ends this many minutes before its last level is over.
_BEFORE_END = 0.01


class LaterRound(LaterDay, Flight):
    """A round whose players come from the first one; it is over once its stacks are bagged."""


class RestartPlay(FlightsPlay):
    """A tournament that is started again."""

    def play(self) -> Furnished:
        """Play all rounds and the final.

        Returns:
            The event of the final, which is over.
        """
        room = furnish(self._wanted)
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

    def _play_again(self, room: Furnished) -> None:
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

    def _join(self, room: Furnished) -> Furnished:
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
