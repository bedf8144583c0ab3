"""Tables for a new event: free ones of the room, and new ones where those are too few. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from seating.models import Table, TournamentTable


@dataclass(frozen=True, slots=True)
class TableChoice:
    """Tables for an event, in the order in which they open.

    Attributes:
        free: numbers of free tables of the room.
        new: numbers of tables that have to be added to the room.
        missing: number of tables that are neither.
        taken: numbers that were asked for, but are not free.
    """

    free: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    missing: int = 0
    taken: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return all of them."""
        return (*self.free, *self.new)


def free_tables() -> list[int]:
    """Return the numbers of the room's tables that no event has."""
    assigned = TournamentTable.objects.filter(released_at__isnull=True).values("table")
    rows = Table.objects.filter(retired=False).exclude(pk__in=assigned).order_by("number")
    return list(rows.values_list("number", flat=True))


def choose_tables(count: int, *, add: bool, numbers: Sequence[int] = ()) -> TableChoice:
    """Choose tables for an event: the free ones with the lowest numbers, or those asked for.

    Args:
        count: how many, unless they are asked for by number.
        add: whether missing ones are added to the room, numbered after its last one.
        numbers: of the tables asked for; none may be missing then.
    """
    free = free_tables()
    if numbers:
        asked = sorted(set(numbers))
        return TableChoice(
            tuple(number for number in asked if number in free),
            taken=tuple(number for number in asked if number not in free),
        )
    free = free[:count]
    missing = count - len(free)
    if not add or not missing:
        return TableChoice(tuple(free), missing=missing)
    last = Table.objects.filter(retired=False).aggregate(last=Max("number"))["last"] or 0
    return TableChoice(tuple(free), tuple(range(last + 1, last + 1 + missing)))
