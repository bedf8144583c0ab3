"""The open count of an event's stacks, read from the seats."""

from datetime import datetime

from django.db.models import QuerySet

from procedures.models import StackCount
from procedures.rules.stack_counts import Stack, Totals, add_up
from seating.models import Seat
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Tournament
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
    """Return the average stack at a closed count, as clocks show it since: chips counted by stack of a player.

    Args:
        stacks: number of players counted.

    Returns:
        None without a player.
    """
    return (count.chips or 0) // stacks if stacks else None


def closed_difference(count: StackCount) -> int | None:
    """Return chips counted minus chips in play of a closed count.

    Returns:
        None: it is not closed, or the chips in play were unknown.
    """
    return None if count.chips is None or count.in_play is None else count.chips - count.in_play


def totals_of(count: StackCount) -> Totals:
    """Return the stacks of a count added up by table."""
    return add_up(stacks_of(count), field_of(count.tournament).chips)


def correct_chips_in_play(tx: Tx, difference: int, entry: int | None = None) -> None:
    """Count a difference that the floor accepted as chips that came into play, or left it.

    All screens read the chips in play from these rows, so they agree with the stacks that were found.

    Args:
        difference: chips found minus chips in play; not 0.
        entry: whose stack differs; None: unknown.
    """
    event = tx.tournament
    if event.counted_by_hand:
        tx.save(event, extra_chips=event.extra_chips + difference)
    else:
        columns = {"kind": "correction", "chips": difference, "at": tx.effective_at}
        tx.create(ChipMove, tournament=event, entry_id=entry, **columns)
    tx.touch("clock", "clock_staff", "lobby", "stack_count", "bags", "chip_leaders")
