"""Cache results that are costly and change only with an event's journal, in the memory of a process."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from tourney.models import Tournament

T = TypeVar("T")
_all: list["EventCache[object]"] = []


class EventCache(Generic[T]):
    """A result for each event, read again once the event's journal has grown.

    Args:
        read: returns the result for an event.
        may_keep: whether a result may be cached; False where time alone may change it.
    """

    def __init__(
        self, read: Callable[[Tournament], T], *, may_keep: Callable[[T], bool] = lambda _read: True
    ) -> None:
        self._read, self._may_keep = read, may_keep
        # By event: the seq of its journal, and the result at that time.
        self._cached: dict[int, tuple[int, T]] = {}
        _all.append(self)  # type: ignore[arg-type]

    def get_many(self, events: Iterable[Tournament]) -> dict[int, T]:
        """Return the results of events, by event. Results of other events are removed.

        Do not call it within a command, which changes rows before the journal grows.
        """
        found: dict[int, T] = {}
        for event in events:
            kept = self._cached.get(event.pk)
            if kept is None or kept[0] != event.seq:
                kept = (event.seq, self._read(event))
            found[event.pk] = kept[1]
            if self._may_keep(kept[1]):
                self._cached[event.pk] = kept
        for event_pk in self._cached.keys() - found.keys():
            self._cached.pop(event_pk, None)
        return found

    def clear(self) -> None:
        """Remove all results."""
        self._cached.clear()


def clear_all() -> None:
    """Remove all results of this process."""
    for one in _all:
        one.clear()
