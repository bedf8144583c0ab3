"""Limits of a client: a violation gets a clear message and a close code, and affects no other client."""

import json
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from clock.commands.clock import start
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.servers import Screen, Server
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Opens = Callable[..., Screen]


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("x" * 1025, 4009, "too_long"),
        (json.dumps({"do": "ping", "n": 1, "x": "y" * 2000}), 4009, "too_long"),
        (b'{"do":"ping","n":1}', 4009, "too_long"),
        ("", 4000, "not_understood"),
        ("{", 4000, "not_understood"),
        ("null", 4000, "not_understood"),
        ("[]", 4000, "not_understood"),
        ('"follow"', 4000, "not_understood"),
        ("{}", 4000, "not_understood"),
        ('{"do":"dance"}', 4000, "not_understood"),
        ('{"do":7}', 4000, "not_understood"),
        ('{"do":"follow","topic":7}', 4000, "not_understood"),
        ('{"do":"follow","topic":"room","seq":"1"}', 4000, "not_understood"),
        ('{"do":"follow","topic":"room","seq":1.5}', 4000, "not_understood"),
        ('{"do":"ping","n":' + "9" * 5000 + "}", 4009, "too_long"),
        ("[" * 900, 4000, "not_understood"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_invalid_message_is_refused_with_a_text_and_a_code(
    server: Server, screens: Opens, text: str | bytes, code: int, name: str
) -> None:
    screen = screens(server)
    screen.socket.send(text)
    closed, refusals = screen.closed()
    assert closed == code
    assert [refused["code"] for refused in refusals] == [name]
    assert refusals[0]["message"].endswith(".")


def test_huge_message_closes_only_its_own_socket(
    server: Server, screens: Opens, event: int, director: Actor
) -> None:
    watching = screens(server, f"t{event}")
    watching.has(f"t{event}", 0)
    screen = screens(server)

    def shout() -> None:
        screen.socket.send("x" * 3_000_000)
        # Heartbeats may arrive first.
        for _heard in range(50):
            screen.socket.recv(10)

    # A TimeoutError does not pass: a socket that is merely silent was not closed.
    with pytest.raises((ConnectionError, ConnectionClosed)):
        shout()
    press(start, event, by=director)
    watching.has(f"t{event}", 1)


def test_a_flood_of_messages_closes_the_socket(server: Server, screens: Opens) -> None:
    screen = screens(server)
    # The server may close it while the client still sends.
    with suppress(ConnectionClosed):
        for number in range(60):
            screen.say(do="ping", n=number)
    code, refusals = screen.closed()
    assert code == 4029
    assert refusals[-1]["code"] == "too_many"
    assert len(screen.of("pong")) <= 41


def test_twenty_messages_a_second_are_no_flood(server: Server, screens: Opens) -> None:
    screen = screens(server)
    # A second of the server's own clock begins somewhere in these two.
    for _second in range(2):
        for number in range(9):
            screen.say(do="ping", n=number)
        time.sleep(0.6)
    screen.until(lambda: len(screen.of("pong")) == 18)


def test_a_socket_follows_no_more_than_forty_topics(
    server: Server, screens: Opens, make_event: MakesEvents
) -> None:
    events = [make_event(name=f"Event {number}") for number in range(42)]
    screen = screens(server)
    for number in events[:40]:
        screen.say(do="follow", topic=f"t{number}", seq=None)
        screen.answer()
        time.sleep(0.052)
    # Followed topics may be requested again: that is how a client closes a gap.
    screen.say(do="follow", topic=f"t{events[0]}", seq=None)
    screen.until(lambda: len(screen.of("snapshot")) >= 41)
    screen.say(do="follow", topic=f"t{events[40]}", seq=None)
    code, refusals = screen.closed()
    assert (code, refusals[-1]["code"]) == (4029, "too_many")


@pytest.mark.parametrize("path", ["/ws/", "/ws/live/x/", "/elsewhere/"])
def test_there_is_one_socket_and_no_other(server: Server, path: str) -> None:
    from websockets.sync.client import connect
    from websockets.typing import Origin

    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://127.0.0.1:{server.port}{path}", origin=Origin(server.url), proxy=None)
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost.evil.example", "null"])
def test_a_foreign_sites_socket_is_refused(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        server.socket(origin=origin)
    assert caught.value.response.status_code == 403


def test_a_silent_socket_is_closed_and_one_that_pings_is_not(
    start_server: Callable[..., Server], screens: Opens
) -> None:
    # Longer than any delay of a slow machine, so that a client that pings does not count as silent.
    server = start_server(SOCKET_SILENCE_SECONDS="4")
    silent, lively = screens(server), screens(server)

    codes: list[int] = []

    def is_closed() -> bool:
        lively.say(do="ping", n=1)
        heard = len(lively.of("pong"))
        lively.until(lambda: len(lively.of("pong")) > heard)
        try:
            silent.hear(0.1)
        except TimeoutError:
            pass
        except ConnectionClosed as error:
            codes.append(error.rcvd.code if error.rcvd else 0)
        return bool(codes)

    until(is_closed, patience=60)
    assert codes == [4008]
    lively.say(do="ping", n=0)
    lively.until(lambda: lively.of("pong")[-1]["n"] == 0)


def test_full_server_is_reported(start_server: Callable[..., Server], screens: Opens) -> None:
    server = start_server(SOCKETS_PER_PROCESS="2")
    first, _second = screens(server), screens(server)
    first.say(do="ping", n=1)
    first.until(lambda: first.of("pong"))
    code, refusals = screens(server).closed()
    assert (code, refusals[-1]["code"]) == (4013, "full")
    first.close()

    def room_again() -> bool:
        screen = screens(server)
        screen.say(do="ping", n=1)
        return screen.answer()["is"] != "refused"

    until(room_again)
