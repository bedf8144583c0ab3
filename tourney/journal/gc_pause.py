"""Pause garbage collection during bulk inserts."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_waiting_for = 0


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector within the block. Scanning tens of thousands of new rows repeatedly would
    take a third of the time of a large draw. Reference counting still frees objects without cycles.
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
