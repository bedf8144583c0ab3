"""The hub under a slow database: changes pass, and heartbeats wait."""

import asyncio
import json
import time
from typing import Any

import pytest

from clock.commands.announcements import say
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.live.boards import Audience
from tourney.live.feed_listener import FeedListener
from tourney.live.hub import Hub
from tourney.live.listener import Listener


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
async def test_a_database_slow_to_answer_a_heartbeat_holds_up_no_change(
    event: int, director: Actor, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.HEARTBEAT_SECONDS = 0.2
    heard: list[tuple[float, dict[str, Any]]] = []

    async def send(message: dict[str, Any]) -> None:
        heard.append((time.monotonic(), json.loads(message["text"])))

    hub = Hub()
    feed_listener = FeedListener(hub)
    feed_listener.start()
    listener = Listener(send, Audience.PUBLIC, "")
    hub.join(listener)
    await hub.follow(listener, f"t{event}", None)
    slow, released = asyncio.Event(), asyncio.Event()
    real = hub.current_seqs

    async def slow_seqs() -> dict[str, int]:
        found = await real()
        slow.set()
        await released.wait()
        return found

    monkeypatch.setattr(hub, "current_seqs", slow_seqs)
    await asyncio.wait_for(slow.wait(), 30)
    pressed = time.monotonic()
    await asyncio.to_thread(press, say, event, by=director, text="Dinner")
    for _attempt in range(1500):
        changes = [(at, text) for at, text in heard if text["is"] == "change"]
        if changes:
            break
        await asyncio.sleep(0.02)
    # It arrives while the database has not yet answered the heartbeat's query.
    assert changes
    released.set()
    # The delayed heartbeat does not contain the previous number.
    for _attempt in range(1500):
        beats = [text for at, text in heard if text["is"] == "heartbeat" and at > pressed]
        if beats:
            break
        await asyncio.sleep(0.02)
    assert beats
    assert {beat["seqs"][f"t{event}"] for beat in beats} == {1}
    for task in list(feed_listener._tasks):
        task.cancel()
