"""(f) A festival: a simulated event of 10,112 at full speed, from the first sale to the replay of its
journal.

Run it on PostgreSQL: `make bench-festival`. `FESTIVAL_PLAYERS` sets a smaller field.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from bench.stage import PROJECT
from ops import redis

PLAYERS = 10_112
BOOK = "tda"
# Limits in ms: a bust from the press to its answer, at p99; a move proposal from the press of the bust until it
# exists.
BUST, PROPOSAL = 100.0, 1_000.0
_TIMES = re.compile(r"^(?P<what>[a-z ]+): (?P<count>\d+), p50 (?P<p50>[\d.]+) ms, p99 (?P<p99>[\d.]+) ms$")


def _manage(environment: dict[str, str], *words: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def _play(environment: dict[str, str], players: int) -> tuple[int, list[str]]:
    """Run the simulation, and print its output as it arrives; return its exit code and its lines."""
    words = [sys.executable, "manage.py", "play", "--fast", "--times"]
    words += ["--players", str(players), "--book", BOOK, "--seed", "1", "--name", "Festival"]
    lines = []
    with subprocess.Popen(words, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip("\n"))
    return process.returncode, lines


def run(players: int) -> int:
    """Run it in a separate room; return 0 if all checks passed and all limits held."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/tmp") as data, redis.temporary() as url:
        environment = {
            **os.environ,
            "DATA_DIR": data,
            "REDIS_URL": url,
            "LOG_LEVEL": "ERROR",
            "PYTHONUNBUFFERED": "1",
        }
        _manage(environment, "migrate", "--noinput", "--verbosity", "0")
        _manage(environment, "prepare_room")
        code, lines = _play(environment, players)
    found = {match["what"]: match for line in lines if (match := _TIMES.match(line))}
    counts = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}
    held = code == 0 and bool(counts)
    for what, bound in (("bust", BUST), ("bust to proposal", PROPOSAL)):
        # Without a measurement there is no result.
        counted = what in found and int(found[what]["count"]) > 0
        value = float(found[what]["p99"]) if counted else float("inf")
        held = held and value <= bound
        print(f"    {what}, p99: {value} ms (at most {bound:g}) {'ok' if value <= bound else 'MISSED'}")
    print(
        f"    seconds for all: {counts.get('seconds')}, of these for checks: {counts.get('seconds_of_checks')}, "
        f"failed checks: {counts.get('failed_checks')}"
    )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(run(int(os.environ.get("FESTIVAL_PLAYERS", PLAYERS))))
