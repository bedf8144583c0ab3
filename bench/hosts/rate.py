"""How many commands a second the hosts record, for one event and for several."""

import statistics
import time
from collections.abc import Iterator

from bench.hosts.crew import Desk
from bench.hosts.lab import Lab

# How many events at once, and how many people write in all.
ROUNDS = ((1, 1), (1, 2), (1, 4), (1, 8), (2, 8), (4, 8))
EVENTS = sum(events for events, _writers in ROUNDS)
COLUMNS = ("events", "writers", "commands a second", "p50 (ms)", "p99 (ms)", "refused or unanswered")
_WARM_UP = 3.0


def rates(lab: Lab, seconds: float) -> Iterator[tuple[object, ...]]:
    """Bust players without a pause, each round in events of its own; yield a row for each round."""
    events = iter(lab.event["events"])
    for count, writers in ROUNDS:
        desk = Desk(lab, None, writers, 0.0, [next(events) for _ in range(count)])
        time.sleep(_WARM_UP)
        began = time.monotonic_ns()
        time.sleep(seconds)
        answers, took = desk.since(began), (time.monotonic_ns() - began) / 1e9
        desk.stop()
        good = sorted(answer.ms for answer in answers if answer.status == 200)
        if not good:
            raise SystemExit("No command was answered.")
        yield (
            count,
            writers,
            round(len(good) / took, 1),
            round(statistics.median(good)),
            good[min(len(good) - 1, len(good) * 99 // 100)],
            len(answers) - len(good),
        )
