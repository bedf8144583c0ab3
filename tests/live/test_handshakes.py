"""A process opens a limited number of sockets at once; more are turned away before their clients give up waiting."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from websockets.exceptions import InvalidStatus

from tests.live.socket_room import Room, served
from tourney.access.viewers import PUBLIC, Viewer
from tourney.edge import handshakes
from tourney.edge.handshakes import HANDSHAKES
from tourney.edge.uvicorn_http import BoundedHTTP
from tourney.live import feed
from tourney.live.hub import Hub

pytestmark = pytest.mark.usefixtures("two_at_once")


class Slow(Room):
    """An application that answers a handshake once `go` is set."""

    def __init__(self, answer: str = "websocket.accept") -> None:
        super().__init__()
        self.answer = answer
        self.go = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await self.go.wait()
        await send({"type": self.answer})
        if self.answer == "websocket.accept":
            await receive()


@pytest.fixture
def two_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(handshakes, "MOST", 2)
    assert HANDSHAKES.pending == 0
    yield
    assert HANDSHAKES.pending == 0


async def pending(count: int) -> None:
    async with asyncio.timeout(5):
        while HANDSHAKES.pending != count:
            await asyncio.sleep(0.01)


async def test_third_socket_is_told_to_come_back_while_two_are_opening() -> None:
    room = Slow()
    async with served(room, room, http=BoundedHTTP):
        opening = [asyncio.create_task(room.client()) for _one in range(2)]
        await pending(2)
        with pytest.raises(InvalidStatus) as refused:
            await room.client()
        assert refused.value.response.status_code == 503
        assert refused.value.response.headers["Retry-After"] == "5"
        room.go.set()
        clients = await asyncio.gather(*opening)
        await pending(0)
        clients.append(await room.client())
        for client in clients:
            await client.close()


async def test_open_sockets_do_not_count() -> None:
    room = Slow()
    room.go.set()
    async with served(room, room, http=BoundedHTTP):
        clients = [await room.client() for _one in range(5)]
        for client in clients:
            await client.close()


async def test_client_that_gives_up_counts_until_its_handshake_has_ended() -> None:
    room = Slow()
    async with served(room, room, http=BoundedHTTP):
        opening = [asyncio.create_task(room.client()) for _one in range(2)]
        await pending(2)
        opening[0].cancel()
        await asyncio.sleep(0.1)
        # Its look-up in the database goes on.
        with pytest.raises(InvalidStatus):
            await room.client()
        room.go.set()
        await pending(0)
        for client in (await opening[1], await room.client()):
            await client.close()


async def test_refused_socket_makes_room_for_another() -> None:
    room = Slow("websocket.close")
    room.go.set()
    async with served(room, room, http=BoundedHTTP):
        for _time in range(4):
            with pytest.raises(InvalidStatus) as refused:
                await room.client()
            assert refused.value.response.status_code == 403


def _scope(address: str) -> dict[str, Any]:
    return {
        "type": "websocket",
        "headers": [(b"cookie", f"{settings.SESSION_COOKIE_NAME}=invented".encode())],
        "query_string": b"",
        "client": (address, 1),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }


async def test_one_address_outside_the_room_cannot_fill_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look-ups of invented cookies by one address; another guest and the room's displays are served."""
    monkeypatch.setattr(handshakes, "OF_ONE_ADDRESS", 2)
    hub = Hub()
    monkeypatch.setattr(feed, "hub", lambda: hub)
    go = asyncio.Event()
    waiting = 0

    async def look_up(*_args: object) -> Viewer:
        nonlocal waiting
        waiting += 1
        await go.wait()
        return PUBLIC

    monkeypatch.setattr(feed, "_viewer", look_up)
    sent: dict[int, list[Any]] = defaultdict(list)

    def come(number: int, address: str) -> asyncio.Task[None]:
        async def receive() -> dict[str, Any]:
            if not sent[number]:
                return {"type": "websocket.connect"}
            return {"type": "websocket.disconnect", "code": 1006}

        async def send(event: dict[str, Any]) -> None:
            sent[number].append(event)

        return asyncio.create_task(feed.feed(_scope(address), receive, send))

    flood = [come(number, "203.0.113.9") for number in range(3)]
    others = [come(3, "203.0.113.10"), *(come(number, "192.168.1.7") for number in range(4, 8))]
    async with asyncio.timeout(5):
        await flood[2]
        while waiting < 7:
            await asyncio.sleep(0.01)
    assert [event.get("status") for event in sent[2]] == [503, None]
    assert (b"retry-after", b"5") in sent[2][0]["headers"]
    go.set()
    async with asyncio.timeout(5):
        await asyncio.gather(*flood, *others, come(8, "203.0.113.9"))
    assert {number: events[0]["type"] for number, events in sent.items() if number != 2} == dict.fromkeys(
        [0, 1, *range(3, 9)], "websocket.accept"
    )
    assert not HANDSHAKES.of_client


async def test_address_with_too_many_handshakes_is_answered_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handshakes, "OF_ONE_ADDRESS", 0)
    hub = Hub()
    monkeypatch.setattr(feed, "hub", lambda: hub)
    room = Room()
    async with served(feed.feed, room, http=BoundedHTTP):
        with pytest.raises(InvalidStatus) as refused:
            await room.client()
    assert refused.value.response.status_code == 503
    assert refused.value.response.headers["Retry-After"] == "5"
    await pending(0)
