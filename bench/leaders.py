"""(k) The chip leaders and the phones' own stacks of a count of 10,000 stacks, beside a plain read of its rows."""

import json
import os
import subprocess
import sys
import tempfile

from bench.stage import PROJECT

STACKS = 10_000
MILLISECONDS = 100.0


def run(stacks: int = STACKS) -> dict[str, float]:
    """Measure on SQLite, in a separate process."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/tmp") as data:
        environment = {**os.environ, "DATA_DIR": data, "LOG_LEVEL": "ERROR"}
        environment.pop("DATABASE_URL", None)
        migrate = [sys.executable, "manage.py", "migrate", "--noinput", "--verbosity", "0"]
        subprocess.run(migrate, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, check=True)
        words = [sys.executable, "-m", "bench.leaders_room", str(stacks)]
        finished = subprocess.run(words, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(finished.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
