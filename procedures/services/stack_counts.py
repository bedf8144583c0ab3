"""The open count of an event's stacks, read from the seats."""

from procedures.models import StackCount
from procedures.rules.stack_counts import Stack, Totals, add_up
from seating.models import Seat
from tourney.models import Tournament
from tourney.services.field_counts import field_of

# Seats with chips. A seat held for a rebuy has none.
WITH_CHIPS = ("player", "ghost", "unclaimed")


def open_count_of(event: Tournament) -> StackCount | None:
    """Return the count in progress."""
    return StackCount.objects.filter(tournament=event, closed_at__isnull=True).first()


def stacks_of(count: StackCount) -> list[Stack]:
    """Return all stacks of a count's event, by table and seat; those counted since it was opened have chips."""
    seats = Seat.objects.filter(
        tournament_table__tournament=count.tournament_id,
        tournament_table__released_at__isnull=True,
        kind__in=WITH_CHIPS,
    ).order_by("tournament_table__table__number", "number")
    columns = ("tournament_table__table__number", "number", "entry", "stack", "counted_at")
    return [
        Stack(table, seat, entry, chips if at is not None and at >= count.opened_at else None)
        for table, seat, entry, chips, at in seats.values_list(*columns)
    ]


def totals_of(count: StackCount) -> Totals:
    """Return the stacks of a count added up by table."""
    return add_up(stacks_of(count), field_of(count.tournament).chips)
