"""A client that does not read is dropped, with its connection; nobody else notices."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing

import msgspec
import psutil
import pytest
import redis

from bench.crowd import masked
from clock.commands.announcements import say
from tests.fixtures.room import press
from tests.fixtures.servers import KINDS, Screen, Server
from tests.fixtures.services import RedisServer
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.live.boards import Audience
from tourney.live.publish import Envelope, channel, encode

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]
# A message without a journal entry is sent on at once.
LARGE = msgspec.Raw(json.dumps({"seq": 0, "text": "x" * 400_000}).encode())


@pytest.fixture
def deaf(server: Server, event: int) -> Iterator[socket.socket]:
    """Open a socket that follows the event and never reads again."""
    with closing(socket.socket()) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        head = f"GET /ws/live/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
        client.sendall(f"{head}\r\n{key}\r\nOrigin: {server.url}\r\n\r\n".encode())
        assert b" 101 " in client.recv(200)
        client.sendall(masked(json.dumps({"do": "follow", "topic": f"t{event}", "seq": None})))
        yield client


@pytest.mark.parametrize("server", KINDS, indirect=True)
def test_client_that_does_not_read_is_dropped_and_others_are_served(
    server: Server, deaf: socket.socket, screens: Callable[..., Screen], event: int, director: Actor,
    redis_server: RedisServer,
) -> None:  # fmt: skip
    topic = f"t{event}"
    screen = screens(server, topic)
    screen.has(topic, 0)
    port = deaf.getsockname()[1]
    until(lambda: _is_connected(port), message="the client is connected")
    large = encode(Envelope(topic, 0, 0, 0, [{"large": LARGE}, *({} for _ in list(Audience)[1:])]))
    with closing(redis.Redis.from_url(redis_server.url)) as sender:
        # More than the kernel and any buffer of ours take: 40 MB.
        for _ in range(100):
            sender.publish(channel(topic), large)
            while len(screen.socket.recv(10)) < 400_000:  # heartbeats
                continue
    until(lambda: not _is_connected(port), message="the client is dropped")
    press(say, event, by=director, text="after")
    while '"seq":1,' not in screen.socket.recv(10):  # heartbeats, and what had been sent before
        continue


def _is_connected(port: int) -> bool:
    """Return whether a server has an established connection to this port."""
    found = psutil.net_connections("tcp")
    return any(
        one.raddr and one.raddr.port == port and one.status == psutil.CONN_ESTABLISHED for one in found
    )
