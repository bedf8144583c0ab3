"""Readings of events that are costly, and change only with the event's journal. Kept in the memory of a process."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from tourney.models import Tournament

T = TypeVar("T")
_all: list["KeptReadings[object]"] = []


class KeptReadings(Generic[T]):
    """What was read of events; each is read again only once its journal has grown.

    Args:
        read: reads an event.
        keeps: whether a reading may be kept; False where time alone may change it.
    """

    def __init__(
        self, read: Callable[[Tournament], T], *, keeps: Callable[[T], bool] = lambda _read: True
    ) -> None:
        self._read, self._keeps = read, keeps
        # By event: the seq of its journal, and what was read then.
        self._known: dict[int, tuple[int, T]] = {}
        _all.append(self)  # type: ignore[arg-type]

    def of(self, events: Iterable[Tournament]) -> dict[int, T]:
        """Return the readings of events, by event. Others are forgotten.

        Not within a command, which changes rows before its journal grows.
        """
        found: dict[int, T] = {}
        for event in events:
            kept = self._known.get(event.pk)
            if kept is None or kept[0] != event.seq:
                kept = (event.seq, self._read(event))
            found[event.pk] = kept[1]
            if self._keeps(kept[1]):
                self._known[event.pk] = kept
        for event_pk in self._known.keys() - found.keys():
            self._known.pop(event_pk, None)
        return found

    def forget(self) -> None:
        """Forget everything that was read."""
        self._known.clear()


def forget_all() -> None:
    """Forget all readings of this process."""
    for one in _all:
        one.forget()
