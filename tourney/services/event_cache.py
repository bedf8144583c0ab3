"""Cache results that are costly and change only with an event's journal, in the memory of a process."""

from collections import OrderedDict
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
        room: what the results depend on besides the event's journal; read once for each call.
        most: number of results that are cached, the latest used; None: those of the last call.
    """

    def __init__(
        self,
        read: Callable[[Tournament], T],
        *,
        may_keep: Callable[[T], bool] = lambda _read: True,
        room: Callable[[], object] = lambda: None,
        most: int | None = None,
    ) -> None:
        self._read, self._may_keep, self._room, self._most = read, may_keep, room, most
        # By event: what it depends on, and the result at that time.
        self._cached: OrderedDict[int, tuple[object, T]] = OrderedDict()
        _all.append(self)  # type: ignore[arg-type]

    def get_many(self, events: Iterable[Tournament]) -> dict[int, T]:
        """Return the results of events, by event.

        Do not call it within a command that changes these events: it changes rows before the journal grows.
        """
        found: dict[int, T] = {}
        room = self._room()
        for event in events:
            stamp = (event.created_at, event.seq, room)
            kept = self._cached.get(event.pk)
            if kept is None or kept[0] != stamp:
                kept = (stamp, self._read(event))
            found[event.pk] = kept[1]
            if self._may_keep(kept[1]):
                self._cached[event.pk] = kept
                self._cached.move_to_end(event.pk)
        if self._most is None:
            for event_pk in self._cached.keys() - found.keys():
                self._cached.pop(event_pk, None)
        else:
            while len(self._cached) > self._most:
                self._cached.popitem(last=False)
        return found

    def clear(self) -> None:
        """Remove all results."""
        self._cached.clear()


def clear_all() -> None:
    """Remove all results of this process."""
    for one in _all:
        one.clear()
