"""Redis dies, hangs, restarts or drops its clients: screens recover, and no change is lost."""

import signal
import time
from collections.abc import Callable

import pytest
import redis

from clock.commands.announcements import say
from tests.fixtures.room import press
from tests.fixtures.servers import KINDS, Screen, Server
from tests.fixtures.services import RedisServer
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Opens = Callable[..., Screen]


@pytest.fixture(params=KINDS)
def harmed(
    request: pytest.FixtureRequest, own_redis: RedisServer, start_server: Callable[..., Server]
) -> Server:
    """Start a server on a Redis that the test will disrupt."""
    return start_server(request.param)


@pytest.fixture
def wall_screens(harmed: Server, screens: Opens, event: int) -> list[Screen]:
    """Return three up-to-date screens that show the event."""
    opened = [screens(harmed, f"t{event}") for _ in range(3)]
    for screen in opened:
        screen.has(f"t{event}", 0)
    return opened


def all_have(opened: list[Screen], topic: str, seq: int, text: str) -> None:
    for screen in opened:
        screen.has(topic, seq, patience=20)
        assert screen.boards[f"{topic}/clock"]["announcement"]["text"] == text


def test_sockets_recover_after_redis_is_killed_and_restarted(
    harmed: Server,
    wall_screens: list[Screen],
    screens: Opens,
    own_redis: RedisServer,
    event: int,
    director: Actor,
) -> None:
    topic = f"t{event}"
    press(say, event, by=director, text="before")
    all_have(wall_screens, topic, 1, "before")
    own_redis.kill()
    # While Redis is down, changes and heartbeats arrive through the database.
    press(say, event, by=director, text="meanwhile")
    all_have(wall_screens, topic, 2, "meanwhile")
    count = len(wall_screens[0].of("heartbeat"))
    wall_screens[0].until(lambda: len(wall_screens[0].of("heartbeat")) > count + 1)
    # New screens can connect as well.
    late = screens(harmed, topic)
    late.has(topic, 2)
    own_redis.start()
    press(say, event, by=director, text="after")
    all_have([*wall_screens, late], topic, 3, "after")
    # The fast path works again: a change no longer waits for the next look at the database.
    client = redis.Redis.from_url(own_redis.url)
    until(lambda: client.pubsub_numsub(f"test:live:{topic}")[0][1] == 1)
    client.close()
    press(say, event, by=director, text="quick")
    all_have(wall_screens, topic, 4, "quick")


def test_a_redis_that_hangs_like_a_half_open_connection_leaves_no_screen_deaf(
    harmed: Server, wall_screens: list[Screen], own_redis: RedisServer, event: int, director: Actor
) -> None:
    topic = f"t{event}"
    own_redis.signal(signal.SIGSTOP)
    try:
        press(say, event, by=director, text="meanwhile")
        all_have(wall_screens, topic, 1, "meanwhile")
        count = len(wall_screens[0].of("heartbeat"))
        wall_screens[0].until(lambda: len(wall_screens[0].of("heartbeat")) > count + 1)
    finally:
        own_redis.signal(signal.SIGCONT)
    press(say, event, by=director, text="after")
    all_have(wall_screens, topic, 2, "after")


def test_screens_get_messages_after_every_key_expired_overnight(
    harmed: Server, wall_screens: list[Screen], own_redis: RedisServer, event: int, director: Actor
) -> None:
    """Redis closes idle clients after a second, all keys are gone, and every subscription was cut."""
    topic = f"t{event}"
    client = redis.Redis.from_url(own_redis.url)
    client.config_set("timeout", 1)
    client.flushall()
    for kind in ("pubsub", "normal"):
        client.client_kill_filter(_type=kind, skipme=True)
    # Idle for longer than any expiry; the screens receive only heartbeats.
    limit = time.monotonic() + 6
    while time.monotonic() < limit:
        for screen in wall_screens:
            assert screen.hear(15)["is"] in {"heartbeat", "snapshot", "current"}
        client.client_kill_filter(_type="pubsub")
        time.sleep(0.3)
    client.close()
    press(say, event, by=director, text="Good morning")
    all_have(wall_screens, topic, 1, "Good morning")
    for screen in wall_screens:
        screen.until(lambda: screen.of("heartbeat")[-1]["seqs"] == {topic: 1})  # noqa: B023


def test_unreadable_message_does_not_stop_the_feed(
    harmed: Server, wall_screens: list[Screen], own_redis: RedisServer, event: int, director: Actor
) -> None:
    client = redis.Redis.from_url(own_redis.url)
    for text in (b"\xff\xfe", b"{}", b'{"topic":"t1"}', b"[]"):
        client.publish(f"test:live:t{event}", text)
        client.publish("test:live:control", text)
        time.sleep(0.2)
    client.close()
    press(say, event, by=director, text="still here")
    all_have(wall_screens, f"t{event}", 1, "still here")


def test_a_message_that_got_lost_is_found_and_made_good_by_the_server_itself(
    harmed: Server, wall_screens: list[Screen], event: int, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tourney.live import publish

    for screen in wall_screens:
        screen.asks = False
        # The server settled long ago: no snapshot from its start is still to come.
        screen.until(lambda: len(screen.of("heartbeat")) > 2)  # noqa: B023
    monkeypatch.setattr(publish, "_send", lambda *_: None)
    press(say, event, by=director, text="lost")
    all_have(wall_screens, f"t{event}", 1, "lost")


def test_screens_go_on_after_the_web_process_was_killed(
    harmed: Server, wall_screens: list[Screen], screens: Opens, event: int, director: Actor
) -> None:
    """They reconnect with their last number and get the changes they missed."""
    topic = f"t{event}"
    press(say, event, by=director, text="one")
    all_have(wall_screens, topic, 1, "one")
    harmed.kill()
    press(say, event, by=director, text="two")
    harmed.start()
    back = screens(harmed)
    back.seqs[topic] = 1
    back.follow(topic)
    back.has(topic, 2)
    assert back.of("snapshot")
    press(say, event, by=director, text="three")
    all_have([back], topic, 3, "three")
