"""Days and flights whose processes are killed at random: every request is sent again, and the chips stay exact.

A command runs in a process that is killed before one of its writing statements or commits, and is then sent
again with its id, as pages do. `KILLED_ENTRIES` sets the size of the big event (`make soak`: 1,200).
"""

import os
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection

from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.killed import killed_after
from tests.simulation.conftest import Plays
from tourney.journal.commands import Command, CommandResult

ENTRIES = int(os.environ.get("KILLED_ENTRIES", "120"))
# Commands at the end of a day, in its night, and between flights.
_NIGHT = (
    "stacks.open_count", "stacks.count_table", "bags.seal_table", "bags.hand_in", "day.close", "day.draw_next",
    "bags.open_table", "day.resume", "stages.end_event", "stages.advance", "seats.draw",
)  # fmt: skip
# Chance of a kill, in those and in all others; a big event has more of them, so that its kills last to its final.
_AT_NIGHT, _IN_PLAY = 0.9, 0.02
_SPREAD = min(1.0, 300 / ENTRIES)
# Writing statements and commits before the kill. A command with fewer is done, and only its answer is lost.
_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 13)

pytestmark = pytest.mark.django_db(transaction=True)


class Killer:
    """Kills processes at random while they carry out commands.

    Attributes:
        most: number of kills. `spread`: part of the usual chance. `each`: kills for each event that has begun.
        kills: kills so far, by command. `events`: kills so far, by event.
    """

    def __init__(self, dice: Random, whole: Any) -> None:
        self.dice = dice
        self.most = 0
        self.spread = 1.0
        self.each: int | None = None
        self.kills: Counter[str] = Counter()
        self.events: Counter[int] = Counter()
        self._whole = whole
        self._started = False

    def carry_out(self, command: Command, arguments: Any, **given: Any) -> CommandResult:
        """Carry out a command, perhaps in a process that is killed, and then again."""
        again = partial(self._whole, command, arguments, **given)
        self._started |= command.kind == "clock.start"
        chance = self.spread * (_AT_NIGHT if command.kind in _NIGHT else _IN_PLAY)
        event = given.get("tournament_id") or 0
        if command.kind == "clock.start":
            self.events[event] += 0
        most = self.most if self.each is None else min(self.most, self.each * len(self.events))
        may = self._started and self.kills.total() < most and not connection.in_atomic_block
        if may and self.dice.random() < chance:
            killed = killed_after(again, self.dice.choice(_STEPS))
            self.kills[command.kind] += killed
            if event in self.events:
                self.events[event] += killed
        result: CommandResult = again()
        return result


@pytest.fixture
def killer(monkeypatch: pytest.MonkeyPatch) -> Killer:
    """Carry out all commands through a killer that is not active yet."""
    found = Killer(Random(1), Command.carry_out)
    monkeypatch.setattr(
        Command, "carry_out", lambda self, arguments, **given: found.carry_out(self, arguments, **given)
    )
    return found


def test_day_ends_and_begins_exactly_though_processes_are_killed_at_random(
    plays: Plays, killer: Killer
) -> None:
    killer.most = 12
    code, counts, faults = plays(book="pokerstars_live", days=2, players=10, tables_of=6)
    assert (code, faults) == (0, "")
    assert counts["bagged"] > 0
    assert killer.kills.total() > 5
    assert killer.kills.keys() & set(_NIGHT)
    journal_tells_the_rows()


@pytest.mark.soak
@pytest.mark.timeout(7_200)
def test_four_flights_over_three_days_are_exact_though_processes_are_killed_50_times(
    plays: Plays, killer: Killer
) -> None:
    killer.most, killer.spread, killer.each = 50, _SPREAD, 10
    code, counts, faults = plays(
        book="pokerstars_live", flights=4, days=3, players=round(ENTRIES * 0.8), tables_of=9
    )
    assert (code, faults) == (0, "")
    assert (counts["flights"], counts["stages"], counts["days"]) == (4, 2, 3)
    assert counts["entries"] >= ENTRIES * 0.8
    assert killer.kills.total() == 50
    # Four flights, and the event of days 2 and 3.
    assert len(killer.events) == 5
    assert min(killer.events.values()) > 0
