"""A change after a quiet time is sent at once; a burst is batched."""

import asyncio
import json
from typing import Any

import msgspec

from tourney.live import hub as hubs
from tourney.live.boards import Audience
from tourney.live.hub import Hub, Topic
from tourney.live.listener import Listener
from tourney.live.publish import Envelope


def _line(seq: int) -> Envelope:
    boards: list[dict[str, msgspec.Raw]] = [{} for _audience in Audience]
    boards[Audience.PUBLIC]["clock"] = msgspec.Raw(b'{"seq":%d}' % seq)
    return Envelope("t1", seq, seq, seq, boards)


def test_the_first_change_is_sent_at_once_and_a_burst_as_one_message() -> None:
    async def scene() -> None:
        heard: list[dict[str, Any]] = []

        async def send(event: dict[str, Any]) -> None:
            heard.append(json.loads(event["text"]))

        hub = Hub()
        topic = hub.topics["t1"] = Topic()
        topic.listeners.add(Listener(send, Audience.PUBLIC, ""))
        hub.deliver(_line(1))
        # It is sent within the call, before the event loop continues.
        assert [message["seq"] for message in heard] == [1]
        # The quiet time is so long that even on a slow machine the next entries belong to the burst.
        topic.busy_until += 3600
        for seq in (2, 3, 4):
            hub.deliver(_line(seq))
        assert len(heard) == 1
        assert topic.timer is not None
        topic.timer.cancel()
        hub._flush(topic)
        assert [(message["from"], message["seq"]) for message in heard] == [(1, 1), (2, 4)]
        # After a quiet time the first is sent at once again.
        topic.busy_until -= hubs._GATHER_SECONDS
        hub.deliver(_line(5))
        assert heard[-1]["seq"] == 5

    asyncio.run(scene())


def test_a_message_that_takes_long_to_write_is_followed_by_a_longer_pause() -> None:
    async def scene() -> None:
        time, seconds = [100.0], [0.0625]

        async def send(_event: dict[str, Any]) -> None:
            time[0] += seconds[0]

        hub = Hub()
        hub._loop = type("Loop", (), {"time": lambda _self: time[0]})()  # type: ignore[assignment]
        topic = hub.topics["t1"] = Topic()
        topic.listeners.update(Listener(send, Audience.PUBLIC, "") for _ in range(2))
        hub.deliver(_line(1))
        # Written to two sockets it took an eighth of a second; a pause of half a second follows.
        assert topic.busy_until == 100.625
        # However long it takes, the pause is shorter than the second after which clients ask again.
        time[0], seconds[0] = 200.0, 5.0
        hub.deliver(_line(2))
        assert topic.busy_until == 210.8

    asyncio.run(scene())
