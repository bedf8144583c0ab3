"""The feed over real sockets: snapshot, then changes, in order; on uvicorn and on Daphne."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from clock.commands.announcements import say
from clock.commands.clock import pause, start
from players.commands.players import add_player
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Screen, Server
from tourney.access.roles import Actor
from tourney.commands import count_field
from tourney.models import Room, Tournament

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Opens = Callable[..., Screen]


def test_a_snapshot_comes_first_and_then_every_change(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    topic = f"t{event}"
    screen = screens(server, topic)
    first = screen.answer()
    assert (first["is"], first["topic"], first["seq"]) == ("snapshot", topic, 0)
    assert {"clock", "structure"} <= set(first["boards"])
    assert "clock_staff" not in first["boards"]
    assert abs(first["server"] - time.time() * 1000) < 5000
    press(start, event, by=director)
    screen.has(topic, 1)
    [change] = screen.of("change")
    assert (change["from"], change["seq"]) == (1, 1)
    assert set(change["boards"]) == {"clock"}
    assert change["boards"]["clock"]["clock"]["running"] is True
    assert change["boards"]["clock"]["seq"] == 1


def test_pings_are_answered_with_the_servers_time(server: Server, screens: Opens) -> None:
    screen = screens(server)
    for number in (3, 4):
        before = time.time() * 1000
        screen.say(do="ping", n=number)
        pong = screen.answer()
        assert (pong["is"], pong["n"]) == ("pong", number)
        assert before - 1000 < pong["server"] < time.time() * 1000 + 1000


def test_reconnect_with_current_seq_sends_no_changes(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    press(start, event, by=director)
    press(pause, event, by=director)
    for seq, answer in (
        (2, "current"),
        (1, "snapshot"),
        (0, "snapshot"),
        (7, "snapshot"),
        (None, "snapshot"),
    ):
        screen = screens(server)
        screen.say(do="follow", topic=f"t{event}", seq=seq)
        heard = screen.answer()
        assert (heard["is"], heard["seq"]) == (answer, 2)
        screen.close()


def test_socket_that_leaves_a_topic_gets_no_more_messages(
    server: Server, screens: Opens, make_event: MakesEvents, director: Actor
) -> None:
    one, other = make_event(), make_event()
    screen = screens(server, f"t{one}", f"t{other}")
    screen.until(lambda: len(screen.of("snapshot")) == 2)
    screen.say(do="leave", topic=f"t{one}")
    screen.say(do="ping", n=1)
    screen.until(lambda: screen.of("pong"))
    press(start, one, by=director)
    press(start, other, by=director)
    screen.has(f"t{other}", 1)
    # The first heartbeat may have been started before the press.
    before = len(screen.of("heartbeat"))
    screen.until(lambda: len(screen.of("heartbeat")) > before + 1)
    assert [change["topic"] for change in screen.of("change")] == [f"t{other}"]
    assert set(screen.of("heartbeat")[-1]["seqs"]) == {f"t{other}"}


def test_heartbeats_carry_the_current_numbers_the_time_and_the_build(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    press(start, event, by=director)
    screen = screens(server, f"t{event}", "room")
    seqs = {f"t{event}": 1, "room": Room.objects.get(id=1).seq}
    # A slow machine may send heartbeats before it follows the second topic.
    screen.until(lambda: [beat for beat in screen.of("heartbeat")[2:] if beat["seqs"] == seqs])
    beat = screen.of("heartbeat")[-1]
    assert abs(beat["server"] - time.time() * 1000) < 5000
    assert len(beat["build"]) == 12


def test_entry_without_visible_boards_is_sent_as_a_bare_seq(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    screen = screens(server, "room")
    screen.has("room", Room.objects.get(id=1).seq)
    press(add_player, by=director, name="Ada Secret")
    screen.until(lambda: screen.of("change"))
    [change] = screen.of("change")
    assert change["boards"] == {}
    assert change["seq"] == Room.objects.get(id=1).seq


def test_sockets_that_connect_during_writes_miss_nothing(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    """Subscribe before reading the snapshot, so that no change is lost between them."""
    topic = f"t{event}"
    stop = threading.Event()
    errors: list[BaseException] = []

    def hammer() -> None:
        try:
            pressed = 0
            while not stop.is_set() or pressed < 25:
                pressed = press(count_field, event, by=director, entries_by=1).seq
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    hammering = threading.Thread(target=hammer)
    hammering.start()
    try:
        opened = []
        for _ in range(15):
            opened.append(screens(server, topic))
            time.sleep(0.05)
    finally:
        stop.set()
        hammering.join(30)
    assert errors == []
    last = Tournament.objects.get(pk=event).seq
    assert last > 20
    for screen in opened:
        screen.has(topic, last)
        assert screen.boards[f"{topic}/clock"]["field"]["entries"] == last
        # A snapshot and changes were enough; no client had to ask again.
        assert screen.asked_again == 0


def test_burst_of_500_entries_is_sent_as_five_messages_a_second(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    topic, lines = f"t{event}", 500
    screen = screens(server, topic)
    screen.has(topic, 0)
    began = time.monotonic()

    def burst() -> None:
        for number in range(1, lines + 1):
            press(say, event, by=director, text=f"Line {number}")
        connection.close()

    bursting = threading.Thread(target=burst)
    bursting.start()
    screen.has(topic, lines, patience=60)
    bursting.join()
    took = time.monotonic() - began
    changes = screen.of("change")
    assert len(changes) <= 5 * took + 2
    assert len(changes) >= 2
    assert screen.boards[f"{topic}/clock"]["announcement"]["text"] == f"Line {lines}"
    covered = 0
    for message in screen.messages:
        if message["is"] == "change":
            assert message["from"] <= covered + 1
        if message["is"] in {"change", "snapshot"}:
            covered = max(covered, message["seq"])
    assert covered == lines


def test_many_screens_get_the_same_messages(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    topic = f"t{event}"
    opened = [screens(server, topic) for _ in range(30)]
    for screen in opened:
        screen.has(topic, 0)
    press(start, event, by=director)
    press(say, event, by=director, text="Welcome")
    for screen in opened:
        screen.has(topic, 2)
        assert screen.boards[f"{topic}/clock"] == opened[0].boards[f"{topic}/clock"]


def test_polling_returns_the_same_as_the_socket(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    press(start, event, by=director)
    for topic in (f"t{event}", "room"):
        screen = screens(server)
        screen.say(do="follow", topic=topic, seq=None)
        heard = screen.answer()
        status, polled = server.get(f"/live/{topic}/")
        assert status == 200

        def without_time(message: dict[str, Any]) -> dict[str, Any]:
            return {key: value for key, value in message.items() if key != "server"}

        assert without_time(polled) == without_time(heard)
        assert abs(polled["server"] - time.time() * 1000) < 5000
        status, polled = server.get(f"/live/{topic}/?seq={heard['seq']}")
        assert (status, polled["is"], polled["seq"]) == (200, "current", heard["seq"])
        status, polled = server.get(f"/live/{topic}/?seq={heard['seq'] - 1}")
        assert polled["is"] == "snapshot"


@pytest.mark.parametrize("topic", ["t999999", "t0", "t01", "x", "t", "t-1", "t99999999999999999999", "room1"])
def test_an_unknown_topic_is_refused_on_the_socket_and_on_the_poll(
    server: Server, screens: Opens, event: int, topic: str
) -> None:
    screen = screens(server)
    screen.say(do="follow", topic=topic, seq=None)
    refused = screen.answer()
    assert (refused["is"], refused["code"]) == ("refused", "unknown_topic")
    screen.say(do="ping", n=1)
    screen.until(lambda: screen.of("pong"))
    status, polled = server.get(f"/live/{topic}/")
    assert (status, polled["code"]) == (404, "unknown_topic")


def test_differently_spelt_topic_hides_no_other_heartbeat(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    screen = screens(server, f"t{event}")
    screen.has(f"t{event}", 0)
    intruder = screens(server)
    intruder.say(do="follow", topic=f"t0{event}", seq=None)
    intruder.answer()
    count = len(screen.of("heartbeat"))
    screen.until(lambda: len(screen.of("heartbeat")) > count + 1)
    assert screen.of("heartbeat")[-1]["seqs"] == {f"t{event}": 0}
