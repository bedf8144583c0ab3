"""Must-move: who goes next from a table to its main table."""

from collections.abc import Iterable

from cash.models import CashSeat, CashTable


def next_to_move(seats: Iterable[CashSeat]) -> CashSeat | None:
    """Return the seat of the player whose turn it is: the longest in the game of those who are there."""
    present = [row for row in seats if row.state == "playing"]
    return min(present, key=lambda row: (row.in_game_since, row.pk), default=None)


def leads_to(table: CashTable | None, other: CashTable) -> bool:
    """Return whether players of a table come to another one, directly or over further main tables."""
    seen: set[int] = set()
    while table is not None and table.pk not in seen:
        if table.pk == other.pk:
            return True
        seen.add(table.pk)
        table = table.feeds
    return False
