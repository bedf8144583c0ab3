"""Cookies of other programs, proxies, the health page, and connections to PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from django.conf import settings as real_settings
from django.db import OperationalError, connection
from django.test import Client

from tests.fixtures.room import PASSWORD
from tests.fixtures.servers import Server
from tests.fixtures.wall import Wall
from tests.waiting import until
from tests.web.visitors import client_of
from tourney import periodic
from tourney.access.roles import Actor
from tourney.access.viewers import SCREEN_COOKIE, _cookies
from tourney.edge.peers import ForwardedPeers
from tourney.models import Heartbeat
from tourney.signals import OutageEnded, outage_ended


def test_malformed_foreign_cookie_does_not_hide_our_cookies() -> None:
    header = f'layout={{"a":1}}; {SCREEN_COOKIE}=secret; b@d=1; x'.encode()
    assert _cookies({"headers": [(b"cookie", header)]})[SCREEN_COOKIE] == "secret"


def test_attacker_behind_a_proxy_locks_out_no_other_client(director: Actor, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    peers = ForwardedPeers(AsyncMock())

    def attempt(password: str, address: str) -> int:
        scope = {"client": ("127.0.0.1", 1), "headers": [(b"x-forwarded-for", address.encode())]}
        client, _port = peers.corrected(scope)["client"]
        return (
            Client()
            .post("/login/", {"username": "dora", "password": password}, REMOTE_ADDR=client)
            .status_code
        )

    for _try in range(real_settings.LOGIN_FAILURES):
        assert attempt("wrong", "10.0.0.66") == 200
    assert attempt(PASSWORD, "10.0.0.66") == 429, "locked"
    assert attempt(PASSWORD, "1.2.3.4, 10.0.0.66") == 429, "the address claimed by the client is ignored"
    assert attempt(PASSWORD, "10.0.0.1") == 302


@pytest.mark.processes
def test_health_page_answers_under_the_configured_host(
    start_server: Callable[..., Server],
) -> None:
    server = start_server(ALLOWED_HOSTS="poker.example")
    status, answer = server.get("/health/", Host="poker.example")
    assert answer["parts"]["socket"] == {"ok": True}
    assert answer["version"] == real_settings.VERSION
    assert status == 200


@pytest.mark.postgres
def test_the_health_page_says_so_when_the_database_is_away(db: None) -> None:
    def away(*_given: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    with connection.execute_wrapper(away):
        answer = Client().get("/health/")
    assert answer.status_code == 503
    assert answer.json()["parts"]["database"] == {"ok": False, "says": "does not answer"}


@pytest.mark.postgres
@pytest.mark.processes
@pytest.mark.parametrize("kind", ["uvicorn", "daphne"])
def test_requests_leave_no_connections_behind(
    event: int, start_server: Callable[..., Server], kind: str, transactional_db: None
) -> None:
    if connection.vendor != "postgresql":
        assert connection.settings_dict["CONN_MAX_AGE"] == 0
        return
    server = start_server(kind)

    def ask(_number: int) -> int:
        return server.get(f"/live/t{event}/")[0]

    with ThreadPoolExecutor(5) as many:
        assert set(many.map(ask, range(60))) == {200}

    def connected() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return int(cursor.fetchone()[0])

    until(lambda: connected() <= 8, message="connections stay open")


def test_system_clock_set_back_does_not_keep_a_dead_worker_alive(
    event: int, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bool] = []
    monkeypatch.setattr(periodic, "do_all", lambda: done.append(True))
    scheduler = periodic.FallbackScheduler()
    periodic.note("worker")
    scheduler.check()
    assert not done
    wall.now -= timedelta(hours=1)
    scheduler.check()
    assert done
    assert Heartbeat.objects.get(part="web").seen_at == wall.now


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_outage_that_could_not_be_noted_is_noted_at_the_next_look(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def work(_event: OutageEnded) -> None:
        calls.append(len(calls))
        if len(calls) == 1:
            raise RuntimeError("the database hiccuped")

    monkeypatch.setattr(outage_ended, "_receivers", [work])
    monkeypatch.setattr(periodic, "do_all", lambda: None)
    scheduler = periodic.FallbackScheduler()
    scheduler.check()
    wall.passes(minutes=5)
    with pytest.raises(RuntimeError):
        scheduler.check()
    scheduler.check()
    scheduler.check()
    assert calls == [0, 1]


def test_staff_pages_name_the_release_and_public_ones_do_not(client: Client, director: Actor) -> None:
    release = f"Version {real_settings.VERSION}"
    assert release in client_of(director).get("/staff/").content.decode()
    assert release not in client.get("/").content.decode()
