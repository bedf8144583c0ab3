"""After an outage: reported once, with both ways to continue, exact to the millisecond."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from clock.boards import clock as clock_boards
from clock.commands import clock as buttons
from clock.commands.due import take_due_of
from clock.commands.outage import as_if_never_stopped, note_outage, resume_from_stop
from clock.periodic import process_due_times
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tourney import periodic
from tourney.access.roles import CLOCKWORK, Actor
from tourney.models import Heartbeat, JournalEntry, Tournament

clock_staff = as_sent(clock_boards.clock_staff)


def fallback_scheduler() -> periodic.FallbackScheduler:
    """Create the fallback scheduler of a web process that has measured its clock."""
    made = periodic.FallbackScheduler()
    made._measured = 1e18
    return made


def check() -> None:
    """Run what a web process does once a second."""
    fallback_scheduler().check()


def outages(event: int) -> list[JournalEntry]:
    return list(JournalEntry.journal(event).filter(kind="clock.note_outage"))


def remaining(event: int, wall: Wall) -> tuple[int, int]:
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    return read.position, read.remaining


def away(event: int, director: Actor, wall: Wall, minutes: float) -> None:
    """Start the clock, run it for 5 minutes, and take the server down."""
    press(buttons.start, event, by=director)
    wall.passes(minutes=5, ms=123)
    periodic.note("web")
    wall.passes(minutes=minutes)


def test_outage_is_reported_to_the_director_with_the_clock_reading(
    event: int, director: Actor, wall: Wall
) -> None:
    away(event, director, wall, minutes=3)
    check()
    board = clock_staff(event)
    assert board is not None
    assert board["outage"] == {
        "from": wall.ms - 3 * MINUTE,
        "until": wall.ms,
        "position": 0,
        "remaining": 15 * MINUTE - 123,
    }
    assert outages(event)[0].answer == {"kind": "break", "number": None, "remaining_ms": 3 * MINUTE}
    # During the outage every display shows the clock as if it had never stopped.
    assert remaining(event, wall) == (0, 12 * MINUTE - 123)


def test_outage_duration_matches_the_times_shown(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    start = wall.ms - wall.ms % 1_000
    press(note_outage, event, by=CLOCKWORK, since=start + 900, until=start + 42_100)
    (entry,) = outages(event)
    # 41.2 s; the times shown end in seconds 0 and 42.
    assert entry.answer is not None
    assert entry.answer["remaining_ms"] == 42_000


@pytest.mark.parametrize("later", [0, 90])
def test_resuming_as_if_never_stopped_keeps_the_clock_reading(
    event: int, director: Actor, wall: Wall, later: int
) -> None:
    away(event, director, wall, minutes=3)
    check()
    wall.passes(seconds=later)
    before = remaining(event, wall)
    press(as_if_never_stopped, event, by=director)
    assert remaining(event, wall) == before
    board = clock_staff(event)
    assert board is not None
    assert board["outage"] is None
    assert refusal(resume_from_stop, event, by=director).code == "no_outage"
    assert refusal(as_if_never_stopped, event, by=director).code == "no_outage"


@pytest.mark.parametrize("minutes", [3, 20, 70, 500])
def test_resume_from_where_it_stopped_is_right_to_the_millisecond(
    event: int, director: Actor, wall: Wall, minutes: int
) -> None:
    """Also after due level changes were processed before the command."""
    away(event, director, wall, minutes=minutes)
    check()
    wall.passes(seconds=30)
    press(resume_from_stop, event, by=director)
    assert remaining(event, wall) == (0, 15 * MINUTE - 123)
    wall.passes(minutes=1)
    assert remaining(event, wall) == (0, 14 * MINUTE - 123)
    journal_tells_the_rows()


def test_the_worker_may_take_the_levels_before_the_outage_is_noted(
    event: int, director: Actor, wall: Wall
) -> None:
    away(event, director, wall, minutes=30)
    process_due_times()
    check()
    board = clock_staff(event)
    assert board is not None
    assert (board["outage"]["position"], board["outage"]["remaining"]) == (0, 15 * MINUTE - 123)
    press(resume_from_stop, event, by=director)
    assert remaining(event, wall) == (0, 15 * MINUTE - 123)


def test_the_decision_can_be_undone(event: int, director: Actor, wall: Wall) -> None:
    from tourney.journal.undo import undo

    away(event, director, wall, minutes=3)
    check()
    done = press(resume_from_stop, event, by=director)
    wall.passes(minutes=1)
    press(undo, event, by=director, seq=done.seq)
    assert remaining(event, wall) == (0, 11 * MINUTE - 123)
    press(resume_from_stop, event, by=director)
    assert remaining(event, wall) == (0, 15 * MINUTE - 123)


def test_second_undecided_outage_counts_from_the_first_stop(event: int, director: Actor, wall: Wall) -> None:
    away(event, director, wall, minutes=3)
    check()
    wall.passes(minutes=2)
    check()
    assert len(outages(event)) == 2
    press(resume_from_stop, event, by=director)
    assert remaining(event, wall) == (0, 15 * MINUTE - 123)


def test_short_absence_is_ignored(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    for _second in range(60):
        check()
        wall.passes(seconds=15)
    assert outages(event) == []


def test_outage_is_noted_only_for_a_running_clock_without_presses(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    ran, paused, waiting, pressed, planned = (make_event() for _ in range(5))
    for event in (ran, paused, pressed):
        press(buttons.start, event, by=director)
    press(buttons.pause, paused, by=director)
    press(buttons.plan_start, planned, by=director, at=wall.ms + MINUTE)
    check()
    wall.passes(minutes=3)
    press(buttons.add, pressed, by=director, ms=MINUTE)
    check()
    assert {event: len(outages(event)) for event in (ran, paused, waiting, pressed, planned)} == {
        ran: 1,
        paused: 0,
        waiting: 0,
        pressed: 0,
        planned: 1,
    }


def test_a_start_that_was_planned_into_an_outage_may_count_or_begin_now(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.plan_start, event, by=director, at=wall.ms + MINUTE)
    check()
    wall.passes(minutes=3)
    check()
    take_due_of(event)
    assert len(outages(event)) == 1
    before = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert before.elapsed == 2 * MINUTE
    press(resume_from_stop, event, by=director)
    now = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (now.state, now.position, now.elapsed) == ("running", 0, 0)


def test_outage_asks_no_question_for_ended_or_paused_events(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=100)
    take_due_of(event)
    periodic.note("web")
    wall.passes(minutes=5)
    check()
    assert outages(event) == []


@pytest.mark.django_db(transaction=True)
def test_several_web_processes_that_wake_up_together_note_it_once(
    event: int, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    away(event, director, wall, minutes=3)
    monkeypatch.setattr(periodic, "do_all", lambda: None)
    gate = threading.Barrier(4)
    errors: list[BaseException] = []

    def wake() -> None:
        try:
            gate.wait(10)
            check()
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=wake) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert errors == []
    assert len(outages(event)) == 1


def test_fallback_scheduler_replaces_a_missing_worker(
    event: int, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(periodic, "do_all", lambda: done.append("done"))
    check()
    assert done == ["done"], "no worker has run yet"
    periodic.note("worker")
    wall.passes(seconds=1.9)
    check()
    assert done == ["done"], "the worker is running"
    wall.passes(seconds=0.2)
    check()
    assert done == ["done", "done"]


def test_heartbeats_report_their_age(db: None, wall: Wall) -> None:
    assert periodic.age("worker") is None
    periodic.note("worker")
    wall.passes(seconds=7)
    assert periodic.age("worker") == 7
    periodic.note("worker", wall.now - timedelta(seconds=1))
    assert periodic.age("worker") == 1
    assert Heartbeat.objects.count() == 1


def test_idle_periodic_tasks_write_no_journal_entry(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    before = JournalEntry.objects.count()
    for _second in range(10):
        check()
        wall.passes(seconds=1)
    assert JournalEntry.objects.count() == before
