"""Whose turn it is to write, where the database knows no queue.

On SQLite one transaction writes at a time, and whoever waits for it asks again and again: under a rush somebody with
bad luck asks in vain until their time is up. So the threads of a process queue here, and one of them asks.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

# Whoever waits longer (seconds) asks the database itself: this is for fairness, the lock is the database's.
_PATIENCE = 20.0
_turn = threading.Lock()
_waiting: set[int] = set()


def waiting() -> int:
    """How many threads of this process wait for their turn."""
    return len(_waiting)


@contextmanager
def turn() -> Iterator[Callable[[], None]]:
    """Wait for one's turn to begin a transaction; gives what ends it, to be called once that is committed.

    Within a transaction, and on a database whose locks queue, nobody waits.
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
