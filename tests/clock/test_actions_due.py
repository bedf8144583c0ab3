"""Scheduled changes are applied once, as of their due time, however late."""

import threading
import time

import pytest
from django.db import connection

from clock.commands import clock as buttons
from clock.commands import due
from clock.commands.due import events_with_something_due, take_due_of
from clock.commands.events import close_event
from clock.models import Clock
from clock.periodic import process_due_times
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, press
from tests.fixtures.wall import Wall
from tourney import periodic
from tourney.access.roles import Actor
from tourney.models import JournalEntry, Tournament


def taken(event: int) -> list[tuple[str, int, int]]:
    """Return (what, row, minutes from start to due time) of all processed due changes."""
    lines = JournalEntry.journal(event).order_by("seq")
    start = lines.get(kind="clock.start").at
    return [
        (
            line.arguments["what"],
            line.arguments["position"],
            round((line.due_at - start).total_seconds() / 60) if line.due_at else -1,
        )
        for line in lines.filter(kind="clock.due")
    ]


def test_level_changes_at_its_due_time_despite_a_late_tick(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=20, seconds=17)
    process_due_times()
    line = JournalEntry.journal(event).get(kind="clock.due")
    assert line.due_at is not None
    assert (line.at - line.due_at).total_seconds() == 17
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.position, read.remaining) == (1, 20 * MINUTE - 17_000)


def test_an_outage_of_hours_is_taken_moment_by_moment_each_at_its_time(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=200)
    process_due_times()
    assert taken(event) == [
        ("level", 1, 20),
        ("level", 2, 40),
        ("level", 3, 50),
        ("level", 4, 70),
        ("over", 4, 90),
    ]


def test_repeated_processing_changes_nothing(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=45)
    for _attempt in range(3):
        process_due_times()
    assert taken(event) == [("level", 1, 20), ("level", 2, 40)]
    journal_tells_the_rows()


def test_no_moment_is_due_while_paused_waiting_closed_or_over(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    paused, waiting, closed = make_event(), make_event(), make_event()
    for event in (paused, closed):
        press(buttons.start, event, by=director)
    press(buttons.pause, paused, by=director)
    press(close_event, closed, by=director)
    wall.passes(minutes=200)
    assert events_with_something_due() == []
    process_due_times()
    assert not JournalEntry.objects.filter(kind="clock.due").exists()
    assert not Clock.objects.get(tournament=waiting).started


def test_trouble_with_one_event_does_not_hold_up_the_others(
    make_event: MakesEvents, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, well = make_event(), make_event()
    for event in (broken, well):
        press(buttons.start, event, by=director)
    wall.passes(minutes=21)
    real = due.event_clock_of

    def dial_or_bang(tournament: Tournament) -> object:
        if tournament.pk == broken:
            raise RuntimeError("bang")
        return real(tournament)

    monkeypatch.setattr(due, "event_clock_of", dial_or_bang)
    process_due_times()
    assert taken(well) == [("level", 1, 20)]
    assert taken(broken) == []


def test_failing_periodic_task_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = []

    def bang() -> None:
        called.append("bang")
        raise RuntimeError

    monkeypatch.setattr(periodic, "_periodic_tasks", {"a": bang, "b": lambda: called.append("b")})
    periodic.do_all()
    assert called == ["bang", "b"]


def test_command_first_processes_due_changes(event: int, director: Actor, wall: Wall) -> None:
    """The command's journal entry comes after the level's, and undoing the command keeps the level."""
    press(buttons.start, event, by=director)
    wall.passes(minutes=21)
    press(buttons.add, event, by=director, ms=MINUTE)
    kinds = list(JournalEntry.journal(event).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["clock.start", "clock.due", "clock.add"]


@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_process_a_due_time_once(event: int, director: Actor, wall: Wall) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=75)
    gate = threading.Barrier(4)
    errors: list[BaseException] = []

    def check() -> None:
        try:
            gate.wait(10)
            take_due_of(event)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=check) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert errors == []
    take_due_of(event)
    assert taken(event) == [("level", 1, 20), ("level", 2, 40), ("level", 3, 50), ("level", 4, 70)]
    journal_tells_the_rows()


def test_a_database_that_takes_seconds_makes_no_level_longer(
    event: int, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each check takes ten seconds of the room's time; the levels are as long as in the structure."""
    press(buttons.start, event, by=director)
    real = due.event_clock_of

    def slow(tournament: Tournament) -> object:
        wall.passes(seconds=10)
        return real(tournament)

    monkeypatch.setattr(due, "event_clock_of", slow)
    for _second in range(60):
        wall.passes(minutes=2)
        process_due_times()
    starts = [minutes for _what, _row, minutes in taken(event)]
    assert starts == [20, 40, 50, 70, 90]


@pytest.mark.django_db(transaction=True)
def test_a_lock_held_for_seconds_makes_no_level_longer(make_event: MakesEvents, director: Actor) -> None:
    """In real time: the row is locked past the due time; the late change counts from when it was due."""
    from django.db import transaction

    from tourney.journal.commands import lock_tournament

    event = make_event()
    press(buttons.start, event, by=director)
    press(buttons.set_remaining, event, by=director, ms=400)
    held = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_tournament(event)
            held.set()
            time.sleep(1.5)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(10)
    time.sleep(0.6)
    take_due_of(event)
    holder.join()
    line = JournalEntry.journal(event).get(kind="clock.due")
    pressed = JournalEntry.journal(event).get(kind="clock.set_remaining")
    assert line.due_at is not None
    assert (line.due_at - pressed.at).total_seconds() == 0.4
    assert (line.at - line.due_at).total_seconds() > 0.5
    assert Clock.objects.get(tournament=event).anchor_at == line.due_at
