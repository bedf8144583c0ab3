"""End events of a stage within a command: close them, and release their tables for the next ones."""

from collections.abc import Sequence

from clock.models import Clock
from seating.models import TournamentTable
from tourney.journal.tx import Tx
from tourney.models import Tournament


def end_events(tx: Tx, events: Sequence[Tournament]) -> None:
    """Close events whose stacks are bagged or decided, and release their tables. Seats stay on record: they say at
    which table the players ended.

    Args:
        events: locked.
    """
    tables = TournamentTable.objects.filter(tournament__in=events, released_at__isnull=True)
    tx.save_many(list(tables), released_at=tx.now)
    closed = [event for event in events if event.closed_at is None]
    # Without a planned start, the clock neither counts down on displays nor starts by itself after a reopening.
    tx.save_many(list(Clock.objects.filter(tournament__in=closed)), planned_start=None)
    tx.save_many(closed, closed_at=tx.now)
