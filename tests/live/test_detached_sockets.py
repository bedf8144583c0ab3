"""A socket whose application has returned: its messages are handled in order, and nothing of it stays behind."""

import asyncio
import gc
import weakref
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.live.socket_room import Room, served
from tourney.live.uvicorn_socket import FRAMES, FrameSocket


class Talk:
    """Answers "wait" once it is let go, fails at "fail", and answers everything else at once."""

    def __init__(self, room: "Detached") -> None:
        self.room = room
        self.is_open = True

    def handle(self, message: dict[str, Any]) -> Coroutine[Any, Any, None] | None:
        text = message.get("text", message["type"])
        if text in {"wait", "fail"}:
            return self._wait(text)
        self.room.heard.append(text)
        if message["type"] == "websocket.disconnect" or text == "enough":
            self.is_open = False
        return None

    async def _wait(self, text: str) -> None:
        await self.room.go.wait()
        if text == "fail":
            raise ValueError("no")
        self.room.heard.append(text)


class Detached(Room):
    """An application that detaches its sockets."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.go = asyncio.Event()
        self.sockets: list[weakref.ref[FrameSocket]] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        offered = scope["extensions"][FRAMES]
        self.sockets.append(weakref.ref(offered["write"].__self__))
        offered["detach"](Talk(self))

    async def until(self, *heard: str) -> None:
        async with asyncio.timeout(5):
            while self.heard != list(heard):
                await asyncio.sleep(0.01)


async def test_messages_behind_one_that_waits_keep_their_order() -> None:
    room = Detached()
    async with served(room, room):
        client = await room.client()
        for text in ("a", "wait", "b", "wait", "c"):
            await client.send(text)
        await room.until("a")
        await asyncio.sleep(0.05)
        assert room.heard == ["a"]
        room.go.set()
        await room.until("a", "wait", "b", "wait", "c")
        await client.close()
        await room.until("a", "wait", "b", "wait", "c", "websocket.disconnect")


async def test_idle_socket_has_no_task_and_is_gone_without_garbage_collection() -> None:
    room = Detached()
    async with served(room, room):
        client = await room.client()
        await client.send("a")
        await room.until("a")
        names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
        assert not [name for name in names if "run_asgi" in name or "Inbox" in name]
        gc.collect()
        gc.disable()
        try:
            await client.close()
            await room.until("a", "websocket.disconnect")
            async with asyncio.timeout(5):
                while room.sockets[0]() is not None:
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()


@pytest.mark.parametrize("last", ["fail", "enough"])
async def test_socket_that_fails_or_takes_no_more_is_closed(last: str) -> None:
    room = Detached()
    room.go.set()
    async with served(room, room):
        client = await room.client()
        await client.send(last)
        async with asyncio.timeout(5):
            await client.wait_closed()
        assert room.heard[-1] == "websocket.disconnect"


async def test_disconnection_is_heard_after_the_message_that_waits() -> None:
    room = Detached()
    async with served(room, room):
        client = await room.client()
        await client.send("wait")
        await asyncio.sleep(0.05)
        client.transport.abort()
        await asyncio.sleep(0.05)
        assert room.heard == []
        room.go.set()
        await room.until("wait", "websocket.disconnect")
