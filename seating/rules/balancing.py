"""Evening out the tables: how many moves it takes, from which table to which, who moves, to which chair. Pure."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from seating.rules.movers import Mover, Room, Spot
from seating.rules.played import Floor, PlayedTable, Why, breaking_order, left_be
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.books.schema.seating import Balancing

SILENT = 2
"""Difference from which tables are evened out where a book names none."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One player from a table to a chair of another.

    Attributes:
        giver, taker: numbers of the tables.
        sizes: of giver and taker before this move, the moves before it done.
        mover: who, as far as it is known.
        spot: which chair, as far as it is known.
        least: difference from which the book evens out.
        rule: citation.
    """

    giver: int
    taker: int
    sizes: tuple[int, int]
    mover: Mover
    spot: Spot
    least: int
    rule: str
    why: tuple[Why, ...]

    @property
    def situation(self) -> str:
        """What stays the same until one of the two tables has another size."""
        return f"balance {self.giver}({self.sizes[0]})→{self.taker}({self.sizes[1]})"


def least_difference(floor: Floor, book: Book) -> tuple[int, str]:
    """From which difference between the fullest and the shortest table on players are moved, and the rule.

    Never below two: to move somebody for a difference of one changes nothing.
    """
    policy = book.seating.balancing
    least = policy.difference if policy is not None and policy.difference is not None else SILENT
    halting = book.seating.halting
    if halting is not None and len(floor.tables) <= (halting.within_one_from_tables or 0):
        return 2, cite(book, halting)
    return max(least, 2), cite(book, policy)


def transfers(floor: Floor, book: Book) -> list[Transfer]:
    """What evens out the tables with the fewest moves, one after the other.

    Each move goes from the fullest table to the shortest until they differ by less than the book allows; no plan with
    fewer moves gets there, because each makes both the excess and the lack smaller, of whatever sizes are aimed at.
    Among tables that are equally full the book says which gives. Tables that cannot give (ghosts, people under way)
    or cannot take (no chair but the small blind's) are left out. The tables of a move that was dismissed stay as they
    are: it is named, and none that would rest on it.

    Nothing late in an event where that is at the director's discretion (PokerStars Live 2.5.1).
    """
    policy = book.seating.balancing
    if floor.late_stage and policy is not None and policy.late_stage_at_discretion:
        return []
    least, rule = least_difference(floor, book)
    sizes = [table.size for table in floor.tables]
    if max(sizes, default=0) - min(sizes, default=0) < least:
        return []
    room = Room(floor, book)
    order = giving_order(floor, policy)
    givers = _Shelves([table for table in floor.tables if room.may_give(table.number)], order)
    takers = _Shelves(
        [table for table in floor.tables if room.may_take(table.number)],
        # Whoever moves should not have to move again soon: the table that breaks last takes first.
        {table.number: -at for at, table in enumerate(breaking_order(floor))},
    )
    by_number = _goes_by_number(floor, policy)
    gave = floor.last_gave
    dismissed = left_be(floor)
    found: list[Transfer] = []
    while givers and takers:
        giver = givers.fullest(after=gave if by_number else None)
        taker = takers.shortest()
        full, short = room.size(giver), room.size(taker)
        if full - short < least:
            break
        spot = room.spot(taker)
        if spot is None:
            takers.remove(taker, short)
            continue
        mover = room.mover(giver, spot)
        why = (
            Why("difference", (("from_size", full), ("to_size", short), ("least", least))),
            Why(_why_this_table(floor, policy), (("table", giver),)),
            *mover.why,
            *spot.why,
        )
        found.append(Transfer(giver, taker, (full, short), mover, spot, least, rule, why))
        if found[-1].situation in dismissed:
            for number, size in ((giver, full), (taker, short)):
                givers.remove(number, size)
                takers.remove(number, size)
            continue
        room.move(giver, taker, mover, spot)
        gave = giver
        givers.settle(giver, full, full - 1, room.may_give(giver))
        givers.settle(taker, short, short + 1, room.may_give(taker))
        takers.settle(taker, short, short + 1, room.may_take(taker))
        takers.settle(giver, full, full - 1, room.may_take(giver))
    return found


def giving_order(floor: Floor, policy: Balancing | None) -> dict[int, int]:
    """Which of equally full tables gives first: the lowest place.

    Drawn or fixed in advance (Other Poker 6, TDA 11C) is the order given with the floor; a table that is not in it
    comes after those that are. By number, or the highest number first (Five Spades 4.9); otherwise, and where
    nothing was drawn, the table that is broken first.
    """
    breaks = {table.number: at for at, table in enumerate(breaking_order(floor))}
    if _goes_by_number(floor, policy):
        return {number: number for number in breaks}
    if policy is not None and policy.from_table in {"drawn_in_advance", "fixed_in_advance"}:
        turn = {number: at for at, number in enumerate(floor.giving)}
        return {number: turn.get(number, len(turn) + at) for number, at in breaks.items()}
    if policy is not None and policy.from_tie == "highest_number":
        return {number: -number for number in breaks}
    return breaks


def _goes_by_number(floor: Floor, policy: Balancing | None) -> bool:
    """Whether the next table by number gives (WSOP 67, above 20 tables)."""
    if policy is None or policy.by_number_above_tables is None:
        return False
    return len(floor.tables) > policy.by_number_above_tables


def _why_this_table(floor: Floor, policy: Balancing | None) -> str:
    """Why this table gives a player and no other."""
    if policy is None or policy.from_table is None:
        return "fullest"
    if policy.from_table == "any_overfull":
        return "overfull"
    if policy.from_table == "number_then_breaking_order":
        return "next_number" if _goes_by_number(floor, policy) else "breaking_order"
    if policy.from_table == "drawn_in_advance":
        return "drawn" if floor.giving else "not_drawn"
    if policy.from_table == "fixed_in_advance":
        return "fixed" if floor.giving else "breaking_order"
    return "fullest_highest_number" if policy.from_tie == "highest_number" else "fullest"


class _Shelves:
    """Tables by size, those of one size in a given order: the fullest and the shortest are at hand at once."""

    def __init__(self, tables: Iterable[PlayedTable], order: Mapping[int, int]) -> None:
        self._order = order
        self._by_size: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for table in tables:
            self._by_size[table.size].append((order[table.number], table.number))
        for shelf in self._by_size.values():
            shelf.sort()

    def __bool__(self) -> bool:
        return bool(self._by_size)

    def fullest(self, *, after: int | None = None) -> int:
        """Number of the fullest table, the first in order; or the one that comes after a place, the way round."""
        shelf = self._by_size[max(self._by_size)]
        at = bisect_right(shelf, (after, after)) if after is not None else 0
        return shelf[at % len(shelf)][1]

    def shortest(self) -> int:
        """Number of the shortest table, the first in order."""
        return self._by_size[min(self._by_size)][0][1]

    def remove(self, number: int, size: int) -> None:
        """Leave a table out from now on; nothing happens where it is out already."""
        shelf = self._by_size.get(size, [])
        place = (self._order[number], number)
        at = bisect_left(shelf, place)
        if at < len(shelf) and shelf[at] == place:
            del shelf[at]
            if not shelf:
                del self._by_size[size]

    def settle(self, number: int, was: int, now: int, stays: bool) -> None:
        """A table has another size, or is left out from now on."""
        self.remove(number, was)
        if stays:
            insort(self._by_size[now], (self._order[number], number))
