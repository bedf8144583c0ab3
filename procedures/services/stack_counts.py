"""The open count of an event's stacks, read from the seats."""

from datetime import datetime

from django.db.models import QuerySet

from procedures.models import StackCount
from procedures.rules.stack_counts import Stack, Totals, add_up
from seating.models import Seat
from tourney.models import Tournament
from tourney.services.field_counts import field_of
from tourney.services.prepared_query import PreparedQuery

# Seats with chips. A seat held for a rebuy has none.
WITH_CHIPS = ("player", "ghost", "unclaimed")


_OPEN = PreparedQuery(lambda event: StackCount.objects.filter(tournament=event, closed_at__isnull=True))


def open_count_of(event: Tournament) -> StackCount | None:
    """Return the count in progress."""
    return _OPEN.first(event.pk)


def was_counted(event: Tournament) -> bool:
    """Return whether all stacks of an event were counted at the end of a day."""
    return StackCount.objects.filter(tournament=event, occasion="day_end", closed_at__isnull=False).exists()


def seats_with_chips(event: int) -> QuerySet[Seat]:
    """Return the seats of an event whose stacks are counted, by table and seat."""
    seats = Seat.objects.filter(
        tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind__in=WITH_CHIPS
    )
    return seats.order_by("tournament_table__table__number", "number")


def is_counted(count: StackCount, counted_at: datetime | None) -> bool:
    """Return whether a seat's latest count belongs to a count of all stacks.

    Args:
        counted_at: when the seat was counted last; None: never.
    """
    return counted_at is not None and counted_at >= count.opened_at


def stacks_of(count: StackCount) -> list[Stack]:
    """Return all stacks of a count's event, by table and seat; those counted since it was opened have chips."""
    columns = ("tournament_table__table__number", "number", "entry", "stack", "counted_at")
    return [
        Stack(table, seat, entry, chips if is_counted(count, at) else None)
        for table, seat, entry, chips, at in seats_with_chips(count.tournament_id).values_list(*columns)
    ]


def average_of(count: StackCount, stacks: int) -> int | None:
    """Return the average stack at a closed count, as clocks show it: chips in play by stack of a player.

    Args:
        stacks: number of players counted.

    Returns:
        None without a player.
    """
    chips = count.in_play if count.in_play is not None else count.chips
    return (chips or 0) // stacks if stacks else None


def closed_difference(count: StackCount) -> int | None:
    """Return chips counted minus chips in play of a closed count.

    Returns:
        None: it is not closed, or the chips in play were unknown.
    """
    return None if count.chips is None or count.in_play is None else count.chips - count.in_play


def totals_of(count: StackCount) -> Totals:
    """Return the stacks of a count added up by table."""
    return add_up(stacks_of(count), field_of(count.tournament).chips)
