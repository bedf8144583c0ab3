"""What is committed is published, once and in order; what is refused is not; and nobody waits for Redis."""

import json
import signal
import time

import pytest
from django.db import transaction

from clock.actions.press import pause, resume, start
from tests.fixtures.room import press, refusal
from tests.fixtures.services import Ear, RedisServer, use_redis
from tourney.access.roles import Actor, Role
from tourney.actions import add_player, count_field
from tourney.live import publish
from tourney.models import Line

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


def test_each_line_is_published_with_the_boards_it_changed(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()
    press(start, event, by=director)
    press(count_field, event, by=director, entries_by=3)
    press(add_player, by=director, name="Ada")
    heard = [(name, json.loads(text)) for name, text in ear.heard()]
    assert [(name, said["first"], said["last"]) for name, said in heard] == [
        (f"t{event}", 1, 1),
        (f"t{event}", 2, 2),
        ("room", Line.journal(None).count(), Line.journal(None).count()),
    ]
    public, display, staff = heard[0][1]["boards"]
    assert set(public) == {"clock"}
    assert display == {}
    assert set(staff) == {"clock_staff"}
    assert public["clock"]["seq"] == 1
    assert heard[1][1]["boards"][0]["clock"]["field"]["entries"] == 3
    # A player's name is nobody's business: the line is counted, and that is all.
    assert heard[2][1]["boards"] == [{}, {}, {}]


def test_nothing_is_published_of_what_is_refused_or_repeated(event: int, director: Actor, ear: Ear) -> None:
    import uuid

    command = uuid.uuid4()
    press(start, event, by=director, command=command)
    ear.heard()
    press(start, event, by=director, command=command)
    refusal(start, event, by=director)
    refusal(start, event, by=Actor("user:9", "Nobody", Role.DEALER))
    refusal(count_field, event, by=director, entries_by=-1)
    assert ear.heard() == []


def test_publishing_waits_for_the_commit(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()
    with transaction.atomic():
        press(start, event, by=director)
        assert ear.heard() == []
    assert [name for name, _text in ear.heard()] == [f"t{event}"]


def test_what_is_rolled_back_is_never_published(event: int, director: Actor, ear: Ear) -> None:
    ear.heard()

    def press_and_fail() -> None:
        with transaction.atomic():
            press(start, event, by=director)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        press_and_fail()
    assert ear.heard() == []
    assert Line.journal(event).count() == 0


def test_presses_work_at_once_while_redis_is_away(
    event: int, director: Actor, own_redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    press(start, event, by=director)
    own_redis.kill()
    began = time.monotonic()
    for made in (pause, resume, pause):
        press(made, event, by=director)
    assert time.monotonic() - began < 3
    assert Line.journal(event).count() == 4
    assert "could not be announced" in caplog.text
    own_redis.start()
    press(resume, event, by=director)
    use_redis(own_redis.url)


def test_presses_work_soon_while_redis_hangs(event: int, director: Actor, own_redis: RedisServer) -> None:
    """A half-open connection: Redis is there and does not answer."""
    press(start, event, by=director)
    own_redis.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        press(pause, event, by=director)
        assert time.monotonic() - began < 2.5
    finally:
        own_redis.signal(signal.SIGCONT)
    assert Line.journal(event).count() == 2


def test_a_board_that_cannot_be_read_does_not_undo_what_was_done(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is committed: whoever pressed is told so, and screens fetch it by its number."""

    def broken(*_: object) -> None:
        raise RuntimeError("a board fell over")

    monkeypatch.setattr(publish, "read_boards", broken)
    assert press(start, event, by=director).seq == 1
    assert Line.journal(event).count() == 1
