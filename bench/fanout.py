"""(a) One clock change to N sockets: until the last client has it, against the limit; and memory per idle socket."""

import json
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import redis

from bench.stage import Child, Stage, free_port, stage

ROUNDS = 9


@dataclass(frozen=True)
class Figure:
    """What a server did with N sockets: milliseconds until the last one had it, and KiB for each idle one."""

    ms: float
    kib: float


@contextmanager
def cores_apart() -> Iterator[list[str]]:
    """A core of this machine for the crowd, and the others for what it is a crowd of: both servers alike.

    The crowd stands for other machines. Left to itself the kernel runs it on the server's core now and then while
    another idles, which is neither server's doing and a third of what is measured.

    Yields:
        Words to start the crowd with.
    """
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if len(cores) < 2:
        yield []
        return
    one = max(cores)
    os.sched_setaffinity(0, cores - {one})
    try:
        yield ["--core", str(one)]
    finally:
        os.sched_setaffinity(0, cores)


def _crowd(port: int, count: int, *words: str) -> Child:
    crowd = Child.start("bench.crowd", "--port", str(port), "--count", str(count), *words)
    crowd.hear()
    return crowd


def _rounds(crowd: Child, size: int, send: object) -> float:
    times = []
    for _ in range(ROUNDS):
        crowd.ask(f"arm {size}")
        time.sleep(0.3)  # more than the feed gathers bursts for
        began = send()  # type: ignore[operator]
        seen = crowd.ask("wait")
        if seen["lost"] or not seen["last"]:
            raise SystemExit(f"Sockets were lost or heard nothing: {seen}")
        times.append((seen["last"] - began) / 1e6)
    return statistics.median(times[1:])


def bare(text: str, count: int, core: Sequence[str]) -> float:
    """`websockets.broadcast()` to so many sockets: ms until the last one has the text."""
    port = free_port()
    server = Child.start("bench.bare", "--port", str(port))
    server.hear()
    crowd = _crowd(port, count, "--path", "/", *core)
    try:
        return _rounds(crowd, len(text.encode()), lambda: server.ask(text)["began"])
    finally:
        crowd.end()
        server.end()


def ours(room: Stage, channel: str, envelope: bytes, size: int, count: int, core: Sequence[str]) -> Figure:
    """The feed to so many sockets, from the moment the action publishes."""
    before = room.memory()
    crowd = _crowd(room.port, count, "--follow", "t1", *core)
    time.sleep(1.0)
    kib = (room.memory() - before) / 1024 / count
    client = redis.Redis.from_url(room.environment["REDIS_URL"])

    def send() -> int:
        began = time.monotonic_ns()
        client.publish(channel, envelope)
        return began

    try:
        return Figure(_rounds(crowd, size, send), kib)
    finally:
        crowd.end()


def run(counts: tuple[int, ...] = (2000, 8000)) -> list[dict[str, object]]:
    """Measure and return one row per N."""
    with cores_apart() as core:
        return [_row(count, core) for count in counts]


def _row(count: int, core: Sequence[str]) -> dict[str, object]:
    with stage("uvicorn", crowd=True) as room:
        channel, envelope, text = _message_elsewhere(room)
        size = len(text.encode())
        limit_before = bare(text, count, core)
        uvicorn = ours(room, channel, envelope, size, count, core)
        limit_after = bare(text, count, core)
    with stage("daphne", crowd=True) as room:
        daphne = ours(room, channel, envelope, size, count, core)
    limit = (limit_before + limit_after) / 2
    return {
        "sockets": count,
        "bytes": size,
        "limit_ms": round(limit, 1),
        "uvicorn_ms": round(uvicorn.ms, 1),
        "uvicorn_ratio": round(uvicorn.ms / limit, 2),
        "uvicorn_kib_per_idle_socket": round(uvicorn.kib, 1),
        "daphne_ms": round(daphne.ms, 1),
        "daphne_ratio": round(daphne.ms / limit, 2),
        "daphne_kib_per_idle_socket": round(daphne.kib, 1),
    }


def _message_elsewhere(room: Stage) -> tuple[str, bytes, str]:
    # In a process of its own: Django is configured for one room once.
    child = Child.start("bench.message", environment=room.environment)
    said = child.hear()
    child.end()
    return said["channel"], said["envelope"].encode(), said["text"]


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
