"""The people of the lab: processes with thousands of screens, and a desk whose answers are recorded."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

from bench.hosts.lab import Lab
from bench.hosts.network import Host
from bench.stage import PROJECT

# Screens of one process, which has one address and at most 20,000 files.
_SCREENS_OF_HOST = 5000
# Displays whose clocks are read have a process of their own: one with thousands of screens would read them late.
_READING, _TLS_SHARE = 12, 0.05
_RECENT = 4000


@dataclass(frozen=True)
class Sample:
    """What all screens reported at one time (ns, monotonic)."""

    at: int
    open: int
    losses: int
    behind_s: float
    clock_error_ms: float


class Phones:
    """All screens, on several hosts."""

    def __init__(self, lab: Lab, count: int) -> None:
        """Start them."""
        self.count = count
        self.samples: deque[Sample] = deque(maxlen=_RECENT)
        self._latest: dict[int, dict[str, Any]] = {}
        self._lock = threading.Lock()
        event = lab.event
        self._processes: list[subprocess.Popen[str]] = []
        rest = max(0, count - _READING)
        sizes = [min(_SCREENS_OF_HOST, rest - first) for first in range(0, rest, _SCREENS_OF_HOST)]
        for at, size in enumerate([count - rest, *sizes]):
            host = lab.network.add(f"phones{at}" if at else "displays")
            reading = 0 if at else size
            words = ["--address", lab.proxy.address, "--topic", f"t{event['event']}", "--count", str(size)]
            words += ["--authority", str(lab.authority), "--started", str(event["started_ms"])]
            words += ["--reading", str(reading), "--tls", str(max(reading, round(size * _TLS_SHARE)))]
            process = _start(host, "bench.hosts.phones", *words)
            self._processes.append(process)
            threading.Thread(target=self._listen, args=(at, _pipe(process.stdout)), daemon=True).start()

    def acknowledge(self, seq: int, at: int) -> None:
        """Tell all screens what the desk has been told."""
        for process in self._processes:
            pipe = _pipe(process.stdin)
            pipe.write(json.dumps([[seq, at]]) + "\n")
            pipe.flush()

    def pids(self) -> list[int]:
        """Return the processes, which no fault may hit."""
        return [process.pid for process in self._processes]

    def _listen(self, number: int, pipe: IO[str]) -> None:
        for line in pipe:
            with self._lock:
                self._latest[number] = json.loads(line)
                if len(self._latest) == len(self._processes):
                    parts = list(self._latest.values())
                    self.samples.append(
                        Sample(
                            time.monotonic_ns(),
                            sum(part["open"] for part in parts),
                            sum(part["losses"] for part in parts),
                            max(part["behind_s"] for part in parts),
                            max(part["clock_error_ms"] for part in parts),
                        )
                    )

    def latest(self) -> Sample:
        """Return the last report."""
        return self.samples[-1] if self.samples else Sample(time.monotonic_ns(), 0, 0, 0.0, 0.0)

    def since(self, at: int) -> list[Sample]:
        """Return the reports after a time."""
        with self._lock:
            return [sample for sample in self.samples if sample.at >= at]

    def wait_open(self, seconds: float) -> int:
        """Wait until all are open, or for some seconds; return how many are."""
        deadline = time.monotonic() + seconds
        while self.latest().open < self.count and time.monotonic() < deadline:
            time.sleep(0.5)
        return self.latest().open

    def wait_in_step(self, seconds: float) -> Sample:
        """Wait until every screen has every entry, or for some seconds; return the last report."""
        time.sleep(1.0)
        deadline = time.monotonic() + seconds
        while self.latest().behind_s and time.monotonic() < deadline:
            time.sleep(0.5)
        return self.latest()


@dataclass(frozen=True)
class Answer:
    """What the desk was told about one command."""

    key: str
    status: int
    seq: int | None
    code: str | None
    at: int
    ms: int
    tries: int


class Desk:
    """The desk, on a host of its own."""

    def __init__(
        self,
        lab: Lab,
        phones: Phones | None,
        writers: int,
        pause: float,
        events: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Start it.

        Args:
            phones: the screens; each learns of every answer.
            events: of which the writers bust players, one event after the other; the lab's first one if none.
        """
        self.answers: list[Answer] = []
        self._phones = phones
        host = lab.network.hosts.get("desk") or lab.network.add("desk")
        self._process = _start(host, "bench.hosts.desk")
        order = {
            "address": lab.proxy.address,
            "authority": str(lab.authority),
            "token": lab.event["token"],
            "events": [
                {"event": one["event"], "entries": one["entries"]}
                for one in events or lab.event["events"][:1]
            ],
            "writers": writers,
            "pause": pause,
        }
        pipe = _pipe(self._process.stdin)
        pipe.write(json.dumps(order) + "\n")
        pipe.flush()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in _pipe(self._process.stdout):
            answer = Answer(**json.loads(line))
            self.answers.append(answer)
            if answer.status == 200 and answer.seq and self._phones is not None:
                self._phones.acknowledge(answer.seq, answer.at)

    def since(self, at: int) -> list[Answer]:
        """Return the answers after a time."""
        return [answer for answer in tuple(self.answers) if answer.at >= at]

    def stop(self) -> None:
        """Let it finish what it has begun."""
        _pipe(self._process.stdin).close()
        try:
            self._process.wait(120)
        except subprocess.TimeoutExpired:
            self._process.kill()


def _start(host: Host, module: str, *words: str) -> "subprocess.Popen[str]":
    with (host.directory / "errors.log").open("ab") as errors:
        return subprocess.Popen(
            host.words(sys.executable, "-m", module, *words),
            cwd=PROJECT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
