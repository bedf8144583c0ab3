"""No command waits for Redis."""

import signal
import time

import pytest

from clock.commands.clock import pause, resume, start
from tests.fixtures.room import press
from tests.fixtures.services import RedisServer, use_redis
from tourney.access.roles import Actor
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)
# Seconds. A command that waits for Redis never ends; one that does not takes far less, even on a busy
# machine.
HANGS = 30.0


def test_presses_work_at_once_while_redis_is_away(
    event: int, director: Actor, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    press(start, event, by=director)
    own_redis.kill()
    began = time.monotonic()
    for made in (pause, resume, pause):
        press(made, event, by=director)
    assert time.monotonic() - began < HANGS
    assert JournalEntry.journal(event).count() == 4
    assert "could not be published" in caplog.text
    own_redis.start()
    press(resume, event, by=director)
    use_redis(own_redis.url)


def test_presses_work_soon_while_redis_hangs(
    event: int, director: Actor, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """A half-open connection: Redis is reachable and does not answer."""
    press(start, event, by=director)
    own_redis.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        press(pause, event, by=director)
        assert time.monotonic() - began < HANGS
    finally:
        own_redis.signal(signal.SIGCONT)
    assert JournalEntry.journal(event).count() == 2
    # Also if the test before has logged the same warning.
    assert "could not be published" in caplog.text
