"""The lobby is updated by tournaments, although it belongs to the room."""

from collections.abc import Callable

import pytest

from clock.commands.events import close_event, reopen_event
from tests.fixtures.room import press
from tests.fixtures.servers import Screen, Server
from tourney.access.roles import Actor
from tourney.journal.undo import undo

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]


def events(screen: Screen) -> list[int]:
    """Return the events that a lobby shows."""
    return [event["tournament"] for event in screen.boards["room/lobby"]["events"]]


def test_closed_event_leaves_the_lobby_and_returns_by_reopening_or_undo(
    server: Server, screens: Callable[..., Screen], event: int, director: Actor
) -> None:
    lobby = screens(server, "room")
    lobby.until(lambda: "room/lobby" in lobby.boards and events(lobby) == [event])
    press(close_event, event, by=director)
    lobby.until(lambda: events(lobby) == [])
    press(reopen_event, event, by=director)
    lobby.until(lambda: events(lobby) == [event])
    closed = press(close_event, event, by=director)
    lobby.until(lambda: events(lobby) == [])
    press(undo, event, by=director, seq=closed.seq)
    lobby.until(lambda: events(lobby) == [event])
