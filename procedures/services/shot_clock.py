"""An event's shot clock as it stands: how long a decision may take, and who has how many time banks left."""

from collections.abc import Collection
from typing import Any

from django.db.models import Sum

from clock.models import BankMove, ShotClock
from seating.models import Seat
from tourney.models import Tournament


def shot_clock_of(event: Tournament) -> ShotClock | None:
    """An event's shot clock; None where decisions take as long as they take."""
    return ShotClock.objects.filter(tournament=event).first()


def banks_left(clock: ShotClock, entries: Collection[int]) -> dict[int, int]:
    """How many time banks each of these entries has left.

    Args:
        entries: keys of entries of the clock's event.
    """
    # Who was to get more may have been given fewer since.
    return {entry: max(0, left) for entry, left in _balances(clock, entries).items()}


def owed(clock: ShotClock, entry: int) -> int:
    """How many more time banks than there are an entry has used, since fewer are given now: 0 where none."""
    return max(0, -_balances(clock, [entry])[entry])


def _balances(clock: ShotClock, entries: Collection[int]) -> dict[int, int]:
    moves = BankMove.objects.filter(entry__in=entries).values_list("entry").order_by("entry")
    moved: dict[int, int] = dict(moves.annotate(Sum("count")))
    return {entry: clock.banks + moved.get(entry, 0) for entry in entries}


def table_shots(event: Tournament, number: int) -> dict[str, Any] | None:
    """The shot clock at one table: seconds of a decision and of a time bank, and the banks left by seat; None where the
    event has none.

    Args:
        number: the table's.
    """
    clock = shot_clock_of(event)
    if clock is None:
        return None
    seats = dict(
        Seat.objects.filter(
            tournament_table__tournament=event,
            tournament_table__table__number=number,
            kind="player",
            entry__isnull=False,
        ).values_list("entry", "number")
    )
    left = banks_left(clock, seats)
    return {
        "seconds": clock.seconds,
        "bank_seconds": clock.bank_seconds,
        "left": {seat: left[entry] for entry, seat in sorted(seats.items(), key=lambda one: one[1])},
    }
