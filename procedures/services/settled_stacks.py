"""The stacks that rank the chip leaders: of the last table, of the latest closed count, or of the bags of a day."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, Max, Sum

from procedures.models import Bag, CountedStack, StackCount
from procedures.services.bags import is_sealed
from procedures.services.stack_counts import average_of, open_count_of
from seating.models import Seat
from tourney.models import Tournament
from tourney.services.field_counts import entries_and_left, field_of

# Seats of the largest table.
_ONE_TABLE = 12


@dataclass(frozen=True, slots=True)
class SettledStacks:
    """Stacks that were all counted.

    Attributes:
        at: when the count was closed, the last bag sealed, or the first stack of the last table counted.
        stacks: of players; all kinds of rows have entry, table, seat and chips.
        average: chips in play per player at that time; None without a player.
    """

    at: datetime | None
    # A query set of one of three models: no type of their lookups covers all.
    stacks: Any
    average: int | None


def settled_stacks(event: Tournament) -> SettledStacks | None:
    """Return the stacks that were settled last; None if none were.

    With all players at one table, the counts of their seats are enough: no count of all stacks is opened for them.
    """
    count = open_count_of(event)
    if count is not None and is_sealed(count):
        bags = Bag.objects.filter(stack_count=count, entry__isnull=False)
        found = bags.aggregate(at=Max("sealed_at"), chips=Sum("chips"))
        players, chips = bags.count(), field_of(event).chips or found["chips"] or 0
        return SettledStacks(found["at"], bags, chips // players if players else None)
    count = StackCount.objects.filter(tournament=event, closed_at__isnull=False).last()
    last_table = _last_table(event, None if count is None else count.closed_at)
    if last_table is not None:
        return last_table
    if count is None:
        return None
    stacks = CountedStack.objects.filter(stack_count=count, entry__isnull=False)
    return SettledStacks(count.closed_at, stacks, average_of(count, stacks.count()))


def _last_table(event: Tournament, settled_at: datetime | None) -> SettledStacks | None:
    """Return the stacks of players who are all at one table; None if one is not counted, or none since `settled_at`."""
    left = entries_and_left(event)[1]
    if not 2 <= left <= _ONE_TABLE:
        return None
    seats = Seat.objects.filter(
        entry__tournament=event, entry__out_at__isnull=True, entry__voided_at__isnull=True
    )
    rows = list(seats.order_by("pk").values_list("tournament_table", "stack", "counted_at"))
    counted = [at for _table, stack, at in rows if stack and at is not None]
    if len(counted) != left or len({table for table, _stack, _at in rows}) != 1:
        return None
    if settled_at is not None and max(counted) <= settled_at:
        return None
    stacks = seats.annotate(table=F("tournament_table__table__number"), seat=F("number"), chips=F("stack"))
    return SettledStacks(min(counted), stacks, field_of(event).chips // left or None)
