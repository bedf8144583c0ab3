"""A replay of the journal gives the rows of the tables, after any commands."""

from random import Random

import pytest

from tests.examples import EXPLORES
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.presses import random_press
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.commands import count_field
from tourney.journal.replay import disagreements, gaps, image_at, replay
from tourney.live.boards import names_in, read_boards
from tourney.models import JournalEntry, Tournament


@pytest.mark.parametrize("seed", range(3 if EXPLORES else 1))
def test_journal_reproduces_rows_after_random_presses_and_refusals_change_none(
    make_event: MakesEvents, director: Actor, floor: Actor, wall: Wall, seed: int
) -> None:
    dice = Random(seed)
    events = [make_event(), make_event(book=dice.choice(["munot", "pokerstars_live", "tda"]))]
    outcomes = set()
    after = all_rows()
    for _step in range(80 if EXPLORES else 50):
        event = dice.choice(events)
        wall.passes(ms=dice.choice([1, 999, 10_000, 60_000, 600_000]))
        before = after
        outcome = random_press(dice, dice.choice([director, floor]), event)
        outcomes.add(outcome)
        after = all_rows()
        if outcome != "done":
            # A refused command may have processed due changes first, but nothing else.
            wanted = {("lines", 0), ("tourney.tournament", event)} | {
                place for place in before if place[0] == "clock.clock"
            }
            changed = {
                place for place in before.keys() | after.keys() if before.get(place) != after.get(place)
            }
            new = JournalEntry.objects.order_by("-id")[
                : after["lines", 0]["count"] - before["lines", 0]["count"]
            ]
            assert {line.kind for line in new} <= {"clock.due"}
            assert changed <= (wanted if new else set())
        # Every board can be read, whatever was changed and undone.
        _seq, boards = read_boards(f"t{event}", names_in(f"t{event}"))
        assert {"clock", "clock_staff", "seating"} <= {board for some in boards.values() for board in some}
    assert len(outcomes) > 5
    assert "done" in outcomes
    assert "conflict" not in outcomes
    journal_tells_the_rows()


def test_a_replay_notices_a_row_that_was_changed_past_the_journal(event: int, director: Actor) -> None:
    press(count_field, event, by=director, entries_by=3)
    journal_tells_the_rows()
    Tournament.objects.filter(pk=event).update(counted_entries=4)
    found = disagreements(replay(JournalEntry.objects.order_by("id")))
    assert found == [f"tourney.tournament {event}.counted_entries: journal says 3, row says 4"]


def test_a_gap_in_the_numbers_is_noticed(event: int, director: Actor) -> None:
    press(count_field, event, by=director, entries_by=3)
    Tournament.objects.filter(pk=event).update(seq=4)
    press(count_field, event, by=director, entries_by=3)
    assert gaps(event) == [2, 3, 4]


def test_a_row_can_be_read_as_it_was_at_any_moment(event: int, director: Actor, wall: Wall) -> None:
    entries = {}
    for _step in range(4):
        entries[wall.now] = Tournament.objects.get(pk=event).counted_entries
        wall.passes(seconds=10)
        press(count_field, event, by=director, entries_by=2)
        wall.passes(seconds=10)
    for when, count in entries.items():
        picture = image_at("tourney.tournament", event, event, when)
        assert picture is not None
        assert picture["counted_entries"] == count
