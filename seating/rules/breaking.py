"""Table breaks: which tables, when, and the draw of new seats for their players. Pure.

docs/draws.md describes the draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from seating.rules.button import SUITS, Card, deck
from seating.rules.draw import NoRoom, Seated
from seating.rules.played import Floor, PlayedTable, breaking_order
from seating.rules.tables import Table, places
from tourney.rulebooks.books.schema import Book
from tourney.rules.randomness import SeededRandom

Method = Literal["random", "double_random"]


@dataclass(frozen=True, slots=True)
class Kept:
    """Seats that must stay free when a table breaks while entry is open.

    Attributes:
        people: seats for expected players.
        each: additional seats at each remaining table, for unexpected players.
        ghosts_leave: whether a late entry takes over a ghost's seat (Five Spades 9.5), which then counts as
            free.
    """

    people: int = 0
    each: int = 0
    ghosts_leave: bool = False

    def at(self, tables: int) -> int:
        """Return the number of seats to keep when this many tables stay."""
        return self.people + self.each * tables


def seats_kept(floor: Floor, book: Book) -> Kept:
    """Return the seats that a break must leave free, so that the next entry does not reopen the table.

    While entry is open, seats are kept for players with a reservation. A book that breaks only with two spare
    tables or more (Munot 10) keeps one more table's seats. If one spare table is enough (Five Spades 4.6),
    seats are kept for every player who may re-enter, and one at each table that stays.
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
    """Return tables whose players would all find seats at the remaining tables, in breaking order.

    Players without a seat need one too; one table always stays.

    Args:
        kept: additional seats that must stay free.
    """
    order = breaking_order(floor)
    free = sum(len(table.free) for table in order)
    haunted = sum(table.size - table.people for table in order)
    seeking = floor.coming
    for at, table in enumerate(order[:-1]):
        seeking += table.people
        free -= len(table.free)
        haunted -= table.size - table.people
        # A moved player needs an empty seat.
        late = free + (haunted if kept.ghosts_leave else 0)
        if seeking > free or seeking + kept.at(len(order) - at - 1) > late:
            return order[:at]
    return order[:-1]


def spare_from(floor: Floor, book: Book) -> int | None:
    """Return how many tables must be spare before one breaks; None: no table breaks now.

    After entry closes, a table breaks as soon as one is spare. While entry is open, a book gives the number
    (Munot 10: two), or breaks tables as players bust (Five Spades 4.6); if it is silent (PokerStars Live 2.4
    states it), no table breaks before entry closes.
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
    """Return the tables to break now, in order; their players are drawn only to the remaining tables.

    During entry, as many as keep the book's number of spare tables (Munot 10: of two that could go, one
    does), and the seats of `seats_kept`. Afterwards at least two tables stay: they become one by the redraw
    of the final table, unless the best play there already (Five Spades 4.19), or the day has none because its
    stacks go on.
    """
    floor, stay = floor.moving, 1 if floor.final_table or floor.goes_on else 2
    least = spare_from(floor, book)
    if least is None:
        return []
    spare = spare_tables(floor, seats_kept(floor, book))
    if not floor.entry_open:
        spare = spare[: max(len(floor.tables) - stay, 0)]
    return spare[: max(len(spare) - least + 1, 0)]


@dataclass(frozen=True, slots=True)
class Broken:
    """Inputs of the draw for a broken table's players.

    Attributes:
        players: (entry, seat) at the broken table, ascending by seat.
        tables: remaining tables, in the floor's order; `chairs` are free seats, and all of `taken` and
            `ghosts` are dealt in.
        method: "random": seat cards are shuffled; "double_random": so is the order in which players take
            them.
        suits: from the highest to the lowest, for the high card.
    """

    players: tuple[tuple[int, int], ...]
    tables: tuple[Table, ...]
    method: Method = "double_random"
    suits: tuple[str, ...] = SUITS


@dataclass(frozen=True, slots=True)
class BreakSeats:
    """Outcome of the draw for a broken table's players.

    Attributes:
        seats: (entry, table, seat), in the order of the players.
        cards: (seat at the broken table, card), if the order was drawn by high card.
    """

    seats: tuple[Seated, ...]
    cards: tuple[tuple[int, Card], ...] = ()


def draw_break(seed: str, given: Broken) -> BreakSeats:
    """Draw new seats for a broken table's players (Munot 10, Other Poker 5, PokerStars Live 2.4.1, TDA 10B).

    Table sizes differ as little as possible afterwards; seats and their players are drawn without regard to
    position.

    Args:
        seed: hexadecimal digits.
        given: the table's players, and the remaining tables.

    Raises:
        NoRoom: there are fewer free seats than players.
    """
    free = sum(len(table.free) for table in given.tables)
    if free < len(given.players):
        raise NoRoom(len(given.players) - free)
    rng = SeededRandom(seed)
    # Ghosts are dealt in like players, so they count towards table sizes (Five Spades 9.5).
    tables = [replace(table, taken=table.taken + len(table.ghosts)) for table in given.tables]
    sizes, candidates, more = places(tables, len(given.players))
    for at in rng.shuffled(candidates)[:more]:
        sizes[at] += 1
    seats: list[tuple[int, int]] = []
    for table, size in zip(tables, sizes, strict=True):
        seats.extend((table.number, chair) for chair in rng.shuffled(table.free)[:size])
    seat_cards = rng.shuffled(seats)
    if given.method == "random":
        drawn = zip(given.players, seat_cards, strict=True)
        return BreakSeats(tuple((entry, *seat) for (entry, _seat), seat in drawn))
    dealt = rng.shuffled(deck(given.suits))[: len(given.players)]
    turn = sorted(
        range(len(given.players)), key=lambda at: (-dealt[at].rank, given.suits.index(dealt[at].suit))
    )
    taken = dict(zip(turn, seat_cards, strict=True))
    return BreakSeats(
        tuple((entry, *taken[at]) for at, (entry, _seat) in enumerate(given.players)),
        tuple((chair, card) for (_entry, chair), card in zip(given.players, dealt, strict=True)),
    )


def draw_order(seed: str, numbers: Sequence[int]) -> tuple[int, ...]:
    """Draw the order in which tables give up players for balancing (Other Poker 6).

    Args:
        seed: hexadecimal digits.
        numbers: table numbers, ascending.
    """
    return tuple(SeededRandom(seed).shuffled(numbers))
