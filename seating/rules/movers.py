"""Players and seats for balancing moves, on a floor that changes with each planned move. Pure."""

from collections import defaultdict
from dataclasses import dataclass

from seating.rules.played import Floor, PlayedTable, Why
from seating.rules.positions import (
    Ring,
    button_rules,
    hands_until_big_blind,
    next_big_blind,
    worst_seat,
)
from tourney.rulebooks.books.schema import Book


@dataclass(frozen=True, slots=True)
class Mover:
    """The player who leaves a table.

    Attributes:
        entry, seat: None if not known yet.
        needs_button: unknown because the button is not set.
    """

    entry: int | None
    seat: int | None
    needs_button: bool = False
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """The seat to be taken.

    Attributes:
        seat: None if not known yet.
        needs_button: unknown because the button is not set.
    """

    seat: int | None
    needs_button: bool = False
    why: tuple[Why, ...] = ()


class Room:
    """The floor while moves are planned: players already moved, and seats already assigned."""

    def __init__(self, floor: Floor, book: Book) -> None:
        policy = book.seating.balancing
        self._rules = button_rules(book.seating)
        self._small_blind_allowed = policy is not None and policy.small_blind_allowed is True
        self._stud = policy.stud if floor.stud and policy is not None else None
        self._tables = {table.number: table for table in floor.tables}
        # How many players have left and arrived, whether or not they and their seats are known.
        self._gone: dict[int, int] = defaultdict(int)
        self._come: dict[int, int] = defaultdict(int)
        self._left: dict[int, set[int]] = {}
        self._taken: dict[int, set[int]] = {}

    def size(self, number: int) -> int:
        """Return a table's size after the moves so far."""
        return self._tables[number].size - self._gone.get(number, 0) + self._come.get(number, 0)

    def may_give(self, number: int) -> bool:
        """Return whether a player may leave a table; ghosts and players still on their way to it do not."""
        table = self._tables[number]
        # Few tables have players on their way to them.
        sent = sum(1 for _seat, entry in table.players if entry in table.sent) if table.sent else 0
        return table.people - sent > self._gone.get(number, 0)

    def may_take(self, number: int) -> bool:
        """Return whether a table has a free seat."""
        return len(self._tables[number].free) > self._come.get(number, 0)

    def move(self, source: int, destination: int, mover: Mover, spot: Spot) -> None:
        """Record a move, so that the next one uses another player and another seat."""
        self._gone[source] += 1
        self._come[destination] += 1
        if mover.seat is not None:
            self._left.setdefault(source, set()).add(mover.seat)
        if spot.seat is not None:
            self._taken.setdefault(destination, set()).add(spot.seat)

    def spot(self, number: int) -> Spot | None:
        """Return the seat for the next player who comes to a table: the worst position, which is the big
        blind if that is free (Other Poker 6, Five Spades 4.9) and never the small blind (Munot 11, PokerStars
        Live 2.5, TDA 11A). Stud has no blinds: there it is the seat that was freed last.

        Returns:
            None if no seat may be taken before the next hand.
        """
        table = self._tables[number]
        free = [seat for seat in table.free if seat not in self._taken.get(number, ())]
        if self._stud is not None:
            if table.opened in free:
                return Spot(table.opened, why=(Why("opened_last", (("seat", table.opened),)),))
            only = free[0] if len(free) == 1 else None
            return Spot(only, why=(Why("opened_last"),))
        if table.positions is None and len(self._dealt(table)) < 2:
            # Before the first hand there is no button, so all seats are equivalent.
            return Spot(free[0]) if free else None
        if table.positions is None:
            return Spot(None, needs_button=True)
        ring, before = Ring(table.seats, self._dealt(table)), table.positions
        allowed = self._small_blind_allowed
        seat = worst_seat(ring, before, free, self._rules, small_blind_allowed=allowed)
        if seat is None and len(ring.live) == 1:
            # Heads-up, a newcomer next to a player who posts the big blind next posts the small blind, in any
            # seat; once another one arrives, the small blind is due in the seat that had the big blind.
            free = [one for one in free if one != before.big_blind]
            seat = worst_seat(ring, before, free, self._rules, small_blind_allowed=True)
        if seat is None:
            return None
        hands = hands_until_big_blind(ring, before, seat)
        return Spot(seat, why=(Why("worst_position", (("seat", seat), ("hands", hands))),))

    def mover(self, number: int, spot: Spot) -> Mover:
        """Return who leaves a table next: the next big blind. In stud, the player in the seat with the same
        number as the one to be taken, or the next behind it (PokerStars Live 2.5, TDA 11A), or the one dealt
        the high card (WSOP 67b).

        Args:
            spot: the seat to be taken.
        """
        table = self._tables[number]
        left = self._left.get(number, ())
        stays = {seat: entry for seat, entry in table.players if seat not in left}
        movable = {
            seat: entry for seat, entry in stays.items() if entry is not None and entry not in table.sent
        }
        if self._stud == "high_card":
            return Mover(None, None, why=(Why("high_card", (("table", number),)),))
        if self._stud == "by_position":
            if spot.seat is None:
                return Mover(None, None, why=(Why("same_position"),))
            seat = _from_here(sorted(movable), spot.seat)
            return Mover(movable[seat], seat, why=(Why("same_position", (("seat", seat),)),))
        if table.positions is None:
            return Mover(None, None, needs_button=True)
        seat = next_big_blind(Ring(table.seats, tuple(sorted(movable))), table.positions)
        return Mover(movable[seat], seat, why=(Why("next_big_blind", (("seat", seat),)),))

    def _dealt(self, table: PlayedTable) -> tuple[int, ...]:
        """Return the seats dealt in after the moves so far."""
        number = table.number
        left = self._left.get(number, ())
        seats = {seat for seat, _entry in table.players if seat not in left}
        return tuple(sorted(seats | self._taken.get(number, set())))


def _from_here(seats: list[int], seat: int) -> int:
    """Return the first of some seats clockwise from one, inclusive."""
    return next((one for one in seats if one >= seat), seats[0])
