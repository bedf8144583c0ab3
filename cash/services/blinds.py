"""Blinds at a cash table, from its rows."""

from dataclasses import dataclass

from cash.models import CashSeat, CashTable
from cash.rules.blinds import Blinds, Chair, Place, Way, blinds_of, place_of, ways_in
from cash.services.settings import cash_book
from cash.services.tables import seats_at


@dataclass(frozen=True, slots=True)
class HandState:
    """The seats of a table in the present hand.

    Attributes:
        chairs: the occupied seats.
        button: its seat; None if unknown.
        alone: seat of a player who posts both blinds alone in this hand; None for none.
    """

    chairs: tuple[Chair, ...]
    button: int | None
    alone: int | None

    @property
    def blinds(self) -> Blinds | None:
        """Return who posts and who misses a blind; None if unknown, or if one player posts both alone."""
        return None if self.alone is not None else blinds_of(self.chairs, self.button)

    def place(self, seat: int) -> Place:
        """Return where a player who comes back would sit; see `place_of`."""
        return "" if self.alone is not None else place_of(self.chairs, self.button, seat)

    def ways(self, seat: int) -> tuple[Way, ...]:
        """Return the ways in which the player in a seat may be dealt in again."""
        chair = next(one for one in self.chairs if one.seat == seat)
        return ways_in(chair, self.place(seat), cash_book(), button_known=self.button is not None)


def chair_of(row: CashSeat, table: CashTable) -> Chair:
    """Return a seat as the rules see it."""
    return Chair(
        seat=row.number,
        state=row.state,
        posts=row.posts,
        missed_small=row.missed_small,
        missed_big=row.missed_big,
        # Without a button hands are not told apart.
        missed_now=table.button is not None and row.missed_at_hand == table.hands,
    )


def hand_state(table: CashTable, seats: dict[int, CashSeat] | None = None) -> HandState:
    """Return the seats of a table in the present hand.

    Args:
        table: the table.
        seats: its occupied seats, if they are known.
    """
    rows = seats_at(table) if seats is None else seats
    chairs = tuple(chair_of(row, table) for row in rows.values())
    return HandState(chairs, table.button, table.next_button)


NOTHING_MISSED = {"missed_small": False, "missed_big": 0, "missed_at_hand": None, "posts": ""}
"""Columns of a seat whose player owes nothing."""
