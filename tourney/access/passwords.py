"""Limit concurrent password checks: each takes 0.1 s of CPU, and any client may request one."""

import threading

from django.conf import settings

# How many more may wait for a slot, and how long; others are refused at once.
_WAITING = 8
_PATIENCE_SECONDS = 5.0


class Busy(Exception):
    """Too many passwords are being checked at once."""


class Turns:
    """A semaphore with a short, bounded queue."""

    def __init__(self, at_once: int) -> None:
        self._running = threading.BoundedSemaphore(at_once)
        self._all = threading.BoundedSemaphore(at_once + _WAITING)

    def __enter__(self) -> None:
        """Acquire a slot.

        Raises:
            Busy: there are too many already, or it took too long.
        """
        if not self._all.acquire(blocking=False):
            raise Busy
        if not self._running.acquire(timeout=_PATIENCE_SECONDS):
            self._all.release()
            raise Busy

    def __exit__(self, *failure: object) -> None:
        """Release the slot."""
        self._running.release()
        self._all.release()


TURNS = Turns(settings.PASSWORDS_AT_ONCE)
