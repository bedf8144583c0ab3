"""Numbers of entries, players left and chips in play."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Count, Q, Sum

from tourney.models import ChipMove, Entry, Tournament
from tourney.services.cached_totals import CachedTotals, keys_of, sums_of
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot_each


@dataclass(frozen=True, slots=True)
class FieldCount:
    """The field of an event.

    Attributes:
        entries: number of entries, re-entries included.
        left: number of players left.
        chips: all chips in play.
    """

    entries: int
    left: int
    chips: int


_ENTRIES = PreparedQuery(
    lambda events: (
        Entry.objects.filter(tournament__in=events, voided_at__isnull=True)
        .values_list("tournament")
        .order_by("tournament")
        .annotate(all=Count("pk"), left=Count("pk", filter=Q(out_at__isnull=True)))
    )
)
_CHIPS = PreparedQuery(
    lambda events: (
        ChipMove.objects.filter(tournament__in=events)
        .values_list("tournament")
        .order_by("tournament")
        .annotate(Sum("chips"))
    )
)
_ENTRY_TOTALS = CachedTotals(
    sums_of(
        lambda event: Entry.objects.filter(tournament=event, voided_at__isnull=True),
        entries=Count("pk"),
        left=Count("pk", filter=Q(out_at__isnull=True)),
    ),
    partial(keys_of, model="tourney.entry"),
    numbers=2,
)
_CHIP_TOTALS = CachedTotals(
    sums_of(lambda event: ChipMove.objects.filter(tournament=event), sum=Sum("chips")),
    partial(keys_of, model="tourney.chipmove"),
)


def field_of(event: Tournament) -> FieldCount:
    """Return the field of one event."""
    return fields_of([event])[event.pk]


def entries_and_left(event: Tournament) -> tuple[int, int]:
    """Return the number of an event's entries that count, and how many of them are in play."""
    if event.closed_at is None:
        entries, left = _ENTRY_TOTALS.of(event)
        return entries, left
    # Lists show many closed events, which would displace running ones from the cache.
    return next(((entries, left) for _pk, entries, left in _ENTRIES.all([event.pk])), (0, 0))


@cached_in_snapshot_each
def fields_of(events: Sequence[Tournament]) -> dict[int, FieldCount]:
    """Return the field of each event by its id: counted by hand, or from the desk's entries.

    The number of queries does not grow with the number of events that are not cached.
    """
    found = {
        event.pk: FieldCount(
            event.counted_entries,
            event.counted_left,
            event.counted_entries * event.starting_stack + event.extra_chips,
        )
        for event in events
        if event.counted_by_hand
    }
    from_desk = [event for event in events if not event.counted_by_hand]
    if not from_desk:
        return found
    kept_entries, kept_chips = _ENTRY_TOTALS.of_some(from_desk), _CHIP_TOTALS.of_some(from_desk)
    for pk in kept_entries.keys() & kept_chips.keys():
        found[pk] = FieldCount(*kept_entries[pk], *kept_chips[pk])
    rest = [event.pk for event in from_desk if event.pk not in found]
    if rest:
        entries = _ENTRIES.all(rest)
        chips = dict(_CHIPS.all(rest))
        found.update({pk: FieldCount(0, 0, chips.get(pk, 0)) for pk in rest})
        found.update({pk: FieldCount(count, left, chips.get(pk, 0)) for pk, count, left in entries})
    return found
