"""Totals of the rows of an event, cached between reads in blocks of rows (`journal_cache`).

A sale adds one entry to ten thousand, and a bust changes one of them. So only the blocks that later journal entries
have touched are counted again, not all rows.
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
# With more blocks than this, all rows are counted again. The players of several broken tables are in fewer blocks.
_MOST_BLOCKS = 40
Sums = tuple[int, ...]


Span = tuple[int, int]
Blocks = dict[int, Sums]


@dataclass(frozen=True, slots=True)
class _Reading:
    """The sums of all rows, and of each block of rows."""

    total: Sums
    blocks: Mapping[int, Sums]


class CachedTotals:
    """Totals of the rows of an event.

    Args:
        read: reads the totals of an event's rows for each block (`block_of`): of all rows, or of those with keys in a
            span.
        touched: returns the keys of the rows that changes concern.
        numbers: how many totals there are.
    """

    def __init__(
        self,
        read: Callable[[int, Span | None], Blocks],
        touched: Callable[[Changes], set[int]],
        numbers: int = 1,
    ) -> None:
        self._blocks, self._rows, self._none = read, touched, (0,) * numbers
        self._cache: JournalCache[_Reading] = JournalCache(self._read, self._touched, self._update)

    def of(self, event: Tournament) -> Sums:
        """Return the totals of an event."""
        return self._cache.of(event).total

    def of_some(self, events: Sequence[Tournament]) -> dict[int, Sums]:
        """Return the cached totals of events, by event; the totals of a single event are always read."""
        return {pk: found.total for pk, found in self._cache.of_some(events).items()}

    def _touched(self, changes: Changes) -> set[int]:
        return set(map(block_of, self._rows(changes)))

    def _read(self, event: Tournament) -> _Reading:
        return self._reading(self._blocks(event.pk, None))

    def _update(self, event: Tournament, reading: _Reading, touched: set[int]) -> _Reading:
        if len(touched) > _MOST_BLOCKS:
            return self._read(event)
        blocks = {block: sums for block, sums in reading.blocks.items() if block not in touched}
        for block in touched:
            blocks |= self._blocks(event.pk, (block * _BLOCK, (block + 1) * _BLOCK - 1))
        return self._reading(blocks)

    def _reading(self, blocks: Blocks) -> _Reading:
        return _Reading(tuple(map(sum, zip(*blocks.values(), strict=True))) or self._none, blocks)


def block_of(key: int) -> int:
    """Return the block of the row with a key."""
    return key // _BLOCK


def sums_of(rows: Callable[[int], QuerySet[Any]], **sums: Aggregate) -> Callable[[int, Span | None], Blocks]:
    """Return a function that reads sums over an event's rows, by block.

    Args:
        rows: the query for an event's rows.
        sums: what to count or add up.
    """

    def by_block(found: QuerySet[Any]) -> QuerySet[Any, Any]:
        blocks: Any = found.order_by().annotate(block=F("pk") / _BLOCK).values("block").annotate(**sums)
        rows_of_blocks: QuerySet[Any, Any] = blocks.values_list("block", *sums)
        return rows_of_blocks

    all_rows: PreparedQuery[Any] = PreparedQuery(lambda event: by_block(rows(event)))
    some_rows: PreparedQuery[Any] = PreparedQuery(
        lambda event, first, last: by_block(rows(event).filter(pk__gte=first, pk__lte=last))
    )

    def read(event: int, span: Span | None) -> Blocks:
        found = all_rows.all(event) if span is None else some_rows.all(event, *span)
        return {block: tuple(int(one or 0) for one in numbers) for block, *numbers in found}

    return read


def keys_of(changes: Changes, model: str) -> set[int]:
    """Return the keys of the rows of a model that changes concern."""
    return {change["pk"] for change in changes if change["model"] == model}
