"""(g) Places and payouts of a field of 10,112: by the rules alone, and from rows as pages and the desk read
them.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random

from bench.stage import PROJECT
from prizes.rules.awards import awards, ladder
from prizes.rules.payouts import by_table
from prizes.rules.places import Entered, Out, rank
from prizes.rules.tables import shipped_table
from tourney.rulebooks.books.loader import shipped

ENTRIES = 10_112
MILLISECONDS = 200.0
BOOKS = ("tda", "munot", "five_spades")
_PRICE = 10_000
_ROUNDS = 21


def field(entries: int, dice: Random) -> list[Entered]:
    """Return a finished field: one in ten re-enters, some bust in one hand, some stacks were counted."""
    players: list[int] = []
    found = []
    for entry in range(1, entries):
        again = bool(players) and dice.random() < 0.1
        players.append(dice.choice(players) if again else entry)
        back_until = entries * 300 if entry < entries // 5 else None
        at, table, hand = entry * 1_000 - dice.randrange(3) * 1_000, entry % (entries // 9 + 1), entry // 2
        stack = dice.randrange(1, 50_000) if entry % 7 == 0 else None
        out = Out("bust", at, table, hand, stack, back_until=back_until)
        found.append(Entered(entry, players[-1], out))
    found.append(Entered(entries, entries))
    return found


def best_of(rounds: int, what: Callable[[], object]) -> float:
    """Return milliseconds of the fastest of several runs."""
    times = []
    for _round in range(rounds):
        began = time.perf_counter()
        what()
        times.append((time.perf_counter() - began) * 1000)
    return min(times)


def by_the_rules(book: str, entries: int = ENTRIES) -> float:
    """Return milliseconds for places, payouts and winners."""
    rules, table = shipped()[book], shipped_table("flat_15")
    entered = field(entries, Random(1))

    def whole() -> None:
        ranking = rank(entered, rules, complete=True)
        given = awards(ranking.places, ladder(by_table(table, entries, entries * _PRICE)))
        if sum(one.cash for one in given) != entries * _PRICE:
            raise SystemExit("The prizes do not add up to the pool.")

    return round(best_of(_ROUNDS, whole), 1)


def from_rows(entries: int = ENTRIES) -> float:
    """Return milliseconds for the same from the rows of an event, on SQLite, in a separate process."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/tmp") as data:
        environment = {**os.environ, "DATA_DIR": data, "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
        subprocess.run(migrate, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, check=True)
        words = [sys.executable, "-m", "bench.prizes_room", str(entries)]
        finished = subprocess.run(words, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, check=True)
    return float(json.loads(finished.stdout.splitlines()[-1])["milliseconds"])


def run() -> dict[str, object]:
    """Measure with books that break ties differently, and from rows."""
    return {
        "entries": ENTRIES,
        "rules_ms": {book: by_the_rules(book) for book in BOOKS},
        "from_rows_ms": from_rows(),
    }


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
