"""Totals over rows of an event, cached between reads in blocks of rows (`journal_cache`).

A sale adds an entry to ten thousand, and a bust changes one of them. Instead of all rows, only the blocks that later
journal entries have touched are counted again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, F, QuerySet

from tourney.models import Tournament
from tourney.services.journal_cache import Changes, JournalCache
from tourney.services.prepared_query import PreparedQuery

# Rows with neighbouring keys that are counted together.
_BLOCK = 64
# With more blocks than this, all rows are counted again.
_MOST_BLOCKS = 8
Sums = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """The sums of all rows, and of each block of rows."""

    total: Sums
    blocks: Mapping[int, Sums]


class KeptTotals:
    """Sums over rows that belong to an event.

    Args:
        rows: the query for an event's rows.
        sums: what to count or add up, by name.
        touched: returns the keys of the rows that changes concern.
    """

    def __init__(
        self,
        rows: Callable[[int], QuerySet[Any]],
        sums: Mapping[str, Aggregate],
        touched: Callable[[Changes], set[int]],
    ) -> None:
        def by_block(found: QuerySet[Any]) -> QuerySet[Any, Any]:
            blocks = found.order_by().annotate(block=F("pk") / _BLOCK).values("block").annotate(**sums)
            return blocks.values_list("block", *sums)

        self._none: Sums = (0,) * len(sums)
        self._rows = touched
        self._all: PreparedQuery[Any] = PreparedQuery(lambda event: by_block(rows(event)))
        self._some: PreparedQuery[Any] = PreparedQuery(
            lambda event, first, last: by_block(rows(event).filter(pk__gte=first, pk__lte=last))
        )
        self._cache: JournalCache[_Reading] = JournalCache(self._read, self._touched, self._update)

    def of(self, event: Tournament) -> Sums:
        """Return the sums for an event, in the order in which they were named."""
        return self._cache.of(event).total

    def of_some(self, events: Sequence[Tournament]) -> dict[int, Sums]:
        """Return the sums for those events of which they are cached, by event; for a single event in any case."""
        return {pk: found.total for pk, found in self._cache.of_some(events).items()}

    def _touched(self, changes: Changes) -> set[int]:
        return {key // _BLOCK for key in self._rows(changes)}

    def _read(self, event: Tournament) -> _Reading:
        blocks = {block: _numbers(sums) for block, *sums in self._all.all(event.pk)}
        return _Reading(self._sum(blocks.values()), blocks)

    def _update(self, event: Tournament, reading: _Reading, touched: set[int]) -> _Reading:
        if len(touched) > _MOST_BLOCKS:
            return self._read(event)
        blocks = dict(reading.blocks)
        for block in touched:
            blocks.pop(block, None)
            for _block, *sums in self._some.all(event.pk, block * _BLOCK, (block + 1) * _BLOCK - 1):
                blocks[block] = _numbers(sums)
        return _Reading(self._sum(blocks.values()), blocks)

    def _sum(self, blocks: Any) -> Sums:
        return tuple(map(sum, zip(*blocks, strict=True))) or self._none


def _numbers(sums: Sequence[Any]) -> Sums:
    return tuple(int(one or 0) for one in sums)


def keys_of(changes: Changes, model: str) -> set[int]:
    """Return the keys of the rows of a model that changes concern."""
    return {change["pk"] for change in changes if change["model"] == model}
