"""What is done to the hosts, one fault after the other, and what screens and desk saw of it."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import pairwise

from bench.hosts.crew import Desk, Phones
from bench.hosts.database import ADDRESS
from bench.hosts.journal import beat_in_charge
from bench.hosts.lab import Lab
from bench.hosts.network import Host

# Screens are in step again, and a lease is taken over, within this time; all screens are back within the other one
# after no web host was there.
LIMIT_S, RESTART_S = 5.0, 30.0


@dataclass(frozen=True)
class Fault:
    """One fault: what takes something away, what brings it back, and how long a screen may be behind (s)."""

    name: str
    begin: Callable[[], object]
    end: Callable[[], object]
    bound_s: float = LIMIT_S


@dataclass(frozen=True)
class Outcome:
    """What a fault did.

    Attributes:
        lost: sockets that were closed.
        back_s: until all of them were open again.
        behind_s: the longest time that a screen lacked an entry that the desk knew was recorded.
        pause_s: the longest time between two answers to the desk.
        repeated: commands that had to be sent again.
        clock_ms: how far a clock was from the true one at most.
        busts: how many were recorded meanwhile.
        bound_s: how long a screen may be behind.
    """

    name: str
    lost: int
    back_s: float | None
    behind_s: float
    pause_s: float
    repeated: int
    clock_ms: float
    busts: int
    bound_s: float

    @property
    def held(self) -> bool:
        """Return whether the screens were in step again in time."""
        return (
            self.behind_s <= self.bound_s
            and self.back_s is not None
            and (self.bound_s < RESTART_S or self.back_s <= RESTART_S)
        )


class Faults:
    """The list of faults of a lab."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._cut: AbstractContextManager[None] = nullcontext()

    def all(self) -> list[Fault]:
        """Return each kind of fault once."""
        lab = self._lab
        web, worker = lab.web[0], lab.workers[0]
        return [
            Fault("nothing", lambda: None, lambda: None),
            Fault("worker without power", worker.off, lambda: self._return(worker)),
            Fault("beat in charge without power", self._beat_off, self._beat_on),
            Fault("web host without power", web.off, lambda: self._return(web)),
            Fault("Redis primary without power", self._redis_off, self._redis_on),
            Fault("PostgreSQL primary without power", self._database_off, self._database_on),
            Fault("PostgreSQL replica without power", self._replica_off, self._database_on),
            Fault("web host cut off from PostgreSQL", self._cut_from_database, self._mend),
            Fault("web host cut off from Redis", self._cut_from_redis, self._mend),
            Fault("proxy cut off from a web host", self._cut_from_proxy, self._mend),
            Fault("all web hosts start again", self._restart_web, lambda: None, RESTART_S),
        ]

    def _return(self, host: Host) -> None:
        host.on()
        if host is self._lab.beats[0]:
            self._lab.redis.start_sentinel(host)
        self._lab.start_product(host)

    def _restart_web(self) -> None:
        for host in self._lab.web:
            host.kill()
        for host in self._lab.web:
            self._lab.start_product(host)

    def _beat_off(self) -> None:
        in_charge = beat_in_charge(self._lab)
        self._gone = next(host for host in self._lab.beats if host.name == in_charge)
        self._gone.off()

    def _beat_on(self) -> None:
        self._return(self._gone)

    def _redis_off(self) -> None:
        self._gone = self._lab.redis.primary()
        self._gone.off()

    def _redis_on(self) -> None:
        self._gone.on()
        self._lab.redis.start(self._gone)
        self._lab.redis.start_sentinel(self._gone)

    def _database_off(self) -> None:
        self._gone = self._lab.databases.primary
        self._gone.off()

    def _replica_off(self) -> None:
        self._gone = self._lab.databases.replica
        self._gone.off()

    def _database_on(self) -> None:
        self._gone.on()
        self._lab.databases.join(self._gone)

    def _cut_from_database(self) -> None:
        pair = self._lab.databases
        self._cut = self._lab.network.cut(self._lab.web[1], pair.primary, ADDRESS)
        self._cut.__enter__()

    def _cut_from_redis(self) -> None:
        self._cut = self._lab.network.cut(self._lab.web[1], self._lab.redis.primary())
        self._cut.__enter__()

    def _cut_from_proxy(self) -> None:
        self._cut = self._lab.network.cut(self._lab.proxy, self._lab.web[2])
        self._cut.__enter__()

    def _mend(self) -> None:
        self._cut.__exit__(None, None, None)


def observe(fault: Fault, phones: Phones, desk: Desk, seconds: float, settle: float) -> Outcome:
    """Carry out a fault, wait, bring back what was taken away, and wait again."""
    before, began = phones.latest(), time.monotonic_ns()
    fault.begin()
    time.sleep(seconds)
    fault.end()
    phones.wait_open(settle)
    time.sleep(3)
    samples, answers = phones.since(began), desk.since(began)
    times = [began, *(answer.at for answer in answers), time.monotonic_ns()]
    lost = samples[-1].losses - before.losses
    last_short = max((sample.at for sample in samples if sample.open < phones.count), default=began)
    whole = samples[-1].open == phones.count
    return Outcome(
        fault.name,
        lost,
        round((last_short - began) / 1e9, 1) if whole else None,
        max(sample.behind_s for sample in samples),
        round(max(after - one for one, after in pairwise(times)) / 1e9, 1),
        sum(answer.tries > 1 for answer in answers),
        max(sample.clock_error_ms for sample in samples),
        sum(answer.status == 200 for answer in answers),
        fault.bound_s,
    )
