"""A night of faults: random processes are killed, the network is cut, a clock is set; nothing may grow or be lost."""

import os
import random
import signal
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import redis

from bench.hosts.lab import Lab
from bench.hosts.network import Host

HOUR_MS = 3_600_000
_SAMPLE_SECONDS, _REPAIR_SECONDS, _CUT_SECONDS = 10.0, 0.5, 3.0


@dataclass
class Growth:
    """Samples of everything that could grow."""

    samples: list[dict[str, float]] = field(default_factory=list)

    def take(self, lab: Lab) -> None:
        """Take a sample; what cannot be read at this time is left out."""
        found: dict[str, float] = {}
        for host in (*lab.web, *lab.workers, *lab.beats):
            memory, handles = _used(host)
            found[f"MiB of {host.name}"] = memory
            found[f"handles of {host.name}"] = handles
        try:
            client = lab.redis.client()
            found["keys in Redis"] = float(str(client.dbsize()))
            found["connections to Redis"] = float(client.info("clients")["connected_clients"])
        except (redis.RedisError, StopIteration):
            pass
        try:
            rows = lab.databases.ask(lab.databases.primary, "SELECT count(*) FROM pg_stat_activity")
            found["connections to PostgreSQL"] = float(str(rows[0][0]))
        except psycopg.Error:
            pass
        self.samples.append(found)

    def thirds(self) -> Iterator[tuple[str, float, float]]:
        """Return each name with its median in the first and in the last third."""
        third = max(1, len(self.samples) // 3)
        for name in self.samples[-1] if self.samples else ():
            first = [one[name] for one in self.samples[:third] if name in one]
            last = [one[name] for one in self.samples[-third:] if name in one]
            if first and last:
                yield name, statistics.median(first), statistics.median(last)


def _used(host: Host) -> tuple[float, float]:
    memory = handles = 0.0
    for pid in host.pids():
        try:
            pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
            handles += len(os.listdir(f"/proc/{pid}/fd"))
        except OSError:
            continue
        memory += pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    return memory, handles


class Repairs(threading.Thread):
    """Start again what has ended, as systemd does on each host."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(daemon=True)
        self._lab = lab
        self.ended = threading.Event()
        self.notes: list[str] = []

    def run(self) -> None:
        """Look every half second."""
        while not self.ended.wait(_REPAIR_SECONDS):
            for host in tuple(self._lab.network.hosts.values()):
                for name, process in tuple(host.running.items()):
                    if process.poll() is not None:
                        self._repair(host, name)
            self._repair_database()

    def _repair(self, host: Host, name: str) -> None:
        lab = self._lab
        again: dict[str, Callable[[Host], object]] = {
            "product": lab.start_product,
            "redis": lab.redis.start,
            "sentinel": lab.redis.start_sentinel,
            "proxy": lab.start_proxy,
        }
        if repair := again.get(name.rstrip("0123456789")):
            repair(host)

    def _repair_database(self) -> None:
        pair = self._lab.databases
        primary, replica = pair.primary, pair.replica
        try:
            if not _runs(replica):
                replica.on()
                pair.join(replica)
            elif not _runs(primary) and not pair.is_safe:
                # Nobody else has every commit, so it starts on its own files.
                pair.start(primary)
        except (psycopg.Error, SystemExit, OSError) as error:
            self.notes.append(f"repair of the database: {error}")


def _runs(host: Host) -> bool:
    process = host.running.get("postgres")
    return process is not None and process.poll() is None


class Night:
    """Random faults over some minutes."""

    def __init__(self, lab: Lab, seed: int) -> None:
        self._lab = lab
        self._random = random.Random(seed)
        self.done: Counter[str] = Counter()
        self._kinds: list[tuple[int, str, Callable[[], object]]] = [
            (60, "process of web, worker or beat", self._product),
            (8, "runner of a host with all its processes", self._runner),
            (6, "process of the proxy", self._proxy),
            (6, "Redis", lambda: self._kill_named(self._lab.redis.hosts, "redis")),
            (
                4,
                "Sentinel",
                lambda: self._kill_named([*self._lab.redis.hosts, self._lab.beats[0]], "sentinel"),
            ),
            (2, "PostgreSQL primary", lambda: self._kill_named([self._lab.databases.primary], "postgres")),
            (2, "PostgreSQL replica", lambda: self._kill_named([self._lab.databases.replica], "postgres")),
            (6, "network between two hosts, for 3 s", self._cut),
        ]

    def run(self, minutes: float, kills: int) -> Growth:
        """Carry out the faults, evenly over the time, and take samples."""
        growth, repairs = Growth(), Repairs(self._lab)
        repairs.start()
        began, sampled, done = time.monotonic(), 0.0, 0
        jumps = iter([(0.2, HOUR_MS), (0.4, 0), (0.6, -HOUR_MS), (0.8, 0)])
        jump = next(jumps, None)
        while (passed := time.monotonic() - began) < minutes * 60:
            if passed >= sampled:
                sampled = passed + _SAMPLE_SECONDS
                growth.take(self._lab)
            if jump and passed >= jump[0] * minutes * 60 and self._lab.clock.works:
                self._lab.clock.move(jump[1])
                self.done["clock of a web host set by an hour"] += 1
                jump = next(jumps, None)
            if passed >= done * minutes * 60 / max(1, kills) and done < kills:
                done += 1
                self._one()
            time.sleep(0.2)
        repairs.ended.set()
        repairs.join(120)
        return growth

    def _one(self) -> None:
        weights = [weight for weight, _name, _work in self._kinds]
        [(_weight, name, work)] = self._random.choices(self._kinds, weights)
        work()
        self.done[name] += 1

    def _host(self) -> Host:
        lab = self._lab
        return self._random.choice([*lab.web, *lab.workers, *lab.beats])

    def _product(self) -> None:
        pids = self._host().pids()[1:]
        if pids:
            _kill(self._random.choice(pids))

    def _runner(self) -> None:
        host = self._host()
        for pid in host.pids_of("product"):
            _kill(pid)

    def _proxy(self) -> None:
        pids = self._lab.proxy.pids()
        if pids:
            _kill(self._random.choice(pids))

    def _kill_named(self, hosts: list[Host], name: str) -> None:
        for pid in self._random.choice(hosts).pids_of(name):
            _kill(pid)

    def _cut(self) -> None:
        lab = self._lab
        others = [lab.databases.primary, lab.proxy, *lab.redis.hosts]
        with lab.network.cut(self._random.choice(lab.web), self._random.choice(others)):
            time.sleep(_CUT_SECONDS)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
