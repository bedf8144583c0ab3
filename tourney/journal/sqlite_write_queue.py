"""Queue writers fairly on SQLite.

SQLite allows one writing transaction at a time, and waiting connections poll for the lock: under load an
unlucky one times out. So the threads of a process queue here, and only the first one polls.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

# After this time (seconds) a thread polls the database itself: the queue is for fairness, the lock is SQLite's.
_PATIENCE = 20.0
_turn = threading.Lock()
_waiting: set[int] = set()


def waiting() -> int:
    """Return how many threads of this process are waiting."""
    return len(_waiting)


@contextmanager
def turn() -> Iterator[Callable[[], None]]:
    """Wait for permission to begin a transaction; return a function to call after its commit.

    Does not wait within a transaction, or on a database that queues its locks.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield lambda: None
        return
    own = threading.get_ident()
    _waiting.add(own)
    try:
        held = _turn.acquire(timeout=_PATIENCE)
    finally:
        _waiting.discard(own)

    def let_go() -> None:
        nonlocal held
        if held:
            held = False
            _turn.release()

    try:
        yield let_go
    finally:
        let_go()
