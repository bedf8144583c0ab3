"""The cash room as it is, for the people of a simulated evening."""

from collections import Counter
from dataclasses import dataclass

from cash.models import CashSeat, CashTable


@dataclass(frozen=True, slots=True)
class RoomView:
    """The open tables of the evening, with their seats, and how many players wait for each game.

    Attributes:
        tables: by their age, the oldest first.
        seats: occupied seats by table and number.
        waiting: players on the list of each game who are not called.
        called: players who are called to each table.
        changes: players who want another table.
    """

    tables: list[CashTable]
    seats: dict[int, dict[int, CashSeat]]
    waiting: Counter[int]
    called: Counter[int]
    changes: int

    def open_seats(self, table: CashTable) -> int:
        """Return how many seats of a table are neither taken nor kept."""
        return table.seats - len(self.seats[table.pk]) - self.called[table.pk]
