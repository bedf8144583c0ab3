"""A room in a clone of its own, which begins with an earlier version."""

import os
import re
import shutil
import subprocess
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from bench.stage import PROJECT, free_port
from bench.upgrade_rows import Rows, read_postgres, read_sqlite

# Seconds. Packages are installed meanwhile.
PATIENCE = 900.0
_STEP = 0.1
_PASSWORD = re.compile(r"director\s+Password\s+([a-z2-9]{4}(?:-[a-z2-9]{4}){3})")


class Room:
    """A room in a clone."""

    def __init__(self, directory: Path, python: str) -> None:
        """Clone the project.

        Args:
            directory: where clone, data and log go.
            python: makes its virtual environment.
        """
        self._code, self._data, self._log = directory / "code", directory / "data", directory / "log"
        self._port = free_port()
        shutil.rmtree(self._data, ignore_errors=True)
        self._log.unlink(missing_ok=True)
        if not self._code.exists():
            subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(self._code)], check=True)
        subprocess.run(["git", "fetch", "--quiet", str(PROJECT), "HEAD"], cwd=self._code, check=True)
        self._database = os.environ.get("DATABASE_URL", "")
        kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        self._environment = {
            **kept,
            "DATA_DIR": str(self._data),
            "PORT": str(self._port),
            "BIND": "127.0.0.1",
            "PYTHON": python,
        }

    @property
    def address(self) -> str:
        """Return where it is reached."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def output(self) -> str:
        """Return what its processes have printed."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    @property
    def password(self) -> str:
        """Return the director's first password; empty while it has not been shown."""
        found = _PASSWORD.search(self.output)
        return found[1] if found else ""

    def checkout(self, commit: str) -> None:
        """Put another version in place, as `git pull` does."""
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=self._code, check=True)

    def make(self, target: str) -> "subprocess.Popen[bytes]":
        """Start `make` in it."""
        with self._log.open("ab") as log:
            return subprocess.Popen(
                ["make", target],
                cwd=self._code,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def manage(self, *words: str) -> str:
        """Run a command of its version and return what it prints."""
        done = subprocess.run(
            [".venv/bin/python", "manage.py", *words],
            cwd=self._code,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise SystemExit(f"manage.py {words[0]} failed:\n{done.stdout[-3000:]}")
        return done.stdout

    def answers(self) -> bool:
        """Return whether the page of displays is served."""
        with suppress(OSError), urllib.request.urlopen(f"{self.address}/tv/", timeout=5) as page:
            return bool(page.status == 200)
        return False

    def rows(self) -> dict[str, Rows]:
        """Return the rows of its database."""
        return read_postgres(self._database) if self._database else read_sqlite(self._data / "room.sqlite3")


class Probe(threading.Thread):
    """Asks for a page ten times a second and adds up the seconds without an answer."""

    def __init__(self, room: Room) -> None:
        """Begin."""
        super().__init__(daemon=True)
        self._room, self._ended = room, threading.Event()
        self.total = self.longest = 0.0
        self.start()

    def run(self) -> None:
        """Ask until told to end."""
        last, without = time.monotonic(), 0.0
        while not self._ended.wait(_STEP):
            served = self._room.answers()
            now = time.monotonic()
            if served:
                without = 0.0
            else:
                without += now - last
                self.total += now - last
                self.longest = max(self.longest, without)
            last = now

    def end(self) -> None:
        """Stop asking."""
        self._ended.set()
        self.join()
