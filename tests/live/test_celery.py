"""Celery with a real Redis, worker and beat carries out ticks."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from clock.commands.clock import set_remaining, start
from ops.paths import PROJECT
from tests.fixtures.database import environment
from tests.fixtures.processes import start_process
from tests.fixtures.room import press
from tests.fixtures.services import RedisServer
from tests.waiting import until
from tourney import periodic
from tourney.access.roles import Actor
from tourney.models import Heartbeat, JournalEntry

pytestmark = pytest.mark.processes
Starts = Callable[..., "subprocess.Popen[bytes]"]
WORKER = ("worker", "--pool", "prefork", "--concurrency", "1", "--queues", "celery,slow,push", "--loglevel", "warning",
          "--without-gossip", "--without-mingle", "--without-heartbeat")  # fmt: skip


@pytest.fixture
def celery(transactional_db: None, own_redis: RedisServer) -> Iterator[Starts]:
    """Start workers and beats on the test's Redis."""
    started: list[subprocess.Popen[bytes]] = []

    def start_one(*words: str) -> "subprocess.Popen[bytes]":
        process = start_process(
            [sys.executable, "-m", "celery", "-A", "tourney", *words],
            cwd=PROJECT,
            env=environment(),
            stdin=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start_one
    for process in started:
        process.terminate()
    for process in started:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_beat_and_a_worker_change_a_level_when_due(
    celery: Starts, event: int, director: Actor, tmp_path: Path
) -> None:
    press(start, event, by=director)
    press(set_remaining, event, by=director, ms=1500)
    celery(*WORKER)
    celery("beat", "--schedule", str(tmp_path / "schedule"), "--pidfile=", "--loglevel", "warning")
    until(lambda: JournalEntry.journal(event).filter(kind="clock.due").exists(), patience=40)
    line = JournalEntry.journal(event).get(kind="clock.due")
    assert line.due_at is not None
    pressed = JournalEntry.journal(event).get(kind="clock.set_remaining")
    assert (line.due_at - pressed.at).total_seconds() == 1.5
    # Each proves by a completed task that it runs; a running process is not enough.
    until(lambda: Heartbeat.objects.filter(part__in=("worker", "beat")).count() == 2)
    assert (periodic.age("worker") or 0) < 10
    assert (periodic.age("beat") or 0) < 10


@pytest.mark.soak
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_away_finds_no_pile_of_stale_ticks(
    celery: Starts, event: int, own_redis: RedisServer, tmp_path: Path
) -> None:
    import redis

    client = redis.Redis.from_url(own_redis.url)
    celery("beat", "--schedule", str(tmp_path / "schedule"), "--pidfile=", "--loglevel", "warning")
    queue = f"{settings.REDIS_PREFIX}:celery"
    until(lambda: int(client.llen(queue)) >= 3, patience=40)  # type: ignore[arg-type]
    assert Heartbeat.objects.count() == 0
    celery(*WORKER)
    until(lambda: int(client.llen(queue)) <= 1, patience=40)  # type: ignore[arg-type]
    client.close()
    # Expired ticks were discarded: the next fresh tick is carried out.
    until(lambda: Heartbeat.objects.filter(part="worker").exists(), patience=20)
    assert time.time() - Heartbeat.objects.get(part="beat").seen_at.timestamp() < 5


def test_every_beat_entry_expires_before_its_next_one_and_leaves_no_result() -> None:
    from tourney.celery import app

    app.loader.import_default_modules()
    assert app.conf.task_ignore_result
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.beat_schedule
    for name, entry in app.conf.beat_schedule.items():
        assert entry["options"]["expires"] < entry["schedule"], name
        assert entry["task"] in app.tasks, name
