"""(a) One clock change to N sockets: time until the last client has it, against the reference; memory per
idle socket.
"""

import argparse
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
    """Results of a server with N sockets: milliseconds until the last one had the message, and KiB per idle
    one.
    """

    ms: float
    kib: float


@contextmanager
def cores_apart() -> Iterator[list[str]]:
    """Pin the simulated clients to one core and the servers to the others, equally for both servers.

    The clients stand for other machines. Otherwise the kernel sometimes runs them on the server's core while
    another one is idle, which distorts the results by a third.

    Yields:
        The command prefix for the clients.
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
        time.sleep(0.3)  # longer than the feed collects bursts
        began = send()  # type: ignore[operator]
        seen = crowd.ask("wait")
        if seen["lost"] or not seen["last"]:
            raise SystemExit(f"Sockets were lost or heard nothing: {seen}")
        times.append((seen["last"] - began) / 1e6)
    return statistics.median(times[1:])


def bare(text: str, count: int, core: Sequence[str]) -> float:
    """Return ms until the last socket has the text, with `websockets.broadcast()`."""
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
    """Return ms until the last socket has the text, with the feed, from the publishing of the command."""
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


def run(counts: Sequence[int] = (2000, 8000), *, with_daphne: bool = True) -> list[dict[str, object]]:
    """Measure and return one row per N."""
    with cores_apart() as core:
        return [
            {**_uvicorn(count, core), **(_daphne(count, core) if with_daphne else {})} for count in counts
        ]


def _uvicorn(count: int, core: Sequence[str]) -> dict[str, object]:
    with stage("uvicorn", crowd=True) as room:
        channel, envelope, text = _message_elsewhere(room)
        size = len(text.encode())
        limit_before = bare(text, count, core)
        uvicorn = ours(room, channel, envelope, size, count, core)
        limit_after = bare(text, count, core)
    limit = (limit_before + limit_after) / 2
    return {
        "sockets": count,
        "bytes": size,
        "limit_ms": round(limit, 1),
        "uvicorn_ms": round(uvicorn.ms, 1),
        "uvicorn_ratio": round(uvicorn.ms / limit, 2),
        "uvicorn_kib_per_idle_socket": round(uvicorn.kib, 1),
    }


def _daphne(count: int, core: Sequence[str]) -> dict[str, object]:
    with stage("daphne", crowd=True) as room:
        channel, envelope, text = _message_elsewhere(room)
        size = len(text.encode())
        daphne = ours(room, channel, envelope, size, count, core)
        limit = bare(text, count, core)
    return {
        "daphne_ms": round(daphne.ms, 1),
        "daphne_ratio": round(daphne.ms / limit, 2),
        "daphne_kib_per_idle_socket": round(daphne.kib, 1),
    }


def _message_elsewhere(room: Stage) -> tuple[str, bytes, str]:
    # In a separate process: Django is configured for one room only.
    child = Child.start("bench.message", environment=room.environment)
    message = child.hear()
    child.end()
    return message["channel"], message["envelope"].encode(), message["text"]


def _main() -> None:
    words = argparse.ArgumentParser(prog="python -m bench.fanout")
    words.add_argument("sockets", type=int, nargs="*", default=[2000, 8000], help="numbers of them")
    words.add_argument("--uvicorn", action="store_true", help="without Daphne")
    given = words.parse_args()
    print(json.dumps(run(given.sockets, with_daphne=not given.uvicorn), indent=1))


if __name__ == "__main__":
    _main()
