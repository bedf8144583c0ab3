"""Fixtures of the runner tests: a runner with its own Procfile."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops.paths import PROJECT
from tests.fixtures.processes import start_process
from tests.ops.helpers import until


class Runner:
    """A `python -m ops.run --only-processes` with its own Procfile and data directory."""

    def __init__(self, home: Path, procfile: str) -> None:
        self.home = home
        self.data = home / "data"
        self.lines = home / "lines"
        (home / "Procfile").write_text(procfile)
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        environment = {key: value for key, value in os.environ.items() if key != "REDIS_URL"}
        with self.lines.open("ab") as sink:
            return start_process(
                [
                    *(sys.executable, "-m", "ops.run", "--only-processes"),
                    *("--procfile", str(self.home / "Procfile"), "--directory", str(self.home)),
                ],
                cwd=PROJECT,
                env={**environment, "DATA_DIR": str(self.data), "PORT": "8123", "PYTHONPATH": str(PROJECT)},
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
            )

    def output(self) -> str:
        return self.lines.read_text()

    def pids(self, name: str) -> list[int]:
        """Return the PIDs that a process wrote to the file of its name, one per start."""
        file = self.home / f"{name}.pids"
        return [int(line) for line in file.read_text().splitlines()] if file.exists() else []

    def pid(self, name: str, life: int = 1) -> int:
        """Wait for the first (second, …) start of a process and return its PID."""
        return until(lambda: self.pids(name)[life - 1 : life])[0]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(20)


# A process that writes its PID to a file named after it, and keeps running.
LIVES = "{name}: sh -c 'echo $$ >> {name}.pids; while :; do sleep 0.1; done'\n"


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    """Return a runner with two processes, `one` and `two`."""
    made = Runner(tmp_path, LIVES.format(name="one") + LIVES.format(name="two"))
    yield made
    made.stop()
