"""A process opens a limited number of sockets at once; more are turned away before their clients give up waiting."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.live.socket_room import Room, served
from tourney.edge import handshakes
from tourney.edge.handshakes import HANDSHAKES
from tourney.edge.uvicorn_http import BoundedHTTP

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
