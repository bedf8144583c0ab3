"""Allow one runner per data directory, and end processes left over from a killed one."""

import json
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from ops.errors import OpsError
from ops.process import birth_mark, signal_group


@dataclass(slots=True)
class RunLock:
    """The lock on a data directory, and the record of the processes that were started on it.

    The kernel holds the lock as long as the runner lives, so a killed runner leaves none behind. The
    record identifies each child by PID and start time, so that a reused PID of another program is never
    touched.
    """

    run: Path
    _lock: FileLock | None = field(default=None, init=False)

    def acquire(self) -> None:
        """Take the lock.

        Raises:
            OpsError: another runner holds it.
        """
        path = self.run / "runner.lock"
        # Not by existence: a lock file that outlives a killed runner would keep the room closed.
        lock = FileLock(path, timeout=0, fallback_to_soft=False)
        try:
            lock.acquire()
        except Timeout:
            pid = path.read_text(encoding="utf-8").strip() or "unknown"
            raise OpsError(
                f"The room is already running (pid {pid}) on {self.run.parent}. "
                "Stop that one with Ctrl-C, or start a second room: DATA_DIR=/some/where PORT=8001 make run"
            ) from None
        path.write_text(f"{os.getpid()}\n", encoding="utf-8")
        self._lock = lock

    def release(self) -> None:
        """Release the lock and delete the record."""
        self._record.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @property
    def _record(self) -> Path:
        return self.run / "children.json"

    def note(self, children: Mapping[str, int]) -> None:
        """Record the running processes.

        Args:
            children: PIDs by name; each process leads a group with its PID.
        """
        lines = [
            {"name": name, "pid": pid, "birth": mark}
            for name, pid in children.items()
            if (mark := birth_mark(pid)) is not None
        ]
        draft = self._record.with_suffix(".draft")
        draft.write_text(json.dumps(lines))
        draft.replace(self._record)

    def sweep(self, patience: float = 8.0) -> list[str]:
        """End processes that a killed runner left running. Call with the lock held.

        Args:
            patience: seconds between SIGTERM and SIGKILL.

        Returns:
            The names of the processes that were still running.
        """
        left = [line for line in self._read() if birth_mark(line.pid) == line.birth]
        for line in left:
            signal_group(line.pid, signal.SIGTERM)
        limit = time.monotonic() + patience
        remaining = left
        while remaining and time.monotonic() < limit:
            time.sleep(0.05)
            remaining = [line for line in remaining if birth_mark(line.pid) == line.birth]
        for line in remaining:
            signal_group(line.pid, signal.SIGKILL)
        while any(birth_mark(line.pid) == line.birth for line in remaining):
            time.sleep(0.02)
        self._record.unlink(missing_ok=True)
        return [line.name for line in left]

    def _read(self) -> list["_Child"]:
        try:
            return [_Child(**line) for line in json.loads(self._record.read_text())]
        except (OSError, ValueError, TypeError):
            return []  # no record, or one that was cut off in the middle of a power cut: nothing runs from it


@dataclass(frozen=True, slots=True)
class _Child:
    name: str
    pid: int
    birth: str
