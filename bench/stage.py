"""A room on loopback for measurements: its own data, Redis, web process and further processes."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

PROJECT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    """Return a free TCP port of loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Child:
    """A helper process that communicates in lines of JSON."""

    process: "subprocess.Popen[str]"

    @classmethod
    def start(cls, *words: str, environment: dict[str, str] | None = None) -> "Child":
        """Start `python -m …`."""
        process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return cls(process)

    def hear(self) -> dict[str, Any]:
        """Return its next line."""
        line = _pipe(self.process.stdout).readline()
        if not line:
            raise SystemExit(f"A helper of the bench ended: {self.process.args}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def say(self, text: str) -> None:
        """Send it a line."""
        pipe = _pipe(self.process.stdin)
        pipe.write(text + "\n")
        pipe.flush()

    def ask(self, text: str) -> dict[str, Any]:
        """Send it a line and return its answer."""
        self.say(text)
        return self.hear()

    def end(self) -> None:
        """Stop it."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


@dataclass
class Stage:
    """A running room.

    Attributes:
        port: of the web process.
        environment: of its processes.
        password: the director's.
    """

    port: int
    environment: dict[str, str]
    password: str
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    def memory(self) -> int:
        """Return resident bytes of the web process."""
        return int(psutil.Process(self.processes["web"].pid).memory_info().rss)

    def processor_seconds(self) -> float:
        """Return CPU seconds used by the web process so far."""
        used = psutil.Process(self.processes["web"].pid).cpu_times()
        return float(used.user + used.system)


def _run(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr}")
    return done.stdout


@contextmanager
def stage(server: str, *, crowd: bool = False, parts: tuple[str, ...] = ("redis", "web")) -> Iterator[Stage]:
    """Set up and run a room within the block.

    Args:
        server: `uvicorn` or `daphne`.
        crowd: whether sockets are idle for long, so that heartbeats would distort the count of bytes.
        parts: processes of the Procfile to run.
    """
    data = Path(tempfile.mkdtemp(prefix="bench-", dir="/tmp"))
    port = free_port()
    environment = {
        **{key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}},
        "DATA_DIR": str(data),
        "PORT": str(port),
        "WEB_SERVER": server,
        "LOG_LEVEL": os.environ.get("LOG_LEVEL", "ERROR"),
        "REDIS_URL": f"unix://{data}/run/redis.sock",
        "FALLBACK_SCHEDULER": "false" if crowd else "true",
        # All simulated clients share one address.
        "SOCKETS_PER_ADDRESS": "100000",
    }
    if crowd:
        environment |= {"HEARTBEAT_SECONDS": "3600", "SOCKET_SILENCE_SECONDS": "36000"}
    found = Stage(port, environment, "")
    try:
        _start(found, "redis", data)
        _run(environment, "manage.py", "migrate", "-v", "0")
        found.password = json.loads(_run(environment, "manage.py", "prepare_room").splitlines()[-1])[
            "password"
        ]
        for part in parts:
            if part != "redis":
                _start(found, part, data)
        _wait_for(found)
        yield found
    finally:
        for name in reversed(list(found.processes)):
            _stop(found.processes[name])
        shutil.rmtree(data, ignore_errors=True)


_COMMANDS = {
    "redis": ["-m", "ops.redis"],
    "web": ["-m", "ops.web"],
    "worker": ["-m", "celery", "-A", "tourney", "worker", "--pool", "solo", "--loglevel", "error"],
    "beat": ["-m", "celery", "-A", "tourney", "beat", "--pidfile=", "--loglevel", "error"],
}


def _start(found: Stage, part: str, data: Path) -> None:
    more = ["--schedule", str(data / "run" / "schedule")] if part == "beat" else []
    found.processes[part] = subprocess.Popen(
        [sys.executable, *_COMMANDS[part], *more], cwd=PROJECT, env=found.environment
    )
    if part == "redis":
        deadline = time.monotonic() + 20
        while not (data / "run" / "redis.sock").exists():
            if time.monotonic() > deadline:
                raise SystemExit("Redis did not start.")
            time.sleep(0.05)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_for(found: Stage) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{found.address}/live/t1/", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("The web process did not answer.")
