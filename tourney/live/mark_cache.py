"""Cache read results until the next journal entry, in the memory of one process."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Mark = tuple[int, ...]

# Boards change with journal entries. Times on a board may be this old.
_OLDEST_SECONDS = 10.0
# Limit of concurrent reads across all caches; other requests wait for the result.
_READERS = threading.BoundedSemaphore(2)


@dataclass(slots=True)
class _Kept(Generic[Value]):
    """A cached value.

    Attributes:
        reading: held while it is being read.
        mark: the journals' numbers before it was read; empty before the first read.
    """

    reading: threading.Lock = field(default_factory=threading.Lock)
    mark: Mark = ()
    value: Value | None = None
    read_at: float = 0.0

    def of(self, mark: Mark) -> Value | None:
        """Return the cached value if it is still current."""
        fresh = self.mark == mark and time.monotonic() - self.read_at < _OLDEST_SECONDS
        return self.value if fresh else None


class MarkCache(Generic[Key, Value]):
    """Cache of values by key, each valid while the journals' numbers do not change."""

    def __init__(self, *, most: int) -> None:
        """Create an empty cache.

        Args:
            most: how many values are kept; beyond that the least recently used one is dropped.
        """
        self._most = most
        self._kept: OrderedDict[Key, _Kept[Value]] = OrderedDict()
        self._keeping = threading.Lock()

    def get(self, key: Key, mark_now: Callable[[], Mark], read: Callable[[], Value]) -> Value | None:
        """Return the current value; None if there is nothing to read.

        One reader at a time for each key: requests that arrive meanwhile get its result if it is still current.

        Args:
            mark_now: the journals' present numbers; () if there is nothing to read.
            read: called if the cache has no current value. Exceptions are not cached.
        """
        mark = mark_now()
        if not mark:
            return None
        kept = self._place_of(key)
        found = kept.of(mark)
        if found is not None:
            return found
        with kept.reading:
            # Taken before the rows are read: an entry written meanwhile makes the value outdated and is never missed.
            mark = mark_now()
            found = kept.of(mark)
            if found is None and mark:
                with _READERS:
                    found = read()
                kept.mark, kept.value, kept.read_at = mark, found, time.monotonic()
        return found

    def clear(self) -> None:
        """Remove all values."""
        with self._keeping:
            self._kept.clear()

    def _place_of(self, key: Key) -> _Kept[Value]:
        with self._keeping:
            kept = self._kept.get(key)
            if kept is None:
                kept = self._kept[key] = _Kept()
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept
