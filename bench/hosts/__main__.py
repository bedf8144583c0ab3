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
)


def options() -> argparse.Namespace:
    """Parse the command line."""
    words = argparse.ArgumentParser(prog="python -m bench.hosts", description=__doc__)
    words.add_argument("--sockets", type=int, default=2000, help="screens in all (2000)")
    words.add_argument("--players", type=int, default=900, help="of the event (900)")
    words.add_argument("--writers", type=int, default=3, help="people who record busts (3)")
    words.add_argument("--pause", type=float, default=0.6, help="seconds between two busts of each (0.6)")
    words.add_argument("--seconds", type=float, default=15, help="how long each fault lasts (15)")
    words.add_argument("--settle", type=float, default=60, help="how long screens may take to come back (60)")
    words.add_argument("--only", default="", help="faults whose names contain this")
    words.add_argument("--limit", type=float, default=3000, help="seconds after which everything ends (3000)")
    return words.parse_args()


def run(directory: Path, given: argparse.Namespace) -> int:
    """Start everything, carry out the faults, and compare; return 0 if everything held."""
    lab = Lab(directory, given.players)
    lab.start()
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
    outcomes: list[Outcome] = []
    _row(*_COLUMNS)
    _row(*("---" for _ in _COLUMNS))
    for fault in Faults(lab).all():
        if given.only in fault.name or fault.name == "nothing":
            outcomes.append(observe(fault, phones, desk, given.seconds, given.settle))
            _row(*outcomes[-1].__dict__.values())
    desk.stop()
    found = compare(int(str(lab.event["event"])), desk.answers)
    print(
        json.dumps(
            {**found.__dict__, "promotions": len(lab.keeper.promotions), "notes": lab.keeper.notes[-5:]}
        )
    )
    return 0 if found.held and all(outcome.held for outcome in outcomes) else 1


def _row(*cells: object) -> None:
    print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


if __name__ == "__main__":
    given = options()
    sys.exit(enclosed(lambda directory: run(directory, given), given.limit))
