"""The stacks of players as far as they are known: as counted, with the chips of busted players won since."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count
from django.db.models.functions import Coalesce

from seating.models import Bust, Knockout, Seat
from tourney.services.prepared_query import PreparedQuery


@dataclass(frozen=True, slots=True)
class KnownStack:
    """The stack of a player.

    Attributes:
        chips: None: not counted, or the player has won an unknown number of chips since.
        at: when it was counted, or chips were last won since; None: `chips` is None.
        estimated: chips that were won since the count are added to it.
    """

    chips: int | None = None
    at: datetime | None = None
    estimated: bool = False


UNKNOWN = KnownStack()

_WON = PreparedQuery(
    lambda entries: (
        Knockout.objects.filter(winner__in=entries, bust__entry__voided_at__isnull=True, bust__removed=False)
        .order_by("bust__at", "pk")
        .values_list("winner", "bust", "bust__at", Coalesce("bust__stack", "bust__last_stack"))
    )
)


def known_stacks(seats: Iterable[Seat]) -> dict[int, KnownStack]:
    """Return the stacks of players at some seats by their entry.

    A single winner has won all chips of a busted player. How several shared them is unknown, and so are their stacks
    until they are counted.
    """
    counted = {
        seat.entry_id: KnownStack(seat.stack, seat.counted_at)
        for seat in seats
        if seat.entry_id is not None and seat.stack is not None and seat.counted_at is not None
    }
    if not counted:
        return {}
    rows = _WON.all(sorted(counted))
    won = [row for row in rows if (since := counted[row[0]].at) is not None and row[2] > since]
    shared = _shared({bust for _winner, bust, _at, _chips in won})
    lost: set[int] = set()
    for winner, bust, at, chips in won:
        known = counted[winner]
        if chips is None or bust in shared or known.chips is None or winner in lost:
            lost.add(winner)
            continue
        counted[winner] = KnownStack(known.chips + chips, at, estimated=True)
    return {entry: UNKNOWN if entry in lost else stack for entry, stack in counted.items()}


def _shared(busts: Collection[int]) -> set[int]:
    """Return the busts whose chips several players won."""
    if not busts:
        return set()
    rows = Bust.objects.filter(pk__in=busts).order_by().annotate(winners=Count("knockouts"))
    return set(rows.filter(winners__gt=1).values_list("pk", flat=True))


def known_stack_of(seat: Seat) -> int | None:
    """Return the chips of the player at a seat as far as they are known."""
    return None if seat.entry_id is None else known_stacks([seat]).get(seat.entry_id, UNKNOWN).chips
