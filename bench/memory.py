"""How much memory a room needs on a small machine: `make bench-memory` (Linux).

A room on SQLite runs as by `make run`, with a display and fifty phones connected. Printed is the proportional set size
of each process (pages that processes share are divided among them), so that the sum is what the machine has to have.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

import psutil

from bench.stage import PROJECT, Child, free_port

PHONES = 50
_SETTLE = 60.0
_PATIENCE = 900.0
_PAGES = ("/", "/events/1/", "/tv/", "/health/")
# Name → the Procfile.
WAYS = {"as it is": "Procfile", "small": "deploy/Procfile.small"}


def proportional(pid: int) -> int:
    """Return the proportional set size of a process in bytes; 0 if it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def name_of(process: psutil.Process) -> str:
    """Return which line of the Procfile a process is."""
    words = " ".join(process.cmdline())
    for mark, name in (
        ("ops.run", "runner"),
        ("redis", "redis"),
        ("ops.web", "web"),
        ("daphne", "web"),
        ("uvicorn", "web"),
        ("worker", "worker"),
        ("beat", "beat"),
        ("play_asked", "play"),
    ):
        if mark in words:
            return name
    return "other"


def measure(procfile: str, phones: int) -> dict[str, float]:
    """Return MiB by process, and their sum, with this Procfile."""
    data = Path(tempfile.mkdtemp(prefix="bench-memory-"))
    port = free_port()
    left_out = {"DATABASE_URL", "REDIS_URL"}
    environment = {
        **{name: value for name, value in os.environ.items() if name not in left_out},
        "DATA_DIR": str(data),
        "PORT": str(port),
        "BIND": "127.0.0.1",
        "SOCKETS_PER_ADDRESS": "1000",
    }
    log = data / "log"
    with log.open("wb") as output:
        runner = subprocess.Popen(
            [sys.executable, "-m", "ops.run", "--procfile", str(PROJECT / procfile)],
            cwd=PROJECT,
            env=environment,
            stdout=output,
            stderr=output,
        )
    crowd = None
    try:
        limit = time.monotonic() + _PATIENCE
        while "The room is open." not in log.read_text(errors="replace"):
            if time.monotonic() > limit or runner.poll() is not None:
                raise SystemExit(log.read_text(errors="replace")[-2000:])
            time.sleep(0.5)
        crowd = Child.start("bench.crowd", "--port", str(port), "--count", str(phones + 1), "--follow", "t1")
        crowd.hear()
        for _ in range(phones + 1):
            for page in _PAGES:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{page}", timeout=60) as answer:
                    answer.read()
        time.sleep(_SETTLE)
        parent = psutil.Process(runner.pid)
        found: Counter[str] = Counter()
        for process in (parent, *parent.children(recursive=True)):
            found[name_of(process)] += proportional(process.pid)
        measured = {name: round(size / 2**20, 1) for name, size in found.most_common()}
        return {**measured, "all": round(found.total() / 2**20, 1)}
    finally:
        if crowd is not None:
            crowd.end()
        runner.terminate()
        runner.wait(60)
        shutil.rmtree(data, ignore_errors=True)


def main() -> None:
    """Print both ways to run it, with each server."""
    for way, procfile in WAYS.items():
        print(json.dumps({"processes": way, "phones": PHONES, **measure(procfile, PHONES)}), flush=True)


if __name__ == "__main__":
    main()
