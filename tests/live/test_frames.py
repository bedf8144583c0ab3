"""A frame built once for many sockets has the same bytes as `send` writes, and is used only where safe."""

import asyncio
import json
from typing import Any

import pytest
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.db import OperationalError

from clock.commands.clock import start
from tests.fixtures.room import press
from tests.live.socket_room import Room, served
from tourney.access.roles import Actor
from tourney.live import feed as feeds
from tourney.live import messages
from tourney.live.boards import Audience
from tourney.live.feed_listener import FeedListener
from tourney.live.hub import Hub
from tourney.live.listener import Listener
from tourney.live.publish import Envelope, envelope_of
from tourney.live.uvicorn_socket import FrameSocket, frame_of

LONG = "ä" * 40_000


@pytest.mark.parametrize("text", ["{}", '{"name":"Zürich – 深圳"}', "x" * 125, "x" * 126, LONG])
async def test_prepared_frame_equals_a_normal_send(text: str) -> None:
    room = Room()
    async with served(room, room):
        client = await room.client()
        write = await room.opened()
        await room.send({"type": "websocket.send", "text": "first"})
        assert write(frame_of(text)) is True
        await room.send({"type": "websocket.send", "text": text})
        assert [await client.recv() for _ in range(3)] == ["first", text, text]
        await client.close()


async def test_compressed_sockets_are_left_to_send() -> None:
    room = Room()
    async with served(room, room, ws_per_message_deflate=True):
        client = await room.client(compression="deflate")
        write = await room.opened()
        assert write(frame_of(LONG)) is False
        await room.send({"type": "websocket.send", "text": LONG})
        assert await client.recv() == LONG
        await client.close()


async def test_closing_or_closed_socket_gets_no_frame() -> None:
    room = Room()
    async with served(room, room):
        client = await room.client()
        write = await room.opened()
        await room.send({"type": "websocket.close", "code": 4013, "reason": "too slow"})
        assert write(frame_of("late")) is False
        with pytest.raises(Exception, match="too slow"):
            await client.recv()
        await client.wait_closed()
        assert write(frame_of("later")) is False
        gone = await room.client()
        write = await room.opened()
        gone.transport.abort()
        async with asyncio.timeout(5):
            while write(frame_of("is anybody there?")):
                await asyncio.sleep(0.01)


async def test_socket_with_a_full_buffer_is_dropped_by_the_hub() -> None:
    room = Room()
    async with served(room, room):
        client = await room.client(max_queue=1)
        client.transport.pause_reading()
        write = await room.opened()
        hub = Hub()
        listener = Listener(room.send, Audience.PUBLIC, "", write)
        hub.join(listener)
        texts = messages.change(Envelope("t1", 1, 1, 1, [{}, {}, {}]))
        full = frame_of(LONG)
        for _ in range(1000):
            if not write(full):
                break
        assert write(full) is False
        hub.broadcast([listener], texts)
        assert listener not in hub.listeners
        client.transport.abort()


async def test_hub_encodes_a_message_once_for_every_transport() -> None:
    sent: list[str] = []
    written: list[bytes] = []

    async def send(event: dict[str, Any]) -> None:
        sent.append(event["text"])

    def takes(frame: bytes) -> bool:
        written.append(frame)
        return True

    hub = Hub()
    ways = [takes, lambda _frame: False, None]
    listeners = [Listener(send, Audience.PUBLIC, "", way) for way in ways]
    for listener in listeners:
        hub.join(listener)
    texts = messages.change(Envelope("t1", 1, 1, 1, [{}, {}, {}]))
    hub.broadcast(listeners, texts)
    text = texts.of(Audience.PUBLIC)
    assert sent == [text, text]
    assert written == [frame_of(text)]
    hub.beat({})
    assert len(sent) == 4
    assert len(written) == 2


@pytest.mark.django_db(transaction=True)
async def test_feed_passes_through_every_middleware(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    from tourney.asgi import sockets

    settings.ALLOWED_HOSTS = ["testserver"]
    application = AllowedHostsOriginValidator(URLRouter(sockets))
    hub = Hub()
    monkeypatch.setattr(feeds, "hub", lambda: hub)
    room = Room()
    async with served(application, room):
        client = await room.client()
        await client.send(json.dumps({"do": "follow", "topic": f"t{event}"}))
        assert json.loads(await client.recv())["is"] == "snapshot"
        [listener] = hub.listeners
        assert isinstance(getattr(listener.write, "__self__", None), FrameSocket)
        await asyncio.to_thread(press, start, event, by=director)
        hub.deliver(await asyncio.to_thread(envelope_of, f"t{event}", 1, ["clock"]))
        heard = json.loads(await client.recv())
        assert (heard["is"], heard["seq"]) == ("change", 1)
        assert heard["boards"]["clock"]["clock"]["running"] is True
        await client.close()


@pytest.mark.django_db(transaction=True)
async def test_web_process_without_a_database_leaves_sockets_to_others_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub = Hub()
    monkeypatch.setattr(feeds, "hub", lambda: hub)
    listener = FeedListener(hub)
    lost: list[bool] = [True]

    async def seqs() -> dict[str, int]:
        if lost:
            raise OperationalError("the connection is closed")
        return {}

    monkeypatch.setattr(hub, "current_seqs", seqs)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"} if not sent else {"type": "websocket.disconnect"}

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    scope = {
        "type": "websocket",
        "headers": [],
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "subprotocols": [],
    }
    with pytest.raises(OperationalError):
        await listener._checked_seqs()
    await feeds.feed(dict(scope), receive, send)
    assert [event["type"] for event in sent] == ["websocket.close"]
    lost.clear()
    sent.clear()
    await listener._checked_seqs()
    await feeds.feed(dict(scope), receive, send)
    assert sent[0]["type"] == "websocket.accept"
