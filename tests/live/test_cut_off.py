"""Screens of a web host that is cut off from the database move to another one, if there is one that reaches it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection, connections
from websockets.exceptions import InvalidStatus

from clock.commands.announcements import say
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tests.fixtures.silent_network import SilentNetwork, silent_network
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.live import database_watch

__all__ = ["silent_network"]
pytestmark = [pytest.mark.postgres, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
Starts = Callable[..., Server]
Opens = Callable[..., Screen]
# Generous, because the machine may be busy; it takes 4 s.
_PATIENCE = 40.0


def _ready(server: Server) -> int:
    return server.get("/ready/")[0]


def _refuses(server: Server) -> bool:
    """Return whether a server takes no more sockets."""
    try:
        server.socket().close()
    except InvalidStatus as refused:
        return refused.response.status_code == 403
    return False


def _showing(screens: Opens, server: Server, event: int) -> Screen:
    """Open a screen, and wait until it shows the event."""
    topic = f"t{event}"
    found = screens(server, topic)
    found.until(lambda: found.seqs[topic] is not None)
    return found


def _database(server: Server) -> object:
    return server.get("/health/")[1]["parts"]["database"]


def test_screens_leave_a_host_that_alone_is_cut_off_on_postgresql(
    start_server: Starts, screens: Opens, silent_network: SilentNetwork, event: int, tmp_path: Path
) -> None:
    # Hosts differ in their names, or in their data directories.
    cut = start_server(DATABASE_URL=silent_network.url, DATA_DIR=str(tmp_path), SECRET_KEY="one")
    other = start_server(SECRET_KEY="one")
    opened = [_showing(screens, cut, event) for _ in range(3)]
    _showing(screens, other, event)
    assert (_ready(cut), _ready(other)) == (200, 200)

    silent_network.go_silent()
    for screen in opened:
        code, refused = screen.closed(_PATIENCE)
        assert (code, refused) == (1013, [])
    assert (_ready(cut), _ready(other)) == (503, 200)
    assert _database(cut) == {"ok": False, "says": "does not answer"}
    assert _refuses(cut)
    _showing(screens, other, event)

    silent_network.pass_again()
    until(lambda: _ready(cut) == 200, patience=_PATIENCE)
    _showing(screens, cut, event)


def test_screens_of_the_only_host_stay_open_and_continue_afterwards_on_postgresql(
    start_server: Starts,
    screens: Opens,
    silent_network: SilentNetwork,
    event: int,
    director: Actor,
    tmp_path: Path,
) -> None:
    """Even if another process of the same host reaches the database: the control of the test above."""
    about = {"DATA_DIR": str(tmp_path), "SECRET_KEY": "one"}
    cut = start_server(DATABASE_URL=silent_network.url, **about)
    beside = start_server(**about)
    # Another host does not reach the database either.
    start_server(DATABASE_URL=silent_network.url, DATA_DIR=str(tmp_path / "other"), SECRET_KEY="one")
    screen = _showing(screens, cut, event)
    _showing(screens, beside, event)

    silent_network.go_silent()
    until(lambda: _refuses(cut), patience=_PATIENCE)
    assert _database(cut) == {"ok": False, "says": "does not answer"}
    # This `follow` cannot be answered, and does not delay the pings.
    screen.follow(f"t{event}")
    # Longer than it takes to close sockets where another host reaches the database.
    limit = time.monotonic() + 6
    while time.monotonic() < limit:
        screen.say(do="ping", n=1)
        screen.until(lambda: screen.messages[-1]["is"] == "pong")
        time.sleep(0.5)
    # A proxy closes a socket after two heartbeats without a message.
    count = len(screen.of("waiting"))
    screen.until(lambda: len(screen.of("waiting")) > count + 2, _PATIENCE)
    assert _ready(cut) == 200
    silent_network.pass_again()
    press(say, event, by=director, text="Welcome back")
    screen.has(f"t{event}", 1, _PATIENCE)


def test_reads_on_connections_that_stay_silent_do_not_hold_up_new_ones_on_postgresql(
    start_server: Starts, screens: Opens, silent_network: SilentNetwork, event: int, tmp_path: Path
) -> None:
    """Another server has taken the address of one without power: nobody closes the old connections."""
    server = start_server(DATABASE_URL=silent_network.url, DATA_DIR=str(tmp_path))
    topic = f"t{event}"
    screen = _showing(screens, server, event)
    silent_network.go_silent()
    # Its read waits on a connection that never gets an answer.
    screen.follow(topic)
    until(lambda: _refuses(server), patience=_PATIENCE)
    silent_network.pass_new()
    until(lambda: not _refuses(server), patience=_PATIENCE)
    count = len(screen.of("current"))
    screen.follow(topic)
    screen.until(lambda: len(screen.of("current")) > count, _PATIENCE)


def test_watch_finds_a_second_server_beside_a_silent_one_on_postgresql(
    silent_network: SilentNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = silent_network.url.partition("@127.0.0.1:")[2].partition("/")[0]
    other = SilentNetwork()
    other_port = other.url.partition("@127.0.0.1:")[2].partition("/")[0]
    given = {**connection.get_connection_params(), "host": "127.0.0.1,127.0.0.1"}
    given["port"] = f"{port},{other_port}"
    monkeypatch.setattr(type(connections["default"]), "get_connection_params", lambda _self: given)
    watch = database_watch.DatabaseWatch()
    silent_network.go_silent()
    try:
        watch.look()
        assert not watch.is_silent
        assert watch.answered_at
        other.go_silent()
        watch.look()
        assert watch.is_silent
        assert not database_watch.answers_on_new_connection()
        silent_network.pass_again()
        watch.look()
        assert not watch.is_silent
    finally:
        watch._connection.finish()  # type: ignore[union-attr]
        other.close()


def test_watch_leaves_a_server_that_has_become_read_only_on_postgresql(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = connection.get_connection_params()
    watch = database_watch.DatabaseWatch()
    watch.look()
    kept = watch._connection
    assert kept is not None
    # As on a demoted primary.
    kept.exec_(b"SET default_transaction_read_only = on")
    watch.look()
    assert watch._connection is kept
    wanted = {**given, "target_session_attrs": "read-write"}
    monkeypatch.setattr(type(connections["default"]), "get_connection_params", lambda _self: wanted)
    watch.look()
    assert not watch.is_silent
    assert watch._connection is not kept
    watch._connection.finish()  # type: ignore[union-attr]
