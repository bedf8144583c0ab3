"""Many sockets in one process, as cheaply as Python can: `python -m bench.crowd`.

It connects, answers each line of its standard input with one line of JSON, and ends with its input:

    arm BYTES      from now on count towards so many bytes per socket
    wait           when each socket has them: {"first": ns, "last": ns, "done": …, "lost": …}
    quit
"""

import argparse
import asyncio
import base64
import json
import os
import struct
import sys
import time

BATCH = 200


class Seat(asyncio.Protocol):
    """One socket: a handshake, an optional first message, and a count of received bytes."""

    __slots__ = ("buffer", "count", "crowd", "open", "transport")

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.buffer = b""
        self.open = False
        self.count = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the WebSocket upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.crowd.handshake)

    def data_received(self, data: bytes) -> None:
        """Finish the handshake, then count."""
        if not self.open:
            self.buffer += data
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                raise SystemExit(f"The server refused a socket: {head[:200]!r}")
            self.open = True
            self.buffer = b""
            assert self.transport is not None
            if self.crowd.hello:
                self.transport.write(self.crowd.hello)
            self.crowd.opened += 1
            data = rest
        before = self.count
        self.count += len(data)
        if before < self.crowd.wanted <= self.count:
            self.crowd.one_more()

    def connection_lost(self, error: Exception | None) -> None:
        """Record a lost connection."""
        self.crowd.lost += 1


class Crowd:
    """All sockets."""

    def __init__(self, port: int, path: str, follow: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.handshake = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: http://127.0.0.1:{port}\r\n\r\n"
        ).encode()
        self.hello = masked(json.dumps({"do": "follow", "topic": follow, "seq": None})) if follow else b""
        self.seats: list[Seat] = []
        self.opened = self.lost = self.done = 0
        self.wanted = 1 << 62
        self.first = self.last = 0

    def one_more(self) -> None:
        """Count a socket that has received everything."""
        self.last = time.monotonic_ns()
        self.first = self.first or self.last
        self.done += 1

    async def gather(self, port: int, count: int) -> None:
        """Open this many sockets."""
        loop = asyncio.get_running_loop()
        while len(self.seats) < count:
            batch = min(BATCH, count - len(self.seats))
            made = await asyncio.gather(
                *(loop.create_connection(lambda: Seat(self), "127.0.0.1", port) for _ in range(batch))
            )
            self.seats += [seat for _transport, seat in made]
            while self.opened < len(self.seats):
                await asyncio.sleep(0.01)

    async def wait(self) -> dict[str, int]:
        """Wait until each socket has received the expected bytes (at most 60 s)."""
        deadline = time.monotonic() + 60
        while self.done < len(self.seats) and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        return {"first": self.first, "last": self.last, "done": self.done, "lost": self.lost}

    def arm(self, size: int) -> None:
        """Set the number of bytes to expect from now on."""
        self.done = self.first = self.last = 0
        for seat in self.seats:
            seat.count = 0
        self.wanted = size


def masked(text: str) -> bytes:
    """Return a client's text frame. The mask is zero: masks only protect proxies of the open internet."""
    data = text.encode()
    assert len(data) < 126
    return struct.pack("!BB4s", 0x81, 0x80 | len(data), b"\0\0\0\0") + data


async def settle(crowd: Crowd) -> None:
    """Wait until nothing has arrived for a second: the first snapshots are complete."""
    quiet, before = 0, -1
    while quiet < 10:
        total = sum(seat.count for seat in crowd.seats)
        quiet = quiet + 1 if total == before else 0
        before = total
        await asyncio.sleep(0.1)


async def main() -> None:
    """Process the lines of standard input."""
    words = argparse.ArgumentParser()
    words.add_argument("--port", type=int, required=True)
    words.add_argument("--count", type=int, required=True)
    words.add_argument("--path", default="/ws/live/")
    words.add_argument("--follow", default="")
    words.add_argument("--core", type=int, help="the one core to run on")
    given = words.parse_args()
    if given.core is not None:
        os.sched_setaffinity(0, {given.core})
    crowd = Crowd(given.port, given.path, given.follow)
    await crowd.gather(given.port, given.count)
    await settle(crowd)
    print(json.dumps({"ready": len(crowd.seats)}), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order, _, size = line.strip().partition(" ")
        if order == "arm":
            crowd.arm(int(size))
            print(json.dumps({"armed": True}), flush=True)
        elif order == "wait":
            print(json.dumps(await crowd.wait()), flush=True)
        else:
            break


if __name__ == "__main__":
    asyncio.run(main())
