"""Balancing: the moves, their source and destination tables, players and seats. Pure."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from seating.rules.movers import Mover, Room, Spot
from seating.rules.played import Floor, PlayedTable, Why, breaking_order, dismissed_situations
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.books.schema.seating import Balancing

SILENT = 2
"""Difference that triggers balancing if a book names none."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One player's move from a table to a seat of another.

    Attributes:
        source, destination: source and destination table numbers.
        sizes: of source and destination before this move, with earlier moves done.
        mover: the player, if known.
        spot: the seat, if known.
        least: difference that triggers balancing in the book.
        rule: citation.
    """

    source: int
    destination: int
    sizes: tuple[int, int]
    mover: Mover
    spot: Spot
    least: int
    rule: str
    why: tuple[Why, ...]

    @property
    def situation(self) -> str:
        """Return the part of the key that stays the same until one of the two tables changes in size."""
        return f"balance {self.source}({self.sizes[0]})→{self.destination}({self.sizes[1]})"


def least_difference(floor: Floor, book: Book) -> tuple[int, str]:
    """Return the difference between the largest and smallest table that triggers balancing, and the rule.

    Never below two: moving a player for a difference of one changes nothing.
    """
    policy = book.seating.balancing
    least = policy.difference if policy is not None and policy.difference is not None else SILENT
    halting = book.seating.halting
    if halting is not None and len(floor.tables) <= (halting.within_one_from_tables or 0):
        return 2, cite(book, halting)
    return max(least, 2), cite(book, policy)


def transfers(floor: Floor, book: Book) -> list[Transfer]:
    """Plan the fewest moves that balance the tables, in order.

    Each move goes from the largest table to the smallest until they differ by less than the book allows; no
    plan with fewer moves gets there, because each move reduces both excess and shortage, whatever the target
    sizes. Among equally large tables the book says which gives up a player. Tables that cannot give (ghosts,
    players under way) or cannot receive (no free seat but the small blind's) are left out. The tables of a
    dismissed move stay as they are: the move is listed, and no move that depends on it.

    No moves in the late stage if balancing is at the director's discretion (PokerStars Live 2.5.1).
    """
    policy = book.seating.balancing
    if floor.late_stage and policy is not None and policy.late_stage_at_discretion:
        return []
    least, rule = least_difference(floor, book)
    sizes = [table.size for table in floor.tables]
    largest, smallest = max(sizes, default=0), min(sizes, default=0)
    if largest - smallest < least:
        return []
    room = Room(floor, book)
    breaks = {table.number: at for at, table in enumerate(breaking_order(floor))}
    # A table in between neither gives to the smallest one nor takes from the largest.
    full_enough = [table for table in floor.tables if table.size >= smallest + least]
    short_enough = [table for table in floor.tables if table.size <= largest - least]
    sources = _Shelves(
        [table for table in full_enough if room.may_give(table.number)], giving_order(floor, policy, breaks)
    )
    destinations = _Shelves(
        [table for table in short_enough if room.may_take(table.number)],
        # A moved player should not have to move again soon: the table that breaks last receives first.
        {number: -at for number, at in breaks.items()},
    )
    by_number = _goes_by_number(floor, policy)
    gave = floor.last_gave
    dismissed = dismissed_situations(floor)
    found: list[Transfer] = []
    while sources and destinations:
        source = sources.fullest(after=gave if by_number else None)
        destination = destinations.shortest()
        full, short = room.size(source), room.size(destination)
        if full - short < least:
            break
        spot = room.spot(destination)
        if spot is None:
            destinations.remove(destination, short)
            continue
        mover = room.mover(source, spot)
        why = (
            Why("difference", (("from_size", full), ("to_size", short), ("least", least))),
            Why(_why_this_table(floor, policy), (("table", source),)),
            *mover.why,
            *spot.why,
        )
        found.append(Transfer(source, destination, (full, short), mover, spot, least, rule, why))
        if found[-1].situation in dismissed:
            for number, size in ((source, full), (destination, short)):
                sources.remove(number, size)
                destinations.remove(number, size)
            continue
        room.move(source, destination, mover, spot)
        gave = source
        sources.settle(source, full, full - 1, room.may_give(source))
        sources.settle(destination, short, short + 1, room.may_give(destination))
        destinations.settle(destination, short, short + 1, room.may_take(destination))
        destinations.settle(source, full, full - 1, room.may_take(source))
    return found


def giving_order(floor: Floor, policy: Balancing | None, breaks: Mapping[int, int]) -> Mapping[int, int]:
    """Return which of equally large tables gives first: the lowest place.

    An order drawn or fixed in advance (Other Poker 6, TDA 11C) comes with the floor; tables missing from it
    come last. Otherwise by number, or the highest number first (Five Spades 4.9); else, and if no order was
    drawn, the table that breaks first.

    Args:
        breaks: the place of each table in the breaking order.
    """
    if _goes_by_number(floor, policy):
        return {number: number for number in breaks}
    if policy is not None and policy.from_table in {"drawn_in_advance", "fixed_in_advance"}:
        turn = {number: at for at, number in enumerate(floor.giving)}
        return {number: turn.get(number, len(turn) + at) for number, at in breaks.items()}
    if policy is not None and policy.from_tie == "highest_number":
        return {number: -number for number in breaks}
    return breaks


def _goes_by_number(floor: Floor, policy: Balancing | None) -> bool:
    """Return whether the next table by number gives up a player (WSOP 67, above 20 tables)."""
    if policy is None or policy.by_number_above_tables is None:
        return False
    return len(floor.tables) > policy.by_number_above_tables


def _why_this_table(floor: Floor, policy: Balancing | None) -> str:
    """Return the reason why this table gives up a player."""
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
    """Tables by size, those of one size in a given order, for quick access to the largest and smallest."""

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
        """Return the number of the largest table, the first in order, or the next one after a place,
        cyclically.
        """
        shelf = self._by_size[max(self._by_size)]
        at = bisect_right(shelf, (after, after)) if after is not None else 0
        return shelf[at % len(shelf)][1]

    def shortest(self) -> int:
        """Return the number of the smallest table, the first in order."""
        return self._by_size[min(self._by_size)][0][1]

    def remove(self, number: int, size: int) -> None:
        """Leave a table out from now on; no effect if it is out already."""
        shelf = self._by_size.get(size, [])
        place = (self._order[number], number)
        at = bisect_left(shelf, place)
        if at < len(shelf) and shelf[at] == place:
            del shelf[at]
            if not shelf:
                del self._by_size[size]

    def settle(self, number: int, was: int, now: int, stays: bool) -> None:
        """Update a table's size, or leave the table out from now on."""
        self.remove(number, was)
        if stays:
            insort(self._by_size[now], (self._order[number], number))
