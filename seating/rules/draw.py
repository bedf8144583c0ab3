"""Seat draws: the whole field at once, and one late entry. Pure; docs/draws.md describes them.

A draw is a function of its seed and its inputs. Inputs have a defined order and every random number comes
from `tourney.rules.randomness`, so the same seed always gives the same seats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from seating.rules.apart import may_be_apart
from seating.rules.tables import Table, places, tables_for
from tourney.rules.randomness import SeededRandom

METHOD = "1"
# Cost limit of a draw: tries × players.
_WORK = 500_000
_FEWEST_TRIES = 100

Seated = tuple[int, int, int]


class NoRoom(Exception):
    """There are fewer seats than players.

    Attributes:
        missing: number of missing seats.
    """

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


class NotApart(Exception):
    """None of `tries` shuffles kept all pairs apart; 0: it is certain that no seating does."""

    def __init__(self, tries: int) -> None:
        super().__init__(tries)
        self.tries = tries


@dataclass(frozen=True, slots=True)
class Field:
    """Inputs of the draw of a field.

    Attributes:
        players: entries, ordered by id.
        needs: entries that need an accessible table.
        tables: tables of the event, in the floor's order.
        apart: pairs of entries that must not sit at one table.
        barred: (entry, table): a player to keep apart from the entry is already seated there.
    """

    players: tuple[int, ...]
    tables: tuple[Table, ...]
    needs: tuple[int, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    barred: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FieldSeats:
    """Outcome of the draw of a field.

    Attributes:
        seats: (entry, table, seat), in the order of the entries.
        tables: numbers of the tables in play.
        shuffles: number of shuffles until all pairs were apart.
        unmet: entries that need an accessible table and got no seat at one.
    """

    seats: tuple[Seated, ...]
    tables: tuple[int, ...]
    shuffles: int
    unmet: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Late:
    """Inputs of the draw of one seat.

    Attributes:
        entry: the entry to seat.
        tables: tables with free seats, in the floor's order.
        needs: whether the entry needs an accessible table.
        barred: tables of players to keep apart from the entry.
    """

    entry: int
    tables: tuple[Table, ...]
    needs: bool = False
    barred: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LateSeat:
    """Outcome of the draw of one seat.

    Attributes:
        table, seat: the drawn seat.
        among: (table, seat): the candidates, each equally likely.
        unmet: conditions that could not be met: "access", "apart".
    """

    table: int
    seat: int
    among: tuple[tuple[int, int], ...]
    unmet: tuple[str, ...] = ()


def most_tries(players: int) -> int:
    """Return the maximum number of shuffles for a field before a keep-apart draw fails."""
    return max(_FEWEST_TRIES, _WORK // max(players, 1))


def draw_field(seed: str, given: Field) -> FieldSeats:
    """Draw seats for a whole field (Munot 7, Five Spades 4.6, PokerStars Live 2.1).

    Use as few tables as possible, with sizes that differ by one at most. Which tables get one more player,
    which seats stay free, and who sits where is drawn, each outcome equally likely. If players must sit
    apart, the whole field is reshuffled until they do, so every permitted seating stays as likely as every
    other.

    Args:
        seed: hexadecimal digits.
        given: players, tables, conditions.

    Raises:
        NoRoom: there are fewer seats than players.
        NotApart: the pairs cannot be kept apart, or no shuffle did; the number of tries is limited
            (`most_tries`).
    """
    if not given.players:
        return FieldSeats((), (), 0)
    needs = set(given.needs)
    free = sum(len(table.free) for table in given.tables)
    if free < len(given.players):
        raise NoRoom(len(given.players) - free)
    used = tables_for(given.tables, len(given.players), len(needs))
    tries = most_tries(len(given.players))
    if (given.apart or given.barred) and not may_be_apart(given.apart, given.barred, _room(used, given)):
        raise NotApart(0)
    rng = SeededRandom(seed)
    for shuffles in range(1, tries + 1):
        seats = _shuffle(rng, given, used, needs)
        if _is_apart(seats, given):
            accessible = {table.number for table in used if table.accessible}
            unmet = tuple(one for one in given.players if one in needs and seats[one][0] not in accessible)
            placed = tuple((one, *seats[one]) for one in given.players)
            return FieldSeats(placed, tuple(table.number for table in used), shuffles, unmet)
    raise NotApart(tries)


def _room(used: Sequence[Table], given: Field) -> dict[int, int]:
    """Return the maximum number of players to seat at each table."""
    sizes, candidates, more = places(used, len(given.players))
    for at in candidates if more else ():
        sizes[at] += 1
    return {table.number: size for table, size in zip(used, sizes, strict=True)}


def _shuffle(
    rng: SeededRandom, given: Field, used: Sequence[Table], needs: set[int]
) -> dict[int, tuple[int, int]]:
    """Shuffle once: (table, seat) for each entry."""
    sizes, candidates, more = places(used, len(given.players))
    order = rng.shuffled(candidates)
    short = len(needs) - sum(size for table, size in zip(used, sizes, strict=True) if table.accessible)
    # Accessible tables get the extra player first, as far as their seats are needed.
    first = [at for at in order if used[at].accessible][: max(short, 0)]
    ahead = set(first)
    for at in [*first, *(at for at in order if at not in ahead)][:more]:
        sizes[at] += 1
    accessible: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for table, size in zip(used, sizes, strict=True):
        chairs = rng.shuffled(table.free)[:size]
        (accessible if table.accessible else others).extend((table.number, seat) for seat in chairs)
    seats: dict[int, tuple[int, int]] = {}
    if needs:
        accessible = rng.shuffled(accessible)
        first_drawn = rng.shuffled([one for one in given.players if one in needs])[: len(accessible)]
        for one in first_drawn:
            seats[one] = accessible.pop()
    rest = [one for one in given.players if one not in seats]
    seats.update(zip(rest, rng.shuffled([*accessible, *others]), strict=True))
    return seats


def _is_apart(seats: dict[int, tuple[int, int]], given: Field) -> bool:
    return all(seats[one][0] != seats[other][0] for one, other in given.apart) and all(
        seats[one][0] != table for one, table in given.barred
    )


def draw_seat(seed: str, given: Late) -> LateSeat | None:
    """Draw a seat for a late entry among all free seats of the tables with the fewest players.

    A ghost's seat goes before an empty one (Five Spades 9.5). Reserve tables wait until the open ones are
    full.

    Returns:
        The seat, or None if there is no free seat.
    """
    pool = [table for table in given.tables if table.open and (table.free or table.ghosts)]
    if not pool:
        pool = [table for table in given.tables if not table.open and (table.free or table.ghosts)][:1]
    if not pool:
        return None
    unmet = []
    if given.needs:
        fitting = [table for table in pool if table.accessible]
        unmet += [] if fitting else ["access"]
        pool = fitting or pool
    if given.barred:
        fitting = [table for table in pool if table.number not in given.barred]
        unmet += [] if fitting else ["apart"]
        pool = fitting or pool
    haunted = [table for table in pool if table.ghosts]
    pool = haunted or pool
    fewest = min(table.taken for table in pool)
    seats = [
        (table.number, seat)
        for table in pool
        if table.taken == fewest
        for seat in (table.ghosts if haunted else table.free)
    ]
    number, seat = seats[SeededRandom(seed).below(len(seats))]
    return LateSeat(number, seat, tuple(seats), tuple(unmet))


def neighbours(seats: Iterable[Seated]) -> set[frozenset[int]]:
    """Return pairs of adjacent entries: no player between them at their table, cyclically."""
    tables: dict[int, list[tuple[int, int]]] = {}
    for entry, number, seat in seats:
        tables.setdefault(number, []).append((seat, entry))
    found = set()
    for taken in tables.values():
        ring = [entry for _seat, entry in sorted(taken)]
        for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
            if one != other:
                found.add(frozenset((one, other)))
    return found
