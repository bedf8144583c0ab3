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
