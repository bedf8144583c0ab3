"""A socket is ended with its credential, also if its client reads nothing any more."""

import asyncio
from typing import Any

import pytest

from tourney.live import hub as hubs
from tourney.live.boards import Audience
from tourney.live.hub import Hub
from tourney.live.listener import Listener


class Client:
    """The socket of a session, and what became of it.

    Args:
        reads: whether its client takes what it is sent.
    """

    def __init__(self, hub: Hub, *, reads: bool) -> None:
        self.sent: list[str] = []
        self.ended = 0
        self._reads = reads
        self.listener = Listener(self._take, Audience.FLOOR, "", session="theirs", abort=self._end)
        hub.join(self.listener)

    async def _take(self, message: dict[str, Any]) -> None:
        if not self._reads:
            await asyncio.Event().wait()
        self.sent.append(message["type"])

    def _end(self) -> None:
        self.ended += 1


async def test_a_client_that_reads_nothing_is_disconnected_when_its_session_ends() -> None:
    hub = Hub()
    client = Client(hub, reads=False)
    hub.close_sessions({"theirs"})
    assert (client.ended, client.sent) == (1, [])
    assert client.listener not in hub.listeners


async def test_a_client_that_reads_is_told_first_and_disconnected_if_it_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hubs, "_CLOSING_SECONDS", 0.01)
    hub = Hub()
    client = Client(hub, reads=True)
    hub.close_sessions({"theirs"})
    assert (client.ended, client.sent) == (0, ["websocket.close"])
    async with asyncio.timeout(5):
        while not client.ended:
            await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_whose_session_ended_meanwhile_follows_nothing() -> None:
    hub = Hub()
    client = Client(hub, reads=True)
    hub.close_sessions({"theirs"})
    await hub.follow(client.listener, "room", None)
    assert client.sent == ["websocket.close"]
    assert not hub.topics
    # It ends while the snapshot is read.
    other = Client(hub, reads=True)
    following = asyncio.ensure_future(hub.follow(other.listener, "room", None))
    await asyncio.sleep(0)
    assert other.listener.topics == ("room",)
    hub.close_sessions({"theirs"})
    await following
    assert other.sent == ["websocket.close"]
    assert not hub.topics
