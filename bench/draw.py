"""(d) A draw for a field of 10,000 on PostgreSQL, seated, journalled and published, against a plain insert of
its rows.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.stage import PROJECT
from ops.postgres import temporary

PLAYERS = 10_000
SECONDS = 3.0


def run() -> dict[str, object]:
    """Run it on a separate PostgreSQL and Redis."""
    return run_room("bench.draw_room", PLAYERS)


def run_room(module: str, *arguments: int) -> dict[str, object]:
    """Run a module that prints its figures, on a separate PostgreSQL and Redis."""
    data = Path(tempfile.mkdtemp(prefix="bench-", dir="/tmp"))
    with temporary() as url:
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "DATA_DIR": str(data),
            "REDIS_URL": f"unix://{data}/run/redis.sock",
            "LOG_LEVEL": "ERROR",
            "FALLBACK_SCHEDULER": "false",
        }
        redis = subprocess.Popen([sys.executable, "-m", "ops.redis"], cwd=PROJECT, env=environment)
        try:
            deadline = time.monotonic() + 20
            while not (data / "run" / "redis.sock").exists():
                if time.monotonic() > deadline:
                    raise SystemExit("Redis did not start.")
                time.sleep(0.05)
            words = [sys.executable, "-m", module, *map(str, arguments)]
            finished = subprocess.run(words, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, check=True)
        finally:
            redis.terminate()
            redis.wait(10)
            shutil.rmtree(data, ignore_errors=True)
    found: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    print(json.dumps(run(), indent=1))
