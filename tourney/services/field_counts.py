"""Numbers of entries, players left and chips in play."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from tourney.models import ChipMove, Entry, Tournament
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


def field_of(event: Tournament) -> FieldCount:
    """Return the field of one event."""
    return fields_of([event])[event.pk]


@cached_in_snapshot_each
def fields_of(events: Sequence[Tournament]) -> dict[int, FieldCount]:
    """Return the field of each event by its id, in at most two queries: counted by hand, or from the desk's
    entries.
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
    rest = [event.pk for event in events if not event.counted_by_hand]
    if rest:
        entries = _ENTRIES.all(rest)
        chips = dict(_CHIPS.all(rest))
        found.update({pk: FieldCount(0, 0, chips.get(pk, 0)) for pk in rest})
        found.update({pk: FieldCount(count, left, chips.get(pk, 0)) for pk, count, left in entries})
    return found
