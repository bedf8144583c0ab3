"""Python's collector of cycles waits while many rows are made."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_waiting_for = 0


@contextmanager
def gc_paused() -> Iterator[None]:
    """Have the collector wait until the block is over: it would look at tens of thousands of new rows again and
    again, a third of the time of a large draw, and none of them is in the way yet. What no cycle holds goes as ever.
    """
    global _waiting_for
    with _lock:
        _waiting_for += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _waiting_for -= 1
            if not _waiting_for:
                gc.enable()
