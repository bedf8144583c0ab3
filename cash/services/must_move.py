"""Must-move: who goes next from a table to its main table."""

from collections.abc import Iterable

from cash.models import CashSeat


def next_to_move(seats: Iterable[CashSeat]) -> CashSeat | None:
    """Return the seat of the player whose turn it is: the longest in the game of those who are there."""
    present = [row for row in seats if row.state == "playing"]
    return min(present, key=lambda row: (row.in_game_since, row.pk), default=None)
