"""(m) One suggested structure, one what-if on an event that runs, and one stack in chips, beside a plain loop of this
machine.
"""

import json
import time
from collections.abc import Callable

from clock.rules.breakdown import breakdown
from clock.rules.suggestion.field_model import Field
from clock.rules.suggestion.generator import suggest
from clock.rules.suggestion.plan import Plan
from clock.rules.suggestion.what_if import Change, Situation, what_if

MILLISECONDS = 300.0
# A plain loop of a million additions takes some 30 to 60 ms.
MOST_LOOPS = {"suggestion_loops": 4.0, "free_levels_loops": 6.0, "what_if_loops": 2.0, "breakdown_loops": 6.0}
_ADDITIONS = 1_000_000
_ROUNDS = 7
# A chip set of which no stack can be made, with as much work as is allowed.
_HARD = [2**power for power in range(20)]


def _fastest(what: Callable[[], object]) -> float:
    """Return the milliseconds of the fastest of several runs."""
    times = []
    for _round in range(_ROUNDS):
        began = time.perf_counter()
        what()
        times.append((time.perf_counter() - began) * 1000)
    return min(times)


def _loop() -> float:
    total = 0.0
    for number in range(_ADDITIONS):
        total += number
    return total


def run() -> dict[str, float]:
    """Measure in this process: the rules alone."""
    plan = Plan(players=120, stack=30_000, minutes=360, level_minutes=20, reentries=30, late_minutes=120)
    found = suggest(plan)
    since = sum(level.duration for level in found.levels[:7])
    running = Situation(found.levels, Field(60, 75_000), free=8, since=since)
    loop = _fastest(_loop)
    times = {
        "suggestion": _fastest(lambda: suggest(plan)),
        "free_levels": _fastest(lambda: suggest(Plan(players=3_000, stack=30_000, minutes=840))),
        "what_if": _fastest(lambda: what_if(running, Change(shorter_by=30))),
        "breakdown": _fastest(lambda: breakdown(10**9, _HARD, [1, 4, 8], dict.fromkeys(_HARD, 60))),
    }
    return {f"{name}_ms": round(ms, 1) for name, ms in times.items()} | {
        f"{name}_loops": round(ms / loop, 2) for name, ms in times.items()
    }


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
