"""The stacks that rank the chip leaders: of the latest closed count, or of the bags at the end of a day."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, QuerySet, Sum

from procedures.models import Bag, CountedStack, StackCount
from procedures.services.bags import is_sealed
from procedures.services.stack_counts import average_of, open_count_of
from tourney.models import Tournament
from tourney.services.field_counts import field_of


@dataclass(frozen=True, slots=True)
class SettledStacks:
    """Stacks that will not be counted again.

    Attributes:
        at: when the count was closed, or the last bag sealed.
        stacks: of players; both kinds of rows have entry, table, seat and chips.
        average: chips in play per player at that time; None without a player.
    """

    at: datetime | None
    stacks: QuerySet[CountedStack] | QuerySet[Bag]
    average: int | None


def settled_stacks(event: Tournament) -> SettledStacks | None:
    """Return the stacks that were settled last; None if none were."""
    count = open_count_of(event)
    if count is not None and is_sealed(count):
        bags = Bag.objects.filter(stack_count=count, entry__isnull=False)
        found = bags.aggregate(at=Max("sealed_at"), chips=Sum("chips"))
        players, chips = bags.count(), field_of(event).chips or found["chips"] or 0
        return SettledStacks(found["at"], bags, chips // players if players else None)
    count = StackCount.objects.filter(tournament=event, closed_at__isnull=False).last()
    if count is None:
        return None
    stacks = CountedStack.objects.filter(stack_count=count, entry__isnull=False)
    return SettledStacks(count.closed_at, stacks, average_of(count, stacks.count()))
