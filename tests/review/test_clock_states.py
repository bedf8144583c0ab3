"""Clocks do not jump after an undo, in a closed event, or with another rulebook."""

import pytest

from clock.commands import clock as buttons
from clock.commands.due import take_due_of
from clock.commands.events import close_event, reopen_event
from clock.models import Clock
from clock.periodic import process_due_times
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tourney.access.roles import Actor
from tourney.commands import change_event, count_field
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament


def reading(event: int, wall: Wall) -> tuple[str, int, int]:
    """Return state, row and ms left."""
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    return read.state, read.position, read.remaining


def test_a_planned_start_does_not_start_an_event_that_was_closed(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(planned_start=wall.ms + 10 * MINUTE)
    press(close_event, event, by=director)
    wall.passes(minutes=45)
    process_due_times()
    assert reading(event, wall)[0] == "waiting"
    press(reopen_event, event, by=director)
    process_due_times()
    assert reading(event, wall)[0] == "waiting"


def test_an_undo_never_moves_a_later_level(event: int, director: Actor, wall: Wall) -> None:
    """The stored times of a clock count as one value: an entry that changes one of them changes all."""
    press(buttons.start, event, by=director)
    wall.passes(minutes=3)
    press(buttons.pause, event, by=director)
    back = press(buttons.go_to, event, by=director, to=0)
    press(buttons.resume, event, by=director)
    wall.passes(minutes=21)
    take_due_of(event)
    assert reading(event, wall) == ("running", 1, 19 * MINUTE)
    assert refusal(undo, event, by=director, seq=back.seq).code == "changed_since"
    assert reading(event, wall) == ("running", 1, 19 * MINUTE)


def test_undo_of_the_level_mode_keeps_the_played_time(event: int, director: Actor, wall: Wall) -> None:
    way = press(buttons.set_advance, event, by=director, way="announced")
    press(buttons.start, event, by=director)
    wall.passes(minutes=30)
    take_due_of(event)
    assert reading(event, wall) == ("held", 0, 0)
    assert refusal(undo, event, by=director, seq=way.seq).code == "changed_since"
    assert reading(event, wall) == ("held", 0, 0)


def test_changed_rulebook_applies_from_now_on(make_event: MakesEvents, director: Actor, wall: Wall) -> None:
    event = make_event(book="munot")
    press(buttons.start, event, by=director)
    wall.passes(minutes=30)
    take_due_of(event)
    assert reading(event, wall) == ("held", 0, 0)
    press(change_event, event, by=director, name="Deep", book="five_spades", starting_stack=10_000)
    assert reading(event, wall) == ("running", 1, 20 * MINUTE)


def test_the_old_rulebook_back_by_undo_counts_from_now_as_well(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    event = make_event(book="five_spades")
    line = press(change_event, event, by=director, name="Deep", book="munot", starting_stack=10_000)
    press(buttons.start, event, by=director)
    wall.passes(minutes=30)
    take_due_of(event)
    assert reading(event, wall) == ("held", 0, 0)
    press(undo, event, by=director, seq=line.seq)
    assert reading(event, wall) == ("running", 1, 20 * MINUTE)
    journal_tells_the_rows()


def test_a_closed_events_clock_cannot_be_set_going_by_an_undo(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    paused = press(buttons.pause, event, by=director)
    press(close_event, event, by=director)
    assert refusal(undo, event, by=director, seq=paused.seq).code == "event_closed"
    assert not Clock.objects.get(tournament=event).running


def test_undo_by_a_colleague_is_reported_to_the_second_user(
    event: int, director: Actor, other_director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    on = press(buttons.next_level, event, by=director)
    press(undo, event, by=director, seq=on.seq)
    refused = refusal(buttons.add, event, by=other_director, ms=MINUTE, seen=on.seq)
    assert refused.code == "meanwhile"
    assert "dora" in refused.message


def test_unrelated_undo_does_not_conflict_with_a_command(
    event: int, director: Actor, other_director: Actor, wall: Wall
) -> None:
    started = press(buttons.start, event, by=director)
    counted = press(count_field, event, by=director, entries_by=1)
    press(undo, event, by=director, seq=counted.seq)
    press(buttons.add, event, by=other_director, ms=MINUTE, seen=started.seq)


@pytest.mark.postgres
def test_a_moment_that_another_process_took_first_is_no_error(
    event: int, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two workers handle the same second; the slower one continues with the next due change."""
    from clock.commands import due

    press(buttons.start, event, by=director)
    wall.passes(minutes=45)
    real, raced = due.process_due_time, []

    class Slower:
        def __call__(self, **given: object) -> object:
            if not raced:
                raced.append(True)
                real(**given)  # type: ignore[arg-type]
            return real(**given)  # type: ignore[arg-type]

    monkeypatch.setattr(due, "process_due_time", Slower())
    take_due_of(event)
    assert reading(event, wall) == ("running", 2, 5 * MINUTE)
    assert Clock.objects.get(tournament=event).position == 2
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert JournalEntry.journal(event).filter(kind="clock.due").count() == 2


def test_counting_on_and_on_is_refused_in_words(event: int, director: Actor) -> None:
    for _press in range(10):
        press(count_field, event, by=director, entries_by=10_000)
    assert refusal(count_field, event, by=director, entries_by=1).code == "too_many"
