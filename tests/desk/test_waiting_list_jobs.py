"""Waiting list jobs: sent after a bust, found by the periodic task, and two at once."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from desk.commands import waiting_list as commands
from desk.commands.extras import surrender
from desk.commands.sales import register_player
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking
from desk.periodic import process_waiting_lists
from desk.services.jobs import waiting_list_job
from desk.services.waiting_list_turn import next_steps
from desk.tasks import process_due_waiting_list
from seating.commands import add_tables, assign_table, bust, draw_seats, set_plan
from tests.desk.lists import opened, starts, state, waits
from tests.desk.tills import cash, drawer, player
from tests.desk.waiting_list_scenes import free_a_place, full, served
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tourney import periodic
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.models import Notice, Tournament

__all__ = ["full"]


def test_bust_at_the_table_offers_the_seat_to_the_called_player(
    make_event: MakesEvents, director: Actor
) -> None:
    event = make_event(book="munot")
    press(add_tables, by=director, first=1, last=1, seats=2)
    press(assign_table, event, by=director, number=1)
    opened(event, director, capacity=None)
    press(set_plan, event, by=director, seats_per_table=2)
    drawer(director)
    for name in ("One", "Two"):
        press(register_player, event, by=director, player=player(name), payments=[cash(8_000)])
    press(draw_seats, event, by=director)
    starts(event, director)
    ada = waits(event, director, "Ada")
    process_waiting_lists()
    assert state(ada) == "waiting"
    entry = Tournament.objects.get(pk=event).entries.order_by("id")[0]
    press(bust, event, by=director, entry=entry.pk)
    process_waiting_lists()
    assert state(ada) == "called"
    done = press(register_player, event, by=director, player=ada.player_id, payments=[cash(8_000)])
    assert done.answer is not None
    assert done.answer["table"] == 1
    assert state(ada) == "entered"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["late_entry", "re_entry", "surrender", "registration", "bust"])
def test_commands_that_affect_the_waiting_list_enqueue_its_job(
    make_event: MakesEvents, director: Actor, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    event = make_event(book="munot")
    opened(event, director, capacity=3)
    drawer(director)
    ann, ben = player("Ann"), player("Ben")
    for one in (ann, ben):
        press(register_player, event, by=director, player=one, payments=[cash(8_000)])
    entries = Tournament.objects.get(pk=event).entries.order_by("id")
    starts(event, director)
    if what == "re_entry":
        press(bust, event, by=director, entry=entries[0].pk)
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr("desk.services.jobs.enqueue", lambda task, event: asked.append((task, event)))
    # As if a player were waiting.
    monkeypatch.setattr("desk.services.jobs._LISTED", SimpleNamespace(first=lambda _event: (1,)))
    match what:
        case "late_entry":
            press(register_player, event, by=director, player=player("Cid"), payments=[cash(8_000)])
        case "re_entry":
            press(register_player, event, by=director, player=ann, payments=[cash(8_000)])
        case "surrender":
            press(surrender, event, by=director, entry=entries[0].pk, chips=6_500)
        case "registration":
            opened(event, director, capacity=9)
        case _:
            press(bust, event, by=director, entry=entries[0].pk)
    assert ("desk.tasks.process_due_waiting_list", event) in asked


def test_job_is_enqueued_only_for_an_event_with_a_waiting_list(
    full: int, make_event: MakesEvents, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr("desk.services.jobs.enqueue", lambda _task, event: asked.append(event))
    other = make_event(book="munot")
    opened(other, director)
    for event in (other, full):
        waiting_list_job(event)()
    assert asked == [full]


def test_unsent_job_is_found_by_the_periodic_task(full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object, **_kwargs: object) -> None:
        raise ConnectionError("The broker is away.")

    monkeypatch.setattr(process_due_waiting_list, "apply_async", away)
    free_a_place(full)
    waiting_list_job(full)()
    assert served(full) == 0
    process_waiting_lists()
    assert served(full) == 1


def test_web_process_processes_the_list_without_a_worker(full: int, wall: Wall) -> None:
    periodic.note("worker")
    free_a_place(full)
    wall.passes(seconds=1)
    periodic.FallbackScheduler().check()
    assert served(full) == 0, "a worker is running and has two seconds to process the list"
    wall.passes(seconds=2)
    periodic.FallbackScheduler().check()
    assert served(full) == 1


def _two_workers(event: int, monkeypatch: pytest.MonkeyPatch, *, inside: bool) -> list[int]:
    """Let two workers read the list at the same time, then both process it.

    Args:
        inside: whether they also read concurrently within the command, which is possible only without its
            lock.

    Returns:
        Number of steps that each of them found within the command.
    """
    both, both_inside = threading.Barrier(2), threading.Barrier(2)
    found: list[int] = []
    plan = next_steps

    def seen(tournament: Tournament, now: Any = None) -> Any:
        steps = plan(tournament, now)
        if now is None:
            both.wait(20)
            return steps
        found.append(len(steps))
        if inside:
            both_inside.wait(20)
        return steps

    monkeypatch.setattr(commands, "next_steps", seen)

    def work() -> None:
        try:
            process_waiting_list_if_due(event)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(40)
    return sorted(found)


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_workers_offer_the_seat_once(full: int, monkeypatch: pytest.MonkeyPatch) -> None:
    free_a_place(full)
    assert _two_workers(full, monkeypatch, inside=False) == [0, 1]
    assert Booking.objects.filter(state="called").count() == 1
    assert Notice.objects.filter(kind="called").count() == 1
    assert served(full) == 1


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_both_workers_offer_the_same_seat(
    full: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real. On SQLite the transactions themselves queue."""
    if connection.vendor != "postgresql":
        return
    free_a_place(full)
    with without_lock():
        assert _two_workers(full, monkeypatch, inside=True) == [1, 1]
