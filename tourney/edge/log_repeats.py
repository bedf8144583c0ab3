"""Limit repeated warnings while Redis is away: one a minute of each kind, with the number of suppressed
ones.
"""

import logging
import threading
import time
import weakref
from collections.abc import Callable

_EVERY = 60.0
_FILTERS: "weakref.WeakSet[OncePerMinute]" = weakref.WeakSet()


class OncePerMinute(logging.Filter):
    """Let one warning of each template pass per minute, and all records that are not warnings.

    Args:
        max_level: the highest level that is limited; warnings are the lowest.
        now: monotonic clock in seconds; tests pass their own.
    """

    def __init__(
        self, name: str = "", now: Callable[[], float] = time.monotonic, max_level: int = logging.WARNING
    ) -> None:
        super().__init__(name)
        self._max_level = max_level
        self._now = now
        self._lock = threading.Lock()
        # By logger and template: when one last passed, and how many were suppressed since.
        self._passed: dict[tuple[str, str], tuple[float, int]] = {}
        _FILTERS.add(self)

    def forget(self) -> None:
        """Let the next warning of each template pass."""
        with self._lock:
            self._passed.clear()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record; a logged one states how many of its kind were suppressed."""
        if not logging.WARNING <= record.levelno <= self._max_level:
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


def forget_all() -> None:
    """Let all loggers write their next warnings, as a new process does."""
    for one in _FILTERS:
        one.forget()
