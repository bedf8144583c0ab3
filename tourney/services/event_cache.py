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
        ahead: reads what the results of several events need, so that `read` finds it in the snapshot.
    """

    def __init__(
        self,
        read: Callable[[Tournament], T],
        *,
        may_keep: Callable[[T], bool] = lambda _read: True,
        room: Callable[[], object] = lambda: None,
        most: int | None = None,
        ahead: Callable[[list[Tournament]], object] = lambda _events: None,
    ) -> None:
        self._ahead = ahead
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
        known: dict[int, tuple[object, T] | None] = {}
        events = list(events)
        for event in events:
            kept = self._cached.get(event.pk)
            known[event.pk] = kept if kept is not None and kept[0] == self._stamp(event, room) else None
        outdated = [event for event in events if known[event.pk] is None]
        if outdated:
            self._ahead(outdated)
        for event in events:
            kept = known[event.pk] or (self._stamp(event, room), self._read(event))
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

    @staticmethod
    def _stamp(event: Tournament, room: object) -> tuple[object, ...]:
        return event.created_at, event.seq, room

    def clear(self) -> None:
        """Remove all results."""
        self._cached.clear()


def clear_all() -> None:
    """Remove all results of this process."""
    for one in _all:
        one.clear()
