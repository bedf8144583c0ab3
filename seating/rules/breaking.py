"""Which tables are broken and when, and the draw of new seats for those who sat there. Pure.

docs/draws.md says the draws in the same words.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from seating.rules.button import SUITS, Card, deck
from seating.rules.draw import NoRoom, Seated
from seating.rules.played import Floor, PlayedTable, breaking_order
from seating.rules.tables import Table, places
from tourney.rulebooks.books.schema import Book
from tourney.rules.randomness import Chance

Method = Literal["random", "double_random"]


@dataclass(frozen=True, slots=True)
class Kept:
    """Chairs that must stay free when a table goes while entry is open.

    Attributes:
        people: chairs for players who are expected.
        each: more, at each table that stays, for those nobody expects.
        ghosts_leave: whether a latecomer takes over a ghost's chair (Five Spades 9.5), which so counts as free.
    """

    people: int = 0
    each: int = 0
    ghosts_leave: bool = False

    def at(self, tables: int) -> int:
        """Return how many chairs that is where so many tables stay."""
        return self.people + self.each * tables


def chairs_kept(floor: Floor, book: Book) -> Kept:
    """Return the chairs that a break must leave free, so that the next entry does not open the table again.

    While entry is open players with a reservation keep their chairs. A book that breaks only with two spare tables or
    more (Munot 10) leaves a table's chairs besides. Where one spare table is enough (Five Spades 4.6), chairs are kept
    for every player who may re-enter, and one at each table that stays.
    """
    if not floor.entry_open:
        return Kept()
    least = spare_from(floor, book)
    policy = book.seating.ghosts
    ghosts_leave = policy is not None and policy.latecomer_takes_over
    if least is None or least > 1:
        return Kept(floor.reserved, ghosts_leave=ghosts_leave)
    return Kept(floor.reserved + floor.returning, each=1, ghosts_leave=ghosts_leave)


def spare_tables(floor: Floor, kept: Kept = Kept()) -> list[PlayedTable]:
    """Tables that could go with everybody finding a chair at those that stay, the first to be broken first.

    People who have no chair yet need one too; one table always stays.

    Args:
        kept: chairs that stay free besides.
    """
    order = breaking_order(floor)
    free = sum(len(table.free) for table in order)
    haunted = sum(table.size - table.people for table in order)
    seeking = floor.coming
    for at, table in enumerate(order[:-1]):
        seeking += table.people
        free -= len(table.free)
        haunted -= table.size - table.people
        # Whoever is moved needs an empty chair.
        late = free + (haunted if kept.ghosts_leave else 0)
        if seeking > free or seeking + kept.at(len(order) - at - 1) > late:
            return order[:at]
    return order[:-1]


def spare_from(floor: Floor, book: Book) -> int | None:
    """How many tables have to be spare before one is broken; None: none is broken now.

    Once nobody can enter any more a table goes as soon as one is spare. While entry is open a book says how many
    (Munot 10: two), or that tables go as players do (Five Spades 4.6); of a silent one (PokerStars Live 2.4 says it) no
    table is broken before entry closes.
    """
    if not floor.entry_open:
        return 1
    policy = book.seating.breaking
    if policy is None:
        return None
    if policy.spare_tables_during_entry is not None:
        return policy.spare_tables_during_entry
    return 1 if policy.only_after_entry_closes is False else None


def tables_to_break(floor: Floor, book: Book) -> list[PlayedTable]:
    """Tables to be broken now, the first one first; those who sit there are drawn to the others alone.

    During entry as many as keep the book's number of spare tables (Munot 10: of two that could go, one does), and the
    chairs of `chairs_kept`.
    Afterwards two tables stay at least: they become one by the redraw of the final table.
    """
    least = spare_from(floor, book)
    if least is None:
        return []
    spare = spare_tables(floor, chairs_kept(floor, book))
    if not floor.entry_open:
        spare = spare[: max(len(floor.tables) - 2, 0)]
    return spare[: max(len(spare) - least + 1, 0)]


@dataclass(frozen=True, slots=True)
class Broken:
    """What the draw of a broken table's players is given.

    Attributes:
        players: (entry, chair) at the table that goes, ascending by chair.
        tables: that stay, in the floor's order; `chairs` are free, and of `taken` and `ghosts` all are dealt to.
        method: "random": seat cards are shuffled; "double_random": so is the order in which players take them.
        suits: from the highest to the lowest, for the high card.
    """

    players: tuple[tuple[int, int], ...]
    tables: tuple[Table, ...]
    method: Method = "double_random"
    suits: tuple[str, ...] = SUITS


@dataclass(frozen=True, slots=True)
class BreakSeats:
    """What came of it.

    Attributes:
        seats: (entry, table, chair), in the order of the players.
        cards: (chair at the table that goes, card), where the order was drawn by high card.
    """

    seats: tuple[Seated, ...]
    cards: tuple[tuple[int, Card], ...] = ()


def draw_break(seed: str, given: Broken) -> BreakSeats:
    """Draw new seats for all who sat at a table (Munot 10, Other Poker 5, PokerStars Live 2.4.1, TDA 10B).

    The tables' sizes differ as little as they can afterwards; which chairs are taken, and by whom, is drawn, and
    nobody's position is regarded.

    Args:
        seed: hexadecimal digits.
        given: who sat there, and the tables that stay.

    Raises:
        NoRoom: there are fewer free chairs than players.
    """
    free = sum(len(table.chairs) for table in given.tables)
    if free < len(given.players):
        raise NoRoom(len(given.players) - free)
    chance = Chance(seed)
    # Ghosts are dealt to like everybody, so they count where sizes are evened out (Five Spades 9.5).
    tables = [replace(table, taken=table.taken + len(table.ghosts)) for table in given.tables]
    sizes, candidates, more = places(tables, len(given.players))
    for at in chance.shuffled(candidates)[:more]:
        sizes[at] += 1
    chairs: list[tuple[int, int]] = []
    for table, size in zip(tables, sizes, strict=True):
        chairs.extend((table.number, chair) for chair in chance.shuffled(table.chairs)[:size])
    seat_cards = chance.shuffled(chairs)
    if given.method == "random":
        drawn = zip(given.players, seat_cards, strict=True)
        return BreakSeats(tuple((entry, *seat) for (entry, _chair), seat in drawn))
    dealt = chance.shuffled(deck(given.suits))[: len(given.players)]
    turn = sorted(
        range(len(given.players)), key=lambda at: (-dealt[at].rank, given.suits.index(dealt[at].suit))
    )
    taken = dict(zip(turn, seat_cards, strict=True))
    return BreakSeats(
        tuple((entry, *taken[at]) for at, (entry, _chair) in enumerate(given.players)),
        tuple((chair, card) for (_entry, chair), card in zip(given.players, dealt, strict=True)),
    )


def draw_order(seed: str, numbers: Sequence[int]) -> tuple[int, ...]:
    """Draw in which order tables give a player away when sizes are evened out (Other Poker 6).

    Args:
        seed: hexadecimal digits.
        numbers: of the tables, ascending.
    """
    return tuple(Chance(seed).shuffled(numbers))
