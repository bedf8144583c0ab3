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

    def of(self, mark: Mark, seconds: float) -> Value | None:
        """Return the cached value if it is still current, and not older than this."""
        fresh = self.mark == mark and time.monotonic() - self.read_at < seconds
        return self.value if fresh else None


class MarkCache(Generic[Key, Value]):
    """Cache of values by key, each valid while the journals' numbers do not change."""

    def __init__(
        self,
        *,
        most: int,
        seconds: float = _OLDEST_SECONDS,
        readers: threading.BoundedSemaphore = _READERS,
    ) -> None:
        """Create an empty cache.

        Args:
            most: how many values are kept; beyond that the least recently used one is dropped.
            seconds: how old a value may become, although the numbers do not change.
            readers: limits concurrent reads; by default those of all caches together.
        """
        self._most, self._seconds, self._readers = most, seconds, readers
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
        found = kept.of(mark, self._seconds)
        if found is not None:
            return found
        with kept.reading:
            # Taken before the rows are read: an entry written meanwhile makes the value outdated and is never missed.
            mark = mark_now()
            found = kept.of(mark, self._seconds)
            if found is None and mark:
                with self._readers:
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
