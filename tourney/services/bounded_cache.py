"""A cache of values by key, limited by their total size."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Cache values, and drop those stored longest ago once their total size exceeds a limit.

    A room may run many small events at the same time, but only a few large ones.

    Args:
        most: limit of the total size. The value stored last is kept, however large it is.
        size: returns the size of a value, such as the number of its rows; one is added for each value.
    """

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        self._most, self._size_of = most, size
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value of a key; None if it is not cached."""
        found = self._values.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V) -> None:
        """Store the value of a key, and drop others if necessary."""
        size = 1 + self._size_of(value)
        with self._lock:
            _value, before = self._values.pop(key, (None, 0))
            self._values[key] = (value, size)
            self._size += size - before
            while self._size > self._most and len(self._values) > 1:
                _key, (_value, dropped) = self._values.popitem(last=False)
                self._size -= dropped

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self._size = 0
