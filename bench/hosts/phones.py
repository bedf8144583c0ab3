"""Thousands of screens in one process, on one host: `python -m bench.hosts.phones`.

They behave as docs/wire.md says: follow, ping, ask again after a gap or a heartbeat with another number, reopen after a
loss with the pauses of `static/shared/feed/connection.js`. A few of them keep the boards and read the clock.

Each line of standard input is a list of acknowledged journal entries, `[[seq, ns], …]`. Twice a second the process
prints one line: how many sockets are open, and for how long the screen that is furthest behind has lacked an
acknowledged entry.
"""

import argparse
import asyncio
import bisect
import json
import os
import random
import re
import ssl
import struct
import sys
import time
from collections.abc import Coroutine
from typing import Any

from bench.hosts.proxy import PLAIN_PORT
from clock.rules.reading import ClockState, reading
from clock.rules.structure import Level

LEVEL_MS = 50_000
TLS_PORT = 443
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 8.0
_OPEN_WITHIN, _ANSWER_WITHIN, _SILENT, _PING_EVERY, _GAP, _AGAIN = 8.0, 8.0, 12.0, 20.0, 1.0, 4.0
_OPENING_AT_ONCE = 100
_HEAD = re.compile(rb'\{"is":"(?:change|snapshot|current)","topic":"[^"]+",(?:"from":(\d+),)?"seq":(\d+)')
_VERSION = re.compile(rb'"version":"([^"]+)"')
_SEQS = re.compile(rb'"seqs":\{[^}]*"t\d+":(\d+)')


def masked(text: str) -> bytes:
    """Return a client's text frame with a mask of zeros."""
    data = text.encode()
    return struct.pack("!BB4s", 0x81, 0x80 | len(data), b"\0\0\0\0") + data


def frames(data: bytes) -> tuple[list[bytes], bytes]:
    """Split what has arrived into the payloads of whole frames and the rest."""
    found, at = [], 0
    while len(data) - at >= 2:
        size, body = data[at + 1] & 0x7F, at + 2
        if size >= 126:
            body = at + (4 if size == 126 else 10)
            if len(data) < body:
                break
            size = int.from_bytes(data[at + 2 : body], "big")
        if len(data) < body + size:
            break
        found.append(data[body : body + size])
        at = body + size
    return found, data[at:]


class Progress:
    """Up to which entry a screen has everything."""

    __slots__ = ("ahead", "seq")

    def __init__(self) -> None:
        self.seq = -1
        self.ahead: list[tuple[int, int]] = []

    def take(self, first: int | None, last: int) -> None:
        """Note a message that covers `first` to `last`; a snapshot has no first."""
        if first is None:
            self.seq = max(self.seq, last)
        elif last:
            self.ahead.append((first, last))
        for start, end in sorted(self.ahead):
            if start <= self.seq + 1:
                self.seq = max(self.seq, end)
        self.ahead = [one for one in self.ahead if one[1] > self.seq]


class Screen(asyncio.Protocol):
    """One screen, through all its connections."""

    def __init__(self, crowd: "Crowd", reads: bool, tls: ssl.SSLContext | None) -> None:
        self.crowd = crowd
        self.tls = tls
        self.progress = Progress()
        self.boards: dict[str, Any] | None = {} if reads else None
        self.transport: asyncio.Transport | None = None
        self.upgraded = False
        self.buffer = b""
        self.failures = 0
        # When it was opened or the last sign of life came, the last ping was sent, and the first without an answer.
        self.heard = self.pinged = 0.0
        self.asked: float | None = None
        # The number in the last heartbeat, and when to ask for what is missing.
        self.expected: int | None = None
        self.asks_at: float | None = None
        self.offset: tuple[float, float] | None = None

    async def open(self) -> None:
        """Connect once; what follows comes as events."""
        crowd = self.crowd
        port, name = (TLS_PORT, "room.test") if self.tls else (PLAIN_PORT, None)
        try:
            async with crowd.opening, asyncio.timeout(_OPEN_WITHIN):
                await crowd.loop.create_connection(
                    lambda: self, crowd.address, port, ssl=self.tls, server_hostname=name
                )
        except (OSError, TimeoutError, ssl.SSLError):
            self.again()

    def again(self) -> None:
        """Try again after a pause."""
        pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**self.failures) * random.uniform(0.5, 1.0)
        self.failures = min(self.failures + 1, 10)
        self.crowd.loop.call_later(pause, lambda: self.crowd.keep(self.open()))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.buffer, self.upgraded = transport, b"", False
        self.heard, self.asked = time.monotonic(), None
        transport.write(self.crowd.handshake)

    def data_received(self, data: bytes) -> None:
        """Finish the handshake, then take frames."""
        data = self.buffer + data
        if not self.upgraded:
            head, end, rest = data.partition(b"\r\n\r\n")
            if not end:
                self.buffer = data
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.drop()
                return
            # The browser, too, waits for a heartbeat from here on, not from the connection to the proxy.
            self.upgraded, data, self.heard = True, rest, time.monotonic()
            self.crowd.open += 1
            self.follow()
        payloads, self.buffer = frames(data)
        for payload in payloads:
            self.take(payload)

    def follow(self) -> None:
        """Ask for what is missing."""
        has = self.progress.seq >= 0
        seq, structure = (self.progress.seq, self.crowd.structure) if has else (None, "")
        self.say({"do": "follow", "topic": self.crowd.topic, "seq": seq, "structure": structure})

    def say(self, message: dict[str, object]) -> None:
        """Send a message."""
        if self.transport is not None and self.upgraded:
            self.transport.write(masked(json.dumps(message)))

    def take(self, payload: bytes) -> None:
        """Take a message from the server."""
        found = _HEAD.match(payload)
        if found:
            self.progress.take(None if found[1] is None else int(found[1]), int(found[2]))
            if not self.crowd.structure and (version := _VERSION.search(payload)):
                self.crowd.structure = version[1].decode()
        elif payload.startswith(b'{"is":"heartbeat"'):
            seqs = _SEQS.search(payload)
            self.failures, self.heard = 0, time.monotonic()
            self.expected = int(seqs[1]) if seqs else None
        elif payload.startswith(b'{"is":"waiting"'):
            self.heard = time.monotonic()
        elif payload.startswith(b'{"is":"pong"'):
            self.asked = None
        if self.boards is not None:
            self.read(json.loads(payload))

    def read(self, message: dict[str, Any]) -> None:
        """Keep the boards and the server's time."""
        assert self.boards is not None
        boards = message.get("boards")
        if isinstance(boards, dict):
            for name, board in boards.items():
                if board is not None and board["seq"] >= self.boards.get(name, {"seq": 0})["seq"]:
                    self.boards[name] = board
        elif message["is"] == "pong":
            now = time.monotonic()
            way, server = now - self.pinged, float(str(message["server"])) / 1000
            sample = (way, server - (now + self.pinged) / 2)
            # The quickest answer since the last jump counts; a jump is a difference that no way explains.
            if (
                self.offset is None
                or way <= self.offset[0]
                or abs(sample[1] - self.offset[1]) > way + self.offset[0]
            ):
                self.offset = sample

    def error_ms(self, started_ms: int) -> float | None:
        """Return how far the clock on this screen is from the true one; None if it shows none yet."""
        if not self.boards or self.offset is None or not {"clock", "structure"} <= self.boards.keys():
            return None
        clock, levels = self.boards["clock"], self.boards["structure"]["levels"]
        assert isinstance(levels, list)
        stored = clock["clock"]
        assert isinstance(stored, dict)
        now = round((time.monotonic() + self.offset[1]) * 1000)
        rows = [Level(kind="level", duration=level["duration"]) for level in levels]
        state = ClockState(
            **{name: stored[name] for name in ("started", "running", "position", "elapsed", "anchor")}
        )
        shown = reading(rows, state, None, "auto", now)
        return abs(shown.position * LEVEL_MS + shown.elapsed - (time.time() * 1000 - started_ms))

    def check(self, now: float) -> None:
        """Ping, ask again after a gap, and give up a silent connection."""
        if self.transport is None:
            return
        if not self.upgraded:
            if now - self.heard > _OPEN_WITHIN:
                self.drop()
            return
        if now - self.heard > _SILENT or (self.asked is not None and now - self.asked > _ANSWER_WITHIN):
            self.drop()
            return
        if not self.progress.ahead and (self.expected or 0) <= self.progress.seq >= 0:
            self.asks_at = None
        elif self.asks_at is None:
            self.asks_at = now + _GAP
        elif now >= self.asks_at:
            self.asks_at = now + _AGAIN
            self.follow()
        if now - self.pinged > (1.0 if self.boards is not None else _PING_EVERY):
            self.pinged = now if self.boards is not None else now - random.uniform(0, 3)
            self.asked = now if self.asked is None else self.asked
            self.say({"do": "ping", "n": 1})

    def drop(self) -> None:
        """Give the connection up."""
        if self.transport is not None:
            self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Open it again."""
        self.crowd.open -= self.upgraded
        self.crowd.losses += self.upgraded
        self.transport, self.upgraded = None, False
        self.again()


class Crowd:
    """All screens of the process."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.address, self.topic, self.started_ms = given.address, given.topic, given.started
        self.loop = asyncio.get_running_loop()
        self.opening = asyncio.Semaphore(_OPENING_AT_ONCE)
        self.open = self.losses = 0
        # The structure of the event never changes here, so all screens have the same one.
        self.structure = ""
        self.tasks: set[asyncio.Task[None]] = set()
        self.acked: list[tuple[int, int]] = []
        self.handshake = (
            b"GET /ws/live/ HTTP/1.1\r\nHost: room.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            b"Origin: https://room.test\r\n\r\n"
        )
        tls = ssl.create_default_context(cafile=given.authority)
        self.screens = [
            Screen(self, at < given.reading, tls if at < given.tls else None) for at in range(given.count)
        ]

    def keep(self, work: Coroutine[None, None, None]) -> None:
        """Run a coroutine to its end."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def acknowledge(self, entries: list[list[int]]) -> None:
        """Note which entries the server has confirmed to the desk, and when."""
        for seq, at in entries:
            bisect.insort(self.acked, (seq, at))

    def report(self) -> dict[str, object]:
        """Return the present figures."""
        lowest = min(screen.progress.seq for screen in self.screens)
        while self.acked and self.acked[0][0] <= lowest:
            self.acked.pop(0)
        now = time.monotonic_ns()
        oldest = min((at for _seq, at in self.acked), default=now)
        late = bisect.bisect_left(self.acked, (lowest, 0))
        errors = [error for screen in self.screens if (error := screen.error_ms(self.started_ms)) is not None]
        return {
            "at": now,
            "open": self.open,
            "losses": self.losses,
            "lowest": lowest,
            "behind_s": round((now - oldest) / 1e9, 2) if late < len(self.acked) else 0.0,
            "clock_error_ms": round(max(errors, default=0.0), 1),
        }

    async def check(self) -> None:
        """Check every screen once a second, a tenth of them at a time."""
        at = 0
        while True:
            await asyncio.sleep(0.1)
            now = time.monotonic()
            for screen in self.screens[at::10]:
                screen.check(now)
            at = (at + 1) % 10


async def main() -> None:
    """Open all screens and report until the input ends."""
    words = argparse.ArgumentParser()
    words.add_argument("--address", required=True)
    words.add_argument("--topic", required=True)
    words.add_argument("--authority", required=True)
    words.add_argument("--count", type=int, required=True)
    words.add_argument("--tls", type=int, default=0, help="how many of them use TLS")
    words.add_argument("--reading", type=int, default=0, help="how many of them read the clock")
    words.add_argument("--started", type=int, required=True, help="when the clock was started (ms)")
    crowd = Crowd(words.parse_args())
    crowd.keep(crowd.check())
    for screen in crowd.screens:
        crowd.keep(screen.open())

    async def listen() -> None:
        while line := await crowd.loop.run_in_executor(None, sys.stdin.readline):
            crowd.acknowledge(json.loads(line))
        os._exit(0)

    crowd.keep(listen())
    while True:
        print(json.dumps(crowd.report()), flush=True)
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    asyncio.run(main())
