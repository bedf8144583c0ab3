"""The buttons of the remote control: their effects and their refusals."""

from collections.abc import Callable
from typing import Any

import pytest

from clock.boards import clock as clock_boards
from clock.commands import clock as buttons
from clock.commands.announcements import announce_last_hand, say
from clock.commands.due import take_due_of
from clock.commands.structures import change_structure
from clock.models import Clock
from clock.rules.reading import Reading
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MINUTE, MakesEvents, club_night, level, pause, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.models import JournalEntry, Tournament

clock_of = as_sent(clock_boards.clock_of)


def read(event: int, wall: Wall) -> Reading:
    """Return the clock's current reading."""
    return event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)


def board(event: int) -> dict[str, Any]:
    return clock_of(Tournament.objects.get(pk=event))


# --- commands ----------------------------------------------------------------------------------------
def test_start_begins_the_first_level_now(event: int, director: Actor, wall: Wall) -> None:
    assert read(event, wall).state == "waiting"
    done = press(buttons.start, event, by=director)
    assert done.answer == {
        "position": 0,
        "kind": "level",
        "number": 1,
        "remaining_ms": 20 * MINUTE,
        "state": "running",
    }
    wall.passes(minutes=7)
    assert (read(event, wall).state, read(event, wall).remaining) == ("running", 13 * MINUTE)


def test_pause_and_resume_are_exact_to_the_millisecond(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=7, ms=123)
    press(buttons.pause, event, by=director)
    wall.passes(minutes=90)
    assert (read(event, wall).state, read(event, wall).remaining) == ("paused", 13 * MINUTE - 123)
    press(buttons.resume, event, by=director)
    wall.passes(minutes=3)
    assert (read(event, wall).state, read(event, wall).remaining) == ("running", 10 * MINUTE - 123)


@pytest.mark.parametrize("paused", [False, True])
def test_a_minute_more_and_a_minute_less(event: int, director: Actor, wall: Wall, paused: bool) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=5)
    if paused:
        press(buttons.pause, event, by=director)
    press(buttons.add, event, by=director, ms=MINUTE)
    assert read(event, wall).remaining == 16 * MINUTE
    press(buttons.add, event, by=director, ms=-2 * MINUTE)
    assert read(event, wall).remaining == 14 * MINUTE
    assert read(event, wall).state == ("paused" if paused else "running")


def test_time_can_be_added_beyond_the_levels_own_length(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    press(buttons.add, event, by=director, ms=30 * MINUTE)
    wall.passes(minutes=49, seconds=59)
    assert read(event, wall).remaining == 1000


def test_the_time_left_can_be_set(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=5)
    press(buttons.set_remaining, event, by=director, ms=90_000)
    assert read(event, wall).remaining == 90_000


def test_next_previous_and_any_row_begin_at_their_beginning(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=5)
    press(buttons.next_level, event, by=director)
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 20 * MINUTE)
    wall.passes(minutes=5)
    press(buttons.go_to, event, by=director, to=4)
    assert (read(event, wall).position, read(event, wall).remaining) == (4, 20 * MINUTE)
    press(buttons.go_to, event, by=director, to=2)
    assert (read(event, wall).position, read(event, wall).remaining) == (2, 10 * MINUTE)
    press(buttons.previous_level, event, by=director)
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 20 * MINUTE)


def test_a_break_is_skipped_or_made_longer(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    press(buttons.go_to, event, by=director, to=2)
    wall.passes(minutes=4)
    press(buttons.extend_break, event, by=director, ms=5 * MINUTE)
    assert read(event, wall).remaining == 11 * MINUTE
    press(buttons.skip_break, event, by=director)
    assert (read(event, wall).position, read(event, wall).remaining) == (3, 20 * MINUTE)


def test_the_clock_can_begin_again_or_be_put_back_to_before_its_start(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=33)
    press(buttons.restart, event, by=director)
    assert (read(event, wall).position, read(event, wall).remaining) == (0, 20 * MINUTE)
    press(buttons.reset, event, by=director)
    assert read(event, wall).state == "waiting"
    wall.passes(minutes=60)
    assert read(event, wall).state == "waiting"


def test_planned_start_happens_automatically_to_the_millisecond(
    event: int, director: Actor, wall: Wall
) -> None:
    at = wall.ms + 30 * MINUTE
    press(buttons.plan_start, event, by=director, at=at)
    wall.passes(minutes=29)
    assert (read(event, wall).state, read(event, wall).starts_in) == ("waiting", MINUTE)
    wall.passes(minutes=3)
    # The due change has not been processed yet, but the display shows it.
    assert (read(event, wall).state, read(event, wall).remaining) == ("running", 18 * MINUTE)
    assert not Clock.objects.get(tournament=event).started
    press(buttons.pause, event, by=director)
    kinds = list(JournalEntry.journal(event).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["clock.plan_start", "clock.due", "clock.pause"]
    assert read(event, wall).remaining == 18 * MINUTE


def test_manual_start_precedes_a_planned_one(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.plan_start, event, by=director, at=wall.ms + 30 * MINUTE)
    press(buttons.start, event, by=director)
    wall.passes(minutes=31)
    take_due_of(event)
    assert read(event, wall).remaining == 9 * MINUTE


# --- refusals ----------------------------------------------------------------------------------------
def started(event: int, director: Actor) -> None:
    press(buttons.start, event, by=director)


def paused(event: int, director: Actor) -> None:
    press(buttons.start, event, by=director)
    press(buttons.pause, event, by=director)


def waiting(_event: int, _director: Actor) -> None:
    """No command was run."""


def at(position: int) -> Callable[[int, Actor], None]:
    def go(event: int, director: Actor) -> None:
        press(buttons.start, event, by=director)
        press(buttons.go_to, event, by=director, to=position)

    return go


@pytest.mark.parametrize(
    ("prepare", "made", "arguments", "code"),
    [
        (started, buttons.start, {}, "already_started"),
        (waiting, buttons.pause, {}, "not_started"),
        (paused, buttons.pause, {}, "already_paused"),
        (waiting, buttons.resume, {}, "not_started"),
        (started, buttons.resume, {}, "not_paused"),
        (waiting, buttons.add, {"ms": MINUTE}, "not_started"),
        (started, buttons.add, {"ms": 0}, "nothing_to_add"),
        (started, buttons.add, {"ms": -20 * MINUTE}, "too_little_left"),
        (started, buttons.add, {"ms": 24 * 60 * MINUTE}, "too_long"),
        (started, buttons.set_remaining, {"ms": 0}, "out_of_range"),
        (started, buttons.set_remaining, {"ms": -1}, "out_of_range"),
        (waiting, buttons.next_level, {}, "not_started"),
        (at(4), buttons.next_level, {}, "last"),
        (started, buttons.previous_level, {}, "first"),
        (started, buttons.go_to, {"to": 5}, "no_such_level"),
        (started, buttons.announce_level, {}, "by_itself"),
        (started, buttons.skip_break, {}, "no_break"),
        (started, buttons.extend_break, {"ms": MINUTE}, "no_break"),
        (at(2), buttons.extend_break, {"ms": 24 * 60 * MINUTE}, "too_long"),
        (waiting, buttons.restart, {}, "not_started"),
        (waiting, buttons.reset, {}, "not_started"),
        (started, buttons.plan_start, {"at": 4_000_000_000_000}, "already_started"),
        (waiting, buttons.plan_start, {"at": 1_000}, "in_the_past"),
        (waiting, announce_last_hand, {}, "not_running"),
        (at(2), announce_last_hand, {}, "in_break"),
    ],
)
def test_impossible_clock_commands_are_refused_with_a_sentence(
    event: int,
    director: Actor,
    wall: Wall,
    prepare: Callable[[int, Actor], None],
    made: Any,
    arguments: dict[str, int],
    code: str,
) -> None:
    prepare(event, director)
    before = all_rows()
    refused = refusal(made, event, by=director, **arguments)
    assert refused.code == code
    assert refused.message.endswith(".")
    assert "%" not in refused.message
    assert all_rows() == before


# --- announced levels --------------------------------------------------------------------------------
def test_munot_23_holds_the_level_at_zero_until_it_is_announced(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    press(buttons.start, event, by=director)
    early = refusal(buttons.announce_level, event, by=director)
    assert early.code == "too_early"
    assert "23" in early.rule
    wall.passes(minutes=25)
    take_due_of(event)
    assert (read(event, wall).state, read(event, wall).held_for) == ("held", "announcement")
    assert read(event, wall).remaining == 0
    for made in (buttons.pause, buttons.resume):
        held = refusal(made, event, by=director)
        assert held.code == "held"
        assert held.rule == board(event)["advance_rule"]
    done = press(buttons.announce_level, event, by=director, position=0)
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 20 * MINUTE)
    assert "Munot" in JournalEntry.journal(event).get(seq=done.seq).rule


def test_held_level_resumes_when_time_is_added(make_event: MakesEvents, director: Actor, wall: Wall) -> None:
    event = make_event(book="munot")
    press(buttons.start, event, by=director)
    wall.passes(minutes=30)
    press(buttons.add, event, by=director, ms=2 * MINUTE)
    assert (read(event, wall).state, read(event, wall).remaining) == ("running", 2 * MINUTE)


def test_the_way_levels_change_can_be_changed_and_counts_from_then(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="munot")
    press(buttons.set_advance, event, by=director, way="auto")
    press(buttons.start, event, by=director)
    wall.passes(minutes=25)
    assert read(event, wall).position == 1
    press(buttons.set_advance, event, by=director, way="book")
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 15 * MINUTE)
    wall.passes(minutes=60)
    assert (read(event, wall).state, read(event, wall).position) == ("held", 1)


# --- changes of the structure during play ------------------------------------------------------------
def test_the_running_levels_length_and_all_that_comes_may_change(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=25)
    rows = club_night()
    rows[1] = level(200, minutes=30)
    rows[3:] = [level(1000, minutes=15)]
    press(change_structure, event, by=director, levels=rows)
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 25 * MINUTE)
    wall.passes(minutes=36)
    assert read(event, wall).position == 3 or read(event, wall).position == 2
    assert [row["big_blind"] for row in board(event)["levels"]] == [100, 200, 0, 1000]


@pytest.mark.parametrize(
    ("change", "code", "row"),
    [
        (lambda rows: [level(150), *rows[1:]], "past_changed", "Row 1"),
        (lambda rows: rows[:1], "running_removed", "Row 2"),
        (lambda rows: [rows[0], level(250), *rows[2:]], "running_changed", "Row 2"),
        (lambda rows: [rows[0], level(200, minutes=5), *rows[2:]], "already_over", "Row 2"),
    ],
)
def test_played_rows_are_not_changed(
    event: int, director: Actor, wall: Wall, change: Callable[[Any], Any], code: str, row: str
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=25)
    take_due_of(event)
    before = all_rows()
    refused = refusal(change_structure, event, by=director, levels=change(club_night()))
    assert refused.code == code
    assert row in refused.message
    assert all_rows() == before


def test_before_the_start_everything_may_change(event: int, director: Actor, wall: Wall) -> None:
    press(change_structure, event, by=director, levels=[level(25, minutes=5), pause(1), level(50)])
    press(buttons.start, event, by=director)
    wall.passes(minutes=5, seconds=30)
    assert (read(event, wall).position, read(event, wall).remaining) == (1, 30_000)


def test_structure_changed_meanwhile_is_not_overwritten(
    event: int, director: Actor, other_director: Actor
) -> None:
    press(change_structure, event, by=director, levels=[level(25)], seen=0)
    refused = refusal(change_structure, event, by=other_director, levels=[level(50)], seen=0)
    assert refused.code == "meanwhile"
    assert "dora was faster" in refused.message


# --- messages to the room ----------------------------------------------------------------------------
def test_the_last_hand_is_announced_until_the_level_changes(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=19)
    press(announce_last_hand, event, by=director)
    assert board(event)["last_hand"] == 0
    wall.passes(minutes=1)
    take_due_of(event)
    # The board still contains it; it is shown while the reading is at that row, which it has left.
    assert read(event, wall).position == 1
    press(buttons.next_level, event, by=director)
    assert board(event)["last_hand"] is None


def test_announcement_stays_until_it_is_removed(event: int, director: Actor, wall: Wall) -> None:
    press(say, event, by=director, text="  Dinner \n is\tserved ")
    assert board(event)["announcement"] == {"text": "Dinner is served", "at": wall.ms}
    wall.passes(minutes=60)
    press(say, event, by=director, text="")
    assert board(event)["announcement"] is None


def test_journal_describes_moments_caused_by_time(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=300)
    take_due_of(event)
    texts = [text_of(line) for line in JournalEntry.journal(event).filter(kind="clock.due").order_by("seq")]
    assert texts == [
        "Level 2 began",
        "Break began",
        "Level 3 began",
        "Level 4 began",
        "The last level has ended",
    ]
