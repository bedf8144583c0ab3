"""A job that two workers take at once, or whose process is killed at any step, runs once."""

import threading
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from seating.commands import draw_seats, set_plan
from seating.models import Draw
from seating.services import draws
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.killed import killed_at_each_step
from tests.fixtures.room import press
from tests.fixtures.together import at_once, codes
from tests.seating.people import places_of, register_entries, tables_for
from tourney.access.roles import Actor
from tourney.jobs import commands
from tourney.jobs.commands import carry_out, run_job
from tourney.journal.commands import without_lock
from tourney.models import Job, JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)
# Minimum number of steps at which a process is killed; with fewer the kills did not take effect.
SOME = 5


@pytest.fixture
def field(event: int, floor: Actor) -> list[int]:
    """Create twenty entries without a seat, and tables for them."""
    tables_for(event, range(1, 4))
    press(set_plan, event, by=floor, seats_per_table=9)
    return register_entries(event, 20)


def request(event: int, by: Actor, command: uuid.UUID) -> Callable[[], object]:
    return lambda: carry_out(draw_seats, actor=by, command_id=command, tournament_id=event, arguments={})


def is_drawn_once(event: int, field: list[int]) -> None:
    assert set(places_of(event)) == set(field)
    assert Draw.objects.count() == 1
    assert JournalEntry.journal(event).filter(kind="seats.draw").count() == 1
    assert Job.objects.filter(state="done").count() == 1
    journal_tells_the_rows()


def test_one_press_that_arrives_twice_at_once_is_one_job(event: int, floor: Actor, field: list[int]) -> None:
    command = uuid.uuid4()
    found = at_once(*[request(event, floor, command)] * 4)
    assert {one.pk for one in found if isinstance(one, Job)} == {Job.objects.get().pk}
    run_job(Job.objects.get().pk)
    is_drawn_once(event, field)


def test_simultaneous_draws_do_one_and_refuse_the_other(
    event: int, floor: Actor, desk: Actor, field: list[int]
) -> None:
    at_once(request(event, floor, uuid.uuid4()), request(event, desk, uuid.uuid4()))
    at_once(*[partial(run_job, pk) for pk in Job.objects.values_list("pk", flat=True)])
    assert sorted(Job.objects.values_list("state", "code")) == [("done", ""), ("refused", "no_entries")]
    is_drawn_once(event, field)


def counted_holds(monkeypatch: pytest.MonkeyPatch, barrier: threading.Barrier | None = None) -> list[int]:
    """Count the draws that were run, committed or not."""
    calls: list[int] = []
    held = draws.hold

    def hold(*words: Any) -> Any:
        calls.append(1)
        if barrier is not None:
            barrier.wait(10)
        return held(*words)

    monkeypatch.setattr("seating.commands.draws.hold", hold)
    return calls


def test_a_job_that_two_take_at_once_is_carried_out_by_one(
    event: int, floor: Actor, field: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted_holds(monkeypatch)
    job = request(event, floor, uuid.uuid4())()
    assert isinstance(job, Job)
    assert codes(at_once(*[partial(run_job, job.pk)] * 4)) == ["done"] * 4
    assert len(calls) == 1
    is_drawn_once(event, field)


def test_without_the_locks_two_draw_the_same_field_and_the_database_stops_one(
    event: int, floor: Actor, field: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control. On SQLite the transactions themselves queue."""
    if connection.vendor != "postgresql":
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        return
    calls = counted_holds(monkeypatch, threading.Barrier(2))
    job = request(event, floor, uuid.uuid4())()
    assert isinstance(job, Job)
    monkeypatch.setattr(commands, "locking", False)
    with without_lock():
        at_once(*[partial(run_job, job.pk)] * 2)
    assert len(calls) == 2
    is_drawn_once(event, field)


def test_draw_happens_once_if_its_process_is_killed_at_any_step(
    event: int, floor: Actor, field: list[int]
) -> None:
    job = request(event, floor, uuid.uuid4())()
    assert isinstance(job, Job)

    def act() -> None:
        # Each process counts as a new worker: the limit of attempts is tested elsewhere.
        Job.objects.update(attempts=0)
        run_job(job.pk)

    def check() -> tuple[int, int, str]:
        return len(places_of(event)), Draw.objects.count(), Job.objects.get().state

    seen = killed_at_each_step(act, check)
    assert len(seen) > SOME
    assert {(seats, held) for seats, held, _state in seen} == {(0, 0), (20, 1)}
    # The draw and the end of its job are committed together.
    assert all((state == "done") == (held == 1) for _seats, held, state in seen)
    is_drawn_once(event, field)
