"""Tables for a new event: free ones of the room, and new ones where those are too few. Reads only."""

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
    """

    free: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    missing: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return all of them."""
        return (*self.free, *self.new)


def free_tables() -> list[int]:
    """Return the numbers of the room's tables that no event has."""
    assigned = TournamentTable.objects.filter(released_at__isnull=True).values("table")
    rows = Table.objects.filter(retired=False).exclude(pk__in=assigned).order_by("number")
    return list(rows.values_list("number", flat=True))


def choose_tables(count: int, *, add: bool) -> TableChoice:
    """Choose tables for an event: the free ones with the lowest numbers.

    Args:
        count: how many.
        add: whether missing ones are added to the room, numbered after its last one.
    """
    free = free_tables()[:count]
    missing = count - len(free)
    if not add or not missing:
        return TableChoice(tuple(free), missing=missing)
    last = Table.objects.filter(retired=False).aggregate(last=Max("number"))["last"] or 0
    return TableChoice(tuple(free), tuple(range(last + 1, last + 1 + missing)))
