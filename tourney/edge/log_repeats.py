"""Limit warnings that repeat while Redis is away: one a minute for each kind, with the number of those left out."""

import logging
import threading
import time
from collections.abc import Callable

_EVERY = 60.0


class OncePerMinute(logging.Filter):
    """Let one warning of each template pass per minute, and everything that is no warning.

    Args:
        now: seconds that only grow; a test brings its own.
    """

    def __init__(self, name: str = "", now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name)
        self._now = now
        self._lock = threading.Lock()
        # By logger and template: when one passed last, and how many were left out since.
        self._passed: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged; one that is names how many of its kind were not."""
        if record.levelno != logging.WARNING:
            return True
        key = record.name, str(record.msg)
        now = self._now()
        with self._lock:
            last, left_out = self._passed.get(key, (-_EVERY, 0))
            if now - last < _EVERY:
                self._passed[key] = last, left_out + 1
                return False
            self._passed[key] = now, 0
        if left_out:
            record.msg = f"{record.msg} ({left_out} more before.)"
        return True
