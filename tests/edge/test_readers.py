"""Anonymous readers share one read of a snapshot, and requests above the rate limit have to wait."""

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from websockets.exceptions import ConnectionClosed

from clock.commands.announcements import say
from clock.commands.clock import start
from players.commands.players import add_player
from tests.api.caller import token_for
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tourney.access.roles import Actor, Role
from tourney.edge.rates import Rate, share_of
from tourney.live import snapshots

Opens = Callable[..., Screen]


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the topics whose boards were read, in order."""
    found: list[str] = []
    read = snapshots.envelope_of

    def counted(topic: str, *more: Any) -> Any:
        found.append(topic)
        return read(topic, *more)

    monkeypatch.setattr(snapshots, "envelope_of", counted)
    return found


def _poll(topic: str, **more: str) -> Any:
    return Client(REMOTE_ADDR=more.pop("address", "203.0.113.5")).get(f"/live/{topic}/", headers=more)


def test_a_snapshot_is_read_once_until_the_next_journal_entry(
    event: int, director: Actor, readings: list[str]
) -> None:
    topic = f"t{event}"
    first = [_poll(topic).json() for _time in range(5)]
    assert readings == [topic]
    press(start, event, by=director)
    second = [_poll(topic).json() for _time in range(5)]
    assert readings == [topic, topic]
    assert {one["seq"] for one in first} == {0}
    assert {one["seq"] for one in second} == {1}
    assert second[0]["boards"]["clock"]["clock"]["running"]
    assert second[0]["server"] <= second[-1]["server"]


def test_an_events_journal_entry_changes_the_rooms_snapshot(event: int, director: Actor) -> None:
    before = _poll("room").json()
    press(start, event, by=director)
    after = _poll("room").json()
    assert before["boards"]["lobby"]["events"][0]["state"] != after["boards"]["lobby"]["events"][0]["state"]


def test_a_journal_entry_of_the_room_renews_an_events_snapshot(
    event: int, director: Actor, readings: list[str]
) -> None:
    _poll(f"t{event}")
    press(add_player, by=director, name="Ada")
    _poll(f"t{event}")
    assert readings == [f"t{event}"] * 2


def test_hidden_boards_are_in_no_other_audiences_answer(event: int) -> None:
    _number, secret = token_for(Role.FLOOR)
    staff = _poll(f"t{event}", Authorization=f"Bearer {secret}").json()
    assert "clock_staff" in staff["boards"]
    assert "clock_staff" not in _poll(f"t{event}").json()["boards"]


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_share_one_read(event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, entered = threading.Event(), []
    read = snapshots.envelope_of

    def slow(topic: str, *more: Any) -> Any:
        entered.append(topic)
        reading.wait(5)
        return read(topic, *more)

    monkeypatch.setattr(snapshots, "envelope_of", slow)
    answers: list[int] = []

    def ask() -> None:
        from django.db import connection

        answers.append(_poll(f"t{event}").status_code)
        connection.close()

    threads = [threading.Thread(target=ask) for _number in range(6)]
    for thread in threads:
        thread.start()
    reading.set()
    for thread in threads:
        thread.join(20)
    assert answers == [200] * 6
    assert len(entered) == 1


def test_an_address_that_polls_too_often_waits_and_no_other_does(event: int, settings: Any) -> None:
    settings.POLLS_PER_MINUTE = 5
    topic = f"t{event}"
    assert [_poll(topic).status_code for _time in range(6)] == [200] * 5 + [429]
    refused = _poll(topic)
    assert refused.json()["code"] == "too_many"
    assert int(refused["Retry-After"]) >= 1
    assert _poll(topic, address="203.0.113.6").status_code == 200
    _number, secret = token_for(Role.DISPLAY)
    assert _poll(topic, Authorization=f"Bearer {secret}").status_code == 200
    assert _poll("t1").status_code == 429


def test_venue_address_gets_the_rate_of_many_clients(event: int, settings: Any) -> None:
    settings.POLLS_PER_MINUTE, settings.ROOM_ALLOWANCE = 5, 3.0
    settings.ROOM_ADDRESSES = ["198.51.100.0/24"]
    answers = [_poll(f"t{event}", address="198.51.100.7").status_code for _time in range(16)]
    assert answers == [200] * 15 + [429]
    assert (share_of("198.51.100.7"), share_of("203.0.113.5"), share_of("")) == (3.0, 1.0, 1.0)


def test_an_ipv6_client_does_not_choose_itself_another_address(event: int, settings: Any) -> None:
    settings.POLLS_PER_MINUTE = 2
    answers = [_poll(f"t{event}", address=f"2001:db8:1:2::{number}").status_code for number in range(1, 4)]
    assert answers == [200, 200, 429]


def test_bucket_refills(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.POLLS_PER_MINUTE = 60
    now = [100.0]
    monkeypatch.setattr("tourney.edge.rates.time.monotonic", lambda: now[0])
    rate = Rate("POLLS_PER_MINUTE", seconds=2)
    assert [rate.take("a"), rate.take("a")] == [0, 0]
    assert rate.take("a") == pytest.approx(1.0)
    now[0] += 1.0
    assert rate.take("a") == 0
    assert rate.take("a") > 0
    now[0] += 3600
    assert [rate.take("a"), rate.take("a"), bool(rate.take("a"))] == [0, 0, True]


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_socket_that_asks_again_and_again_is_closed(
    start_server: Callable[..., Server], screens: Opens, event: int, director: Actor
) -> None:
    server = start_server(FOLLOWS_PER_MINUTE="12")
    watching, asking = screens(server, f"t{event}"), screens(server)
    with suppress(ConnectionClosed):
        for _time in range(30):
            asking.say(do="follow", topic=f"t{event}", seq=None)
    code, refusals = asking.closed()
    assert (code, refusals[-1]["code"]) == (4029, "too_many")
    assert 12 <= len(asking.of("snapshot")) < 20
    done = press(say, event, by=director, text="Seats, please")
    watching.has(f"t{event}", done.seq)


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_sockets_per_address_are_limited_except_for_displays(
    start_server: Callable[..., Server], screens: Opens
) -> None:
    server = start_server(SOCKETS_PER_ADDRESS="2", ROOM_ALLOWANCE="1")
    held = [screens(server) for _number in range(2)]
    for screen in held:
        screen.say(do="ping", n=1)
        screen.until(lambda: screen.of("pong"))  # noqa: B023
    code, refusals = screens(server).closed()
    assert (code, refusals[-1]["code"]) == (4013, "full")
    assert "this address" in json.dumps(refusals[-1])
    _number, secret = token_for(Role.DISPLAY)
    display = screens(server, "room", Authorization=f"Bearer {secret}", query=f"?token={secret}")
    display.has("room", 0)


def test_rate_of_zero_refuses_every_request(settings: Any) -> None:
    settings.POLLS_PER_MINUTE = 0
    rate = Rate("POLLS_PER_MINUTE")
    assert [rate.take("192.0.2.1") > 0 for _time in range(3)] == [True, True, True]
