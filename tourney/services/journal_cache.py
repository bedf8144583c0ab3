"""Cache readings of all rows of an event in the process, and update them from the journal.

A field of ten thousand has eleven hundred tables, and a bust changes one. Each process therefore caches a reading
with the journal entry up to which it is valid, and reads again only the rows that later entries have touched. The
journal contains every change, so what a process has cached never differs from the rows, even after an undo, a merge
or an erasure.
"""

import uuid
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db.models import Case, F, QuerySet, When

from tourney.models import JournalEntry, Tournament
from tourney.services.bounded_cache import BoundedCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import changes_of_command, changes_of_room_command, consistent_read, memory_of_reads

T = TypeVar("T")
Changes = Sequence[dict[str, Any]]
# The command of a journal entry, and when it was carried out. After a rollback, or if the database loses its last
# transactions, the number is used again. A client that repeats its command uses the id again too, but at another time.
Origin = tuple[uuid.UUID, datetime]
# Limit of the rows in all cached readings, such as those of ten fields of ten thousand; the least recently used one is
# dropped first.
_MOST_ROWS = 100_000
# Limit of the journal entries that are cached, of all events together.
_MOST_CACHED_LINES = 3_200
# With more journal entries or more touched rows than this, everything is read again.
_MOST_LINES, _MOST_TOUCHED = 50, 150
# Entries that changed more rows are not kept.
_MOST_CHANGES = 500
# Changes of these models may change how rows are read, not only which rows.
_SETTINGS = frozenset({"seating.plan", "tourney.tournament"})


def _since(journal: QuerySet[JournalEntry], first: int) -> QuerySet[JournalEntry, Any]:
    """Return entries from a number on, without the changes of the first one, which a reading includes: those of a draw
    are large, and would be loaded at each reading until the next entry.
    """
    later = Case(When(seq__gt=first, then=F("changes")))
    rows = journal.filter(seq__gte=first).order_by("seq").annotate(later=later)
    found: QuerySet[JournalEntry, Any] = rows.values_list("seq", "command", "at", "later")[: _MOST_LINES + 1]
    return found


_LINES = PreparedQuery(lambda event, first: _since(JournalEntry.journal(event), first))
_ROOM_LINES = PreparedQuery(lambda first: _since(JournalEntry.journal(None), first))
_ROOM_LAST = PreparedQuery(
    lambda: JournalEntry.journal(None).order_by("-seq").values_list("seq", "command", "at")[:1]
)
_LAST = PreparedQuery(
    lambda event: JournalEntry.journal(event).order_by("-seq").values_list("seq", "command", "at")[:1]
)


_LAST_OF_EACH = PreparedQuery(
    lambda events: (
        JournalEntry.objects.filter(tournament__in=events, seq=F("tournament__seq"))
        .order_by()
        .values_list("tournament", "seq", "command", "at")
    )
)
_caches: list["JournalCache[Any]"] = []


def forget_all() -> None:
    """Drop all cached readings of this process."""
    for one in _caches:
        one.forget()
    _ends.clear()


@dataclass(frozen=True, slots=True)
class _Line:
    """A journal entry; `changes` is None for the first one, and if they are so many that everything is read again."""

    seq: int
    origin: Origin
    changes: Changes | None


def _read_lines(event: int | None, first: int) -> list[_Line]:
    return [
        _Line(seq, (command, at), None if changes is None or len(changes) > _MOST_CHANGES else changes)
        for seq, command, at, changes in (
            _ROOM_LINES.all(first) if event is None else _LINES.all(event, first)
        )
    ]


# The last journal entries of each event and of the room, as far as this process has read them.
_ends: BoundedCache[int | None, list[_Line]] = BoundedCache(_MOST_CACHED_LINES, len)


def _lines_since(event: int | None, first: int) -> list[_Line]:
    """Return the journal entries of an event, or of the room, from a number on: at most `_MOST_LINES` and one more.

    All caches share what was read of the journal; within a snapshot or a command it is read once.
    """
    memory = memory_of_reads()
    end: list[_Line] | None = None if memory is None else memory.get((_lines_since, event))
    if end is None:
        end = _end_of_journal(event, first)
        if memory is not None:
            memory[_lines_since, event] = end
    if not end or end[0].seq > first:
        return _read_lines(event, first)
    # Numbers have no gaps.
    return end[first - end[0].seq :][: _MOST_LINES + 1]


def _end_of_journal(event: int | None, first: int) -> list[_Line]:
    """Return the last entries of a journal, at least from a number on if that is recent."""
    known = _ends.get(event)
    if known:
        later = _read_lines(event, known[-1].seq)
        if not later or later[0].origin != known[-1].origin:
            known = None
        elif len(later) > _MOST_LINES:
            return []
        else:
            known = [*known, *later[1:]][-2 * _MOST_LINES :]
    if not known:
        known = _read_lines(event, first)
        if len(known) > _MOST_LINES:
            return []
    _ends.put(event, known)
    return known


@dataclass(frozen=True, slots=True)
class _Mark:
    """A journal entry, by its number and its origin.

    `origin` is None before the first entry; a reading from that time is not kept.
    """

    seq: int
    origin: Origin | None


def _mark(found: tuple[int, uuid.UUID, datetime] | None) -> _Mark:
    return _Mark(0, None) if found is None else _Mark(found[0], found[1:])


def _changed_since(event: int | None, mark: _Mark) -> tuple[_Mark, list[Changes]] | None:
    """Return the last entry of a journal, and what changed after an entry; None if that is too much or unknown."""
    lines = _lines_since(event, mark.seq)
    if not lines or len(lines) > _MOST_LINES or lines[0].origin != mark.origin:
        return None
    changes = [line.changes for line in lines[1:] if line.changes is not None]
    if len(changes) < len(lines) - 1:
        return None
    return _Mark(lines[-1].seq, lines[-1].origin), changes


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    """A reading up to a journal entry.

    Attributes:
        mark: the last entry of the event's journal that is included.
        room: the same for the room's journal, if the reading depends on it.
        stamp: what it depends on besides the journal.
        changing: keys touched by the command during which the rows were read. They are read again, because the
            command may have been rolled back.
    """

    mark: _Mark
    room: _Mark | None
    stamp: object
    value: T
    changing: frozenset[int] = frozenset()


def _rows_in(value: object) -> int:
    """Return the approximate number of rows in a reading."""
    if is_dataclass(value):
        return sum(_rows_in(getattr(value, one.name)) for one in fields(value))
    return len(value) if isinstance(value, Sized) else 0


class JournalCache(Generic[T]):
    """A cache of one reading per event.

    Args:
        read: reads all rows of an event.
        touched: returns the keys that changes of rows touch.
        update: returns a reading in which the touched keys are read again. It must not change the old reading.
        stamp: returns what the reading depends on that is not in the event's journal.
        in_room: returns the keys that changes in the room's journal touch; None: everything is read again.
    """

    def __init__(
        self,
        read: Callable[[Tournament], T],
        touched: Callable[[Changes], set[int]],
        update: Callable[[Tournament, T, set[int]], T],
        stamp: Callable[[Tournament], object] = lambda _event: None,
        in_room: Callable[[Changes], set[int] | None] | None = None,
    ) -> None:
        self._read, self._touched, self._update, self._stamp = read, touched, update, stamp
        self._in_room = in_room
        self._kept: BoundedCache[int, _Kept[T]] = BoundedCache(_MOST_ROWS, lambda kept: _rows_in(kept.value))
        _caches.append(self)

    def forget(self) -> None:
        """Drop all readings."""
        self._kept.clear()

    def of(self, event: Tournament) -> T:
        """Return the current reading of an event, including what the current command has changed so far.

        Within a command or a snapshot it is brought up to date once; after that, only what the command has changed
        since is read again.
        """
        changes, memory = changes_of_command(), memory_of_reads()
        if memory is None:
            # Each statement for itself could see another command's change, of which a later one takes back what is not
            # a row of the reading, such as a setting: the reading would be kept as if nothing had happened.
            with consistent_read():
                return self.of(event)
        key = (self, event.pk)
        seen, value = memory.get(key, (-1, None))
        new = changes[seen:] if 0 <= seen <= len(changes) else None
        if new is None or any(change["model"] in _SETTINGS for change in new):
            value = self._present(event, changes)
        elif new and (touched := self._touched(new)):
            value = self._changed(event, value, touched)
        memory[key] = (len(changes), value)
        found: T = value
        return found

    def of_some(self, events: Sequence[Tournament]) -> dict[int, T]:
        """Return the current readings of those events of which one is cached; a single event is always read."""
        if len(events) == 1:
            return {events[0].pk: self.of(events[0])}
        kept = {event.pk: found for event in events if (found := self._kept.get(event.pk)) is not None}
        last = {pk: _mark((seq, command, at)) for pk, seq, command, at in _LAST_OF_EACH.all(list(kept))}
        changes = changes_of_command()
        return {
            event.pk: one.value
            if not (changes or one.changing or one.room)
            and one.mark == last.get(event.pk)
            and one.stamp == self._stamp(event)
            else self.of(event)
            for event in events
            if (one := kept.get(event.pk)) is not None
        }

    def _present(self, event: Tournament, changes: Changes) -> T:
        touched = self._touched(changes) if changes else set()
        if self._in_room is not None and (room := changes_of_room_command()):
            its = self._in_room(room)
            if its is None:
                return self._read(event)
            touched |= its
        if len(touched) > _MOST_TOUCHED:
            return self._read(event)
        stamp, old = self._stamp(event), self._kept.get(event.pk)
        kept = self._up_to_date(event, old, stamp, touched) if old is not None else None
        if kept is None:
            kept = self._whole(event, stamp, touched)
        if kept.mark.origin is not None:
            self._kept.put(event.pk, kept)
        return kept.value

    def _changed(self, event: Tournament, value: T, touched: set[int]) -> T:
        """Return a reading in which what the current command has touched is read again."""
        return self._read(event) if len(touched) > _MOST_TOUCHED else self._update(event, value, touched)

    def _whole(self, event: Tournament, stamp: object, touched: set[int]) -> _Kept[T]:
        # Read the journal first: rows that change in between are read again with the next entry.
        mark = _mark(_LAST.first(event.pk))
        room = None if self._in_room is None else _mark(_ROOM_LAST.first())
        return _Kept(mark, room, stamp, self._read(event), frozenset(touched))

    def _up_to_date(
        self, event: Tournament, kept: _Kept[T], stamp: object, changing: set[int]
    ) -> _Kept[T] | None:
        """Return a reading updated with all later journal entries; None if everything has to be read again.

        Args:
            changing: what the current command has touched.
        """
        if kept.stamp != stamp:
            return None
        touched, room = {*kept.changing, *changing}, kept.room
        if room is not None and self._in_room is not None:
            found = _changed_since(None, room)
            if found is None:
                return None
            room = found[0]
            for changes in found[1]:
                its = self._in_room(changes)
                if its is None:
                    return None
                touched |= its
        found = _changed_since(event.pk, kept.mark)
        if found is None:
            return None
        touched.update(*map(self._touched, found[1]))
        if len(touched) > _MOST_TOUCHED:
            return None
        value = self._update(event, kept.value, touched) if touched else kept.value
        return _Kept(found[0], room, stamp, value, frozenset(changing))
