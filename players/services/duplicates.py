"""The index of all records in which possible duplicates are found."""

import threading
import uuid
from collections.abc import Collection, Iterable
from datetime import date

from players.models import Player
from players.rules.duplicates import Index, Match
from players.services.records import living_records
from tourney.journal.row_images import label
from tourney.models import JournalEntry

# If more records than this have changed, the index is rebuilt.
_AT_ONCE = 500


class _Known:
    """The index of all records in this process, as of the last journal entry read.

    Records change only with entries in the room's journal, so newer journal entries say which records to read
    again. The last journal entry is identified by command and number, so that another database is not
    mistaken for this one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._index = Index([])
        self._seq = -1
        self._command: uuid.UUID | None = None

    def like(self, name: str, born: date | None, besides: Iterable[int], most: int) -> list[Match]:
        """Run `Index.like`."""
        with self._lock:
            self._renew()
            return self._index.like(name, born, besides=besides, most=most)

    def like_each(
        self, people: Iterable[tuple[str, date | None]], besides: Collection[int] = ()
    ) -> list[list[Match]]:
        """Run `Index.quick` for each of many people."""
        with self._lock:
            self._renew()
            return [self._index.quick(name, born, besides=besides) for name, born in people]

    def _renew(self) -> None:
        last = JournalEntry.journal(None).order_by("-seq").values_list("seq", "command").first() or (0, None)
        if last == (self._seq, self._command):
            return
        seq, command = last
        changed = self._changed(seq)
        if changed is None:
            rows = living_records().values_list("pk", "name", "birth_date")
            self._index = Index(rows.iterator(chunk_size=5000))
        else:
            there = {row.pk: row for row in living_records().filter(pk__in=changed)}
            for pk in changed:
                if pk in there:
                    self._index.put(pk, there[pk].name, there[pk].birth_date)
                else:
                    self._index.drop(pk)
        self._seq, self._command = seq, command

    def _changed(self, seq: int) -> set[int] | None:
        """Return records changed by newer journal entries; None if the index must be rebuilt."""
        if self._command is None or not 0 < seq - self._seq <= _AT_ONCE:
            return None
        if not JournalEntry.journal(None).filter(seq=self._seq, command=self._command).exists():
            return None
        changed: set[int] = set()
        for changes in JournalEntry.journal(None).filter(seq__gt=self._seq).values_list("changes", flat=True):
            changed.update(change["pk"] for change in changes if change["model"] == label(Player))
        return changed if len(changed) <= _AT_ONCE else None


_known = _Known()


def find_matches(name: str, born: date | None, besides: Iterable[int], most: int) -> list[Match]:
    """Return the records that may match a name being typed, likeliest first.

    Args:
        name: as it was typed so far; a single word is searched only together with a date of birth.
        born: the date of birth, None where it is not known.
        besides: records to leave out.
        most: maximum number.
    """
    return _known.like(name, born, besides, most)


def matches_each(
    people: Iterable[tuple[str, date | None]], besides: Collection[int] = ()
) -> list[list[Match]]:
    """Return the records that may match each of many people, likeliest first.

    Args:
        people: name and date of birth of each; if empty, only the index is brought up to date.
        besides: records to leave out.
    """
    return _known.like_each(people, besides)
