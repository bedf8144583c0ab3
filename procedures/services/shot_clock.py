"""Current state of an event's shot clock: the time for a decision, and the time banks left."""

from collections.abc import Collection

from django.db.models import Sum

from procedures.models import BankMove, ShotClock
from tourney.models import Tournament


def shot_clock_of(event: Tournament) -> ShotClock | None:
    """Return an event's shot clock; None if it has none."""
    return ShotClock.objects.filter(tournament=event).first()


def banks_left(clock: ShotClock, entries: Collection[int]) -> dict[int, int]:
    """Return how many time banks each of these entries has left.

    Args:
        entries: keys of entries of the clock's event.
    """
    # The total may have been lowered since, below what an entry has used.
    return {entry: max(0, left) for entry, left in _balances(clock, entries).items()}


def overused_banks(clock: ShotClock, entry: int) -> int:
    """Return by how many an entry's used time banks exceed the total, after it was lowered; else 0."""
    return max(0, -_balances(clock, [entry])[entry])


def _balances(clock: ShotClock, entries: Collection[int]) -> dict[int, int]:
    moves = BankMove.objects.filter(entry__in=entries).values_list("entry").order_by("entry")
    moved: dict[int, int] = dict(moves.annotate(Sum("count")))
    return {entry: clock.banks + moved.get(entry, 0) for entry in entries}
