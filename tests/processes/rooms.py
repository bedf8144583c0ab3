"""A room started like `make run`, for tests and screenshots."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import IO, Any

from bench.stage import free_port
from ops.paths import PROJECT, redis_socket
from ops.process import birth_mark
from tests.fixtures.process_guard import end
from tests.fixtures.processes import start_process
from tests.waiting import until


class Room:
    """A room started like `make run`, in its own directory."""

    def __init__(self, data: Path, database: Path | None = None) -> None:
        """Start it.

        Args:
            database: a migrated database to copy; None to create one.
        """
        self.data = data
        if database is not None:
            shutil.copyfile(database, data / "room.sqlite3")
        self.port = free_port()
        self.environment = {
            **{key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}},
            "DATA_DIR": str(data),
            "PORT": str(self.port),
            "HEARTBEAT_SECONDS": "1",
            "LOG_LEVEL": "WARNING",
        }
        self.log = (data / "runner.log").open("wb")
        self.runner = self._start()
        try:
            until(self.well, patience=180, message="the room does not start")
        except AssertionError:
            self._end_runner()
            raise
        redis = f"unix://{self._redis_socket()}"
        self._staff = start_process(
            [sys.executable, "-m", "tests.processes.staff"],
            cwd=PROJECT,
            env={**self.environment, "REDIS_URL": redis},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _start(self) -> "subprocess.Popen[bytes]":
        return start_process(
            [sys.executable, "-m", "ops.run"],
            cwd=PROJECT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def start_again(self) -> None:
        """Restart the room with the same data, after its runner was killed."""
        self.runner = self._start()
        until(self.well, patience=90, message="the room does not start again")

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    def _redis_socket(self) -> str:
        return str(redis_socket(self.data))

    def password(self) -> str:
        """Return the director's password from the banner of the first start."""
        log = self.data / "runner.log"
        # The server may answer before it is printed.
        return until(
            lambda: (found := re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){3}", log.read_text())) and found[0],
            patience=30,
            message="no password was printed",
        )

    def well(self) -> bool:
        """Return whether all parts of the server report that they are well."""
        assert self.runner.poll() is None, (self.data / "runner.log").read_text()
        try:
            with urllib.request.urlopen(f"{self.url}/health/", timeout=5) as answer:
                return bool(json.load(answer)["ok"])
        except OSError:
            return False

    def pid(self, name: str) -> int | None:
        """Return the PID of a running process of the Procfile."""
        try:
            children = json.loads((self.data / "run" / "children.json").read_text())
        except (OSError, ValueError):
            return None
        return next((child["pid"] for child in children if child["name"] == name), None)

    def kill(self, name: str) -> int:
        """Kill -9 a process and its children."""
        pid = self.pid(name)
        assert pid is not None
        os.killpg(pid, signal.SIGKILL)
        return pid

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request to the helper process."""
        _pipe(self._staff.stdin).write(json.dumps(request) + "\n")
        _pipe(self._staff.stdin).flush()
        line = _pipe(self._staff.stdout).readline()
        assert line, "the helper process has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Send Ctrl-C and wait for the end."""
        self._staff.terminate()
        self._staff.wait(10)
        self._end_runner()

    def _end_runner(self) -> None:
        mark = birth_mark(self.runner.pid)
        self.runner.send_signal(signal.SIGINT)
        try:
            # It kills processes that take longer than thirty seconds.
            self.runner.wait(45)
        except subprocess.TimeoutExpired:
            # If only the runner is killed, processes that ignore SIGTERM would remain.
            end({self.runner.pid: mark}, patience=0)
            self.runner.wait()
        self.log.close()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
