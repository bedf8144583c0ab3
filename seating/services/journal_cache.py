"""Cache readings of all rows of an event in the process, and update them from the journal.

A field of ten thousand has eleven hundred tables, and a bust changes one. Each process therefore caches a reading
with the journal entry up to which it is valid, and reads again only the rows that later entries have touched. This is
safe because the journal contains every change.
"""

import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tourney.models import JournalEntry, Tournament
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import changes_of_command

T = TypeVar("T")
Changes = Sequence[dict[str, Any]]
# Number of events of which a reading is kept, least recently used dropped first.
_KEPT = 8
# With more journal entries or more touched rows than this, everything is read again.
_MOST_LINES, _MOST_TOUCHED = 50, 150

_LINES = PreparedQuery(
    lambda event, first: (
        JournalEntry.journal(event)
        .filter(seq__gte=first)
        .order_by("seq")
        .values_list("seq", "command", "changes")[: _MOST_LINES + 1]
    )
)
_LAST = PreparedQuery(
    lambda event: JournalEntry.journal(event).order_by("-seq").values_list("seq", "command")[:1]
)


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    """A reading up to a journal entry.

    Attributes:
        seq, command: the last included journal entry, and its command: a number is reused after a rollback, a
            command is not. None before the first entry, when there is nothing that says up to when it is valid.
        stamp: what it depends on besides the journal.
    """

    seq: int
    command: uuid.UUID | None
    stamp: object
    value: T


class JournalCache(Generic[T]):
    """A cache of one reading per event.

    Args:
        read: reads all rows of an event.
        touched: returns the keys of what changes of rows concern.
        update: returns a reading with what is touched read again. It must not change the old one.
        stamp: what the reading depends on that is not in the event's journal.
    """

    def __init__(
        self,
        read: Callable[[Tournament], T],
        touched: Callable[[Changes], set[int]],
        update: Callable[[Tournament, T, set[int]], T],
        stamp: Callable[[Tournament], object] = lambda _event: None,
    ) -> None:
        self._read, self._touched, self._update, self._stamp = read, touched, update, stamp
        self._kept: OrderedDict[int, _Kept[T]] = OrderedDict()

    def of(self, event: Tournament) -> T:
        """Return the present reading of an event, with what the present command has changed so far."""
        changes = changes_of_command()
        stamp, old = self._stamp(event), self._kept.get(event.pk)
        kept = self._up_to_date(event, old, stamp) if old is not None else None
        if kept is None:
            kept = self._whole(event, stamp)
        if changes:
            # Rows that were read now may be rolled back, so nothing is kept.
            touched = self._touched(changes)
            if len(touched) > _MOST_TOUCHED:
                return self._read(event)
            return self._update(event, kept.value, touched) if touched else kept.value
        if kept.command is not None:
            self._kept[event.pk] = kept
            self._kept.move_to_end(event.pk)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return kept.value

    def _whole(self, event: Tournament, stamp: object) -> _Kept[T]:
        # The entry first: rows that are newer are read once more with the next entry.
        seq, command = _LAST.first(event.pk) or (0, None)
        return _Kept(seq, command, stamp, self._read(event))

    def _up_to_date(self, event: Tournament, kept: _Kept[T], stamp: object) -> _Kept[T] | None:
        """Return a reading with all later journal entries; None if it has to be read again."""
        if kept.stamp != stamp:
            return None
        lines = _LINES.all(event.pk, kept.seq)
        if not lines or len(lines) > _MOST_LINES or lines[0][1] != kept.command:
            return None
        touched = self._touched([change for _seq, _command, changes in lines[1:] for change in changes])
        if len(touched) > _MOST_TOUCHED:
            return None
        value = self._update(event, kept.value, touched) if touched else kept.value
        return _Kept(lines[-1][0], lines[-1][1], stamp, value)
