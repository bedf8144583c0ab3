"""A player's link is a secret like a password: no query string and no log line contains it."""

import logging
from collections.abc import Callable

import pytest
from django.test import Client
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.fixtures.servers import Screen, Server
from tests.phone.people import a_player, path_of, secret_in
from tourney.edge.logs import QuietFormatter

SECRET = "AbCdEfGhIjKlMnOpQrSt-_12"


@pytest.mark.parametrize(
    "text",
    [
        f"Not Found: /p/{SECRET}/",
        f"Not Found: /login/new/{SECRET}/",
        f"GET /ws/live/?token={SECRET} HTTP/1.1",
        f"Authorization: Bearer {SECRET}",
        f"Sec-WebSocket-Protocol: room, token.{SECRET}",
        f"<ASGIRequest: POST '/p/{SECRET}/t/7/self_service.reserve/'>",
    ],
)
def test_log_lines_show_no_secret(text: str) -> None:
    record = logging.LogRecord("x", logging.ERROR, "x.py", 1, "%s went wrong", (text,), None)
    line = QuietFormatter("%(levelname)s %(message)s").format(record)
    assert SECRET not in line
    assert line.endswith("went wrong")


def test_a_traceback_in_the_log_shows_no_secret() -> None:
    try:
        raise ValueError(f"/p/{SECRET}/")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "x.py", 1, "broken", (), (ValueError, error, error.__traceback__)
        )
    line = QuietFormatter("%(message)s").format(record)
    assert SECRET not in line
    assert "ValueError: /p/…/" in line


def test_player_page_sends_no_secret_in_a_query(db: None) -> None:
    path = path_of(a_player())
    page = Client().get(path).content.decode()
    assert "token=" not in page
    assert f"?{secret_in(path)}" not in page
    assert '"socket": "/ws/live/"' in page


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_socket_is_opened_with_the_link_in_a_header(
    server: Server, screens: Callable[..., Screen], event: int
) -> None:
    player = a_player()
    secret = secret_in(path_of(player))
    offered = [Subprotocol("room"), Subprotocol(f"token.{secret}")]
    where = f"ws://127.0.0.1:{server.port}/ws/live/"
    with connect(where, origin=Origin(server.url), proxy=None, subprotocols=offered) as socket:
        assert socket.subprotocol == "room"
        socket.send('{"do":"follow","topic":"room","seq":null}')
        assert '"mine"' in str(socket.recv(timeout=20)) or '"events"' in str(socket.recv(timeout=20))
    by_header = screens(server, f"t{event}", Authorization=f"Bearer {secret}")
    by_header.until(lambda: f"t{event}/mine" in by_header.boards)
    wrong = [Subprotocol("room"), Subprotocol(f"token.{SECRET}")]
    with connect(where, origin=Origin(server.url), proxy=None, subprotocols=wrong) as socket:
        assert '"unknown_token"' in str(socket.recv(timeout=20))
    assert secret not in server.log()
    assert SECRET not in server.log()
