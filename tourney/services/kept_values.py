"""Values that a process caches by key, as many as fit within a bound of their sizes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeptValues(Generic[K, V]):
    """Keeps values, and drops those that were stored longest ago once all are too large together.

    A room may run many small events at the same time, but only a few large ones.

    Args:
        most: bound of the sizes of all values. The last one stored is kept whatever its size.
        size: returns the size of a value, such as the number of its rows; every value counts one more.
    """

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        self._most, self._size_of = most, size
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._size = 0
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value of a key; None if it is not kept."""
        found = self._values.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V) -> None:
        """Store the value of a key, and drop others if that is necessary."""
        size = 1 + self._size_of(value)
        with self._changing:
            _value, before = self._values.pop(key, (None, 0))
            self._values[key] = (value, size)
            self._size += size - before
            while self._size > self._most and len(self._values) > 1:
                _key, (_value, gone) = self._values.popitem(last=False)
                self._size -= gone

    def clear(self) -> None:
        """Drop all values."""
        with self._changing:
            self._values.clear()
            self._size = 0
