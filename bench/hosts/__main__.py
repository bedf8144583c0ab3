"""A festival on several hosts, from which one after the other is taken away: `make hosts`."""

import argparse
import json
import sys
import time
from pathlib import Path

from bench.hosts.crew import Desk, Phones
from bench.hosts.faults import Faults, Outcome, observe
from bench.hosts.journal import compare
from bench.hosts.lab import Lab
from bench.hosts.night import Night
from bench.hosts.rate import COLUMNS, EVENTS, rates
from bench.hosts.sandbox import enclosed

_COLUMNS = (
    "what happened",
    "sockets lost",
    "all back (s)",
    "screens behind (s)",
    "desk waited (s)",
    "sent again",
    "clock off (ms)",
    "busts",
    "bound (s)",
)

# MiB, handles, keys or connections that a count may grow by without a leak.
_SLACK = 20


def options() -> argparse.Namespace:
    """Parse the command line."""
    words = argparse.ArgumentParser(prog="python -m bench.hosts", description=__doc__)
    words.add_argument("--sockets", type=int, default=2000, help="screens in all (2000)")
    words.add_argument("--players", type=int, default=900, help="of the event (900)")
    words.add_argument("--writers", type=int, default=3, help="people who record busts (3)")
    words.add_argument("--pause", type=float, default=0.6, help="seconds between two busts of each (0.6)")
    words.add_argument("--seconds", type=float, default=15, help="how long each fault lasts (15)")
    words.add_argument("--settle", type=float, default=60, help="how long screens may take to come back (60)")
    words.add_argument("--heartbeat", type=int, default=2, help="seconds between two heartbeats (2)")
    words.add_argument("--only", default="", help="faults whose names contain this")
    words.add_argument(
        "--night", type=float, default=0, help="minutes of random faults instead of each in turn"
    )
    words.add_argument(
        "--rate", type=float, default=0, help="seconds of each round of commands without a pause, instead"
    )
    words.add_argument("--kills", type=int, default=60, help="how many in these minutes (60)")
    words.add_argument("--seed", type=int, default=1, help="of the random faults (1)")
    words.add_argument("--limit", type=float, default=3000, help="seconds after which everything ends (3000)")
    return words.parse_args()


def run(directory: Path, given: argparse.Namespace) -> int:
    """Start everything, carry out the faults, and compare; return 0 if everything held."""
    lab = Lab(directory, given.players, given.heartbeat, given.sockets, EVENTS if given.rate else 1)
    lab.start()
    if given.rate:
        return _rates(lab, given)
    began, idle = time.monotonic(), lab.web_memory()
    phones = Phones(lab, given.sockets)
    reached = phones.wait_open(given.settle * 5)
    took, kib = time.monotonic() - began, (lab.web_memory() - idle) / 1024 / max(1, reached)
    print(
        f"{reached:,} of {given.sockets:,} sockets were open after {took:.0f} s, {kib:.1f} KiB each.",
        flush=True,
    )
    desk = Desk(lab, phones, given.writers, given.pause)
    # The first commands load what later ones find in memory.
    while len(desk.answers) < 10 * given.writers:
        time.sleep(0.5)
    held = _night(lab, phones, given) if given.night else _each_in_turn(lab, phones, desk, given)
    desk.stop()
    phones.wait_open(given.settle)
    at_end = phones.wait_in_step(given.settle)
    found = compare(int(str(lab.event["event"])), desk.answers)
    more = {
        "promotions": len(lab.keeper.promotions),
        "screens_open": at_end.open,
        "screens_in_step": at_end.behind_s == 0,
        "clock_off_ms": at_end.clock_error_ms,
    }
    print(json.dumps({**found.__dict__, **more}))
    in_step = at_end.open == given.sockets and at_end.behind_s == 0
    return 0 if held and found.held and in_step else 1


def _rates(lab: Lab, given: argparse.Namespace) -> int:
    _row(*COLUMNS)
    _row(*("---" for _ in COLUMNS))
    for row in rates(lab, given.rate):
        _row(*row)
    return 0


def _each_in_turn(lab: Lab, phones: Phones, desk: Desk, given: argparse.Namespace) -> bool:
    outcomes: list[Outcome] = []
    _row(*_COLUMNS)
    _row(*("---" for _ in _COLUMNS))
    for fault in Faults(lab).all():
        if given.only in fault.name or fault.name == "nothing":
            outcomes.append(observe(fault, phones, desk, given.seconds, given.settle))
            _row(*outcomes[-1].__dict__.values())
    return all(outcome.held for outcome in outcomes)


def _night(lab: Lab, phones: Phones, given: argparse.Namespace) -> bool:
    """Print what was done and what has grown; what was killed last is smaller than before, so growth is a doubling."""
    night = Night(lab, given.seed)
    growth = night.run(given.night, given.kills)
    for name, count in night.done.most_common():
        print(f"{count} × {name}", flush=True)
    if not lab.clock.works:
        print("No C compiler, so no clock was set.")
    _row("what may not grow", "first third", "last third")
    _row("---", "---", "---")
    thirds = list(growth.thirds())
    for name, first, last in thirds:
        _row(name, round(first), round(last))
    worst = max(phones.since(0), key=lambda sample: sample.behind_s)
    print(f"A screen was at most {worst.behind_s} s behind.")
    return all(last <= 2 * first + _SLACK for _name, first, last in thirds)


def _row(*cells: object) -> None:
    print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


if __name__ == "__main__":
    given = options()
    sys.exit(enclosed(lambda directory: run(directory, given), given.limit))
