"""Who moves to even out the tables, and to which chair: the room while one move after the other is planned. Pure."""

from dataclasses import dataclass

from seating.rules.played import Floor, PlayedTable, Why
from seating.rules.positions import (
    Ring,
    button_rules,
    hands_until_big_blind,
    next_big_blind,
    worst_chair,
)
from tourney.rulebooks.books.schema import Book


@dataclass(frozen=True, slots=True)
class Mover:
    """Who leaves a table.

    Attributes:
        entry, chair: None where it is not known yet.
        needs_button: because nobody has said where the button is.
    """

    entry: int | None
    chair: int | None
    needs_button: bool = False
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """Which chair is taken.

    Attributes:
        chair: None where it is not known yet.
        needs_button: because nobody has said where the button is.
    """

    chair: int | None
    needs_button: bool = False
    why: tuple[Why, ...] = ()


class Room:
    """The floor while moves are planned: who has been moved already, which chairs are spoken for."""

    def __init__(self, floor: Floor, book: Book) -> None:
        policy = book.seating.balancing
        self._rules = button_rules(book.seating)
        self._small_blind_allowed = policy is not None and policy.small_blind_allowed is True
        self._stud = policy.stud if floor.stud and policy is not None else None
        self._tables = {table.number: table for table in floor.tables}
        self._sizes = {table.number: table.size for table in floor.tables}
        # How many more may leave, and how many more may come, known or not who and where.
        self._leaving = {
            table.number: table.people - sum(1 for _chair, entry in table.players if entry in table.sent)
            for table in floor.tables
        }
        self._coming = {table.number: len(table.free) for table in floor.tables}
        self._left: dict[int, set[int]] = {}
        self._taken: dict[int, set[int]] = {}

    def size(self, number: int) -> int:
        """How many sit at a table, the moves so far done."""
        return self._sizes[number]

    def may_give(self, number: int) -> bool:
        """Whether somebody may leave a table: ghosts do not, nor who is still under way to it."""
        return self._leaving[number] > 0

    def may_take(self, number: int) -> bool:
        """Whether a table has a free chair."""
        return self._coming[number] > 0

    def move(self, giver: int, taker: int, mover: Mover, spot: Spot) -> None:
        """Note a move, so that the next one takes neither the same player nor the same chair."""
        self._leaving[giver] -= 1
        self._coming[taker] -= 1
        self._sizes[giver] -= 1
        self._sizes[taker] += 1
        if mover.chair is not None:
            self._left.setdefault(giver, set()).add(mover.chair)
        if spot.chair is not None:
            self._taken.setdefault(taker, set()).add(spot.chair)

    def spot(self, number: int) -> Spot | None:
        """The chair that the next one who comes to a table takes: the worst position, which is the big blind where that
        is free (Other Poker 6, Five Spades 4.9) and never the small blind (Munot 11, PokerStars Live 2.5, TDA 11A).
        Stud has no blinds: there it is the chair that came free last.

        Returns:
            None when no chair may be taken before the next hand.
        """
        table = self._tables[number]
        free = [chair for chair in table.free if chair not in self._taken.get(number, ())]
        if self._stud is not None:
            if table.opened in free:
                return Spot(table.opened, why=(Why("opened_last", (("seat", table.opened),)),))
            only = free[0] if len(free) == 1 else None
            return Spot(only, why=(Why("opened_last"),))
        if table.positions is None and len(self._dealt(table)) < 2:
            # Nobody is dealt to yet, so there is no button and one chair is as good as another.
            return Spot(free[0]) if free else None
        if table.positions is None:
            return Spot(None, needs_button=True)
        ring, before = Ring(table.seats, self._dealt(table)), table.positions
        allowed = self._small_blind_allowed
        chair = worst_chair(ring, before, free, self._rules, small_blind_allowed=allowed)
        if chair is None and len(ring.live) == 1:
            # Between two, whoever comes to a player who pays the big blind next pays the small one, in any chair; once
            # another comes it is due in the chair that had the big blind.
            free = [one for one in free if one != before.big_blind]
            chair = worst_chair(ring, before, free, self._rules, small_blind_allowed=True)
        if chair is None:
            return None
        hands = hands_until_big_blind(ring, before, chair)
        return Spot(chair, why=(Why("worst_position", (("seat", chair), ("hands", hands))),))

    def mover(self, number: int, spot: Spot) -> Mover:
        """Who leaves a table next: whoever pays the big blind next. In stud who sits in the chair of the same number as
        the one that is taken, or next behind it (PokerStars Live 2.5, TDA 11A), or who is dealt the high card
        (WSOP 67b).

        Args:
            spot: the chair that is taken.
        """
        table = self._tables[number]
        left = self._left.get(number, ())
        stays = {chair: entry for chair, entry in table.players if chair not in left}
        movable = {
            chair: entry for chair, entry in stays.items() if entry is not None and entry not in table.sent
        }
        if self._stud == "high_card":
            return Mover(None, None, why=(Why("high_card", (("table", number),)),))
        if self._stud == "by_position":
            if spot.chair is None:
                return Mover(None, None, why=(Why("same_position"),))
            chair = _from_here(sorted(movable), spot.chair)
            return Mover(movable[chair], chair, why=(Why("same_position", (("seat", chair),)),))
        if table.positions is None:
            return Mover(None, None, needs_button=True)
        chair = next_big_blind(Ring(table.seats, tuple(sorted(movable))), table.positions)
        return Mover(movable[chair], chair, why=(Why("next_big_blind", (("seat", chair),)),))

    def _dealt(self, table: PlayedTable) -> tuple[int, ...]:
        """Chairs that are dealt to, the moves so far done."""
        number = table.number
        left = self._left.get(number, ())
        chairs = {chair for chair, _entry in table.players if chair not in left}
        return tuple(sorted(chairs | self._taken.get(number, set())))


def _from_here(chairs: list[int], chair: int) -> int:
    """The first of some chairs clockwise from one, this one included."""
    return next((one for one in chairs if one >= chair), chairs[0])
