"""Over many draws every permitted outcome is equally likely: seats, tables, neighbours, whole seatings.

The seeds are consecutive numbers, so these tests are repeatable; for a given series of seeds a fair procedure
fails one of them with a probability below one in a million.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product

import pytest

from seating.rules.button import HighCard, draw_high_card
from seating.rules.draw import Field, Late, draw_field, draw_seat
from seating.rules.tables import Table
from tests.seating.chi import bound, chi_square, is_fair
from tourney.rules.randomness import SeededRandom

Seating = tuple[tuple[int, int, int], ...]


def seeds(count: int) -> Iterator[str]:
    return (f"{number:064x}" for number in range(count))


def table(number: int, seats: int = 6, **more: object) -> Table:
    return Table(number, tuple(range(1, seats + 1)), **more)  # type: ignore[arg-type]


PEOPLE = tuple(range(101, 111))
TWO_TABLES = Field(PEOPLE, (table(1), table(2)))
DRAWS = 12_000


@pytest.fixture(scope="module")
def drawn() -> list[Seating]:
    return [draw_field(seed, TWO_TABLES).seats for seed in seeds(DRAWS)]


def test_each_player_gets_each_seat_equally_often(drawn: list[Seating]) -> None:
    seats = list(product((1, 2), range(1, 7)))
    for at, player in enumerate(PEOPLE):
        assert all(seating[at][0] == player for seating in drawn[:10])
        assert is_fair(Counter(seating[at][1:] for seating in drawn), seats), player


def test_each_player_gets_each_table_equally_often(drawn: list[Seating]) -> None:
    for at, player in enumerate(PEOPLE):
        assert is_fair(Counter(seating[at][1] for seating in drawn), (1, 2)), player


def left_neighbours(seating: Seating) -> dict[int, int]:
    """Return each player's left neighbour, around the table."""
    found: dict[int, int] = {}
    for number in {one for _player, one, _seat in seating}:
        ring = [player for _seat, player in sorted((c, p) for p, t, c in seating if t == number)]
        found.update(zip(ring, ring[1:] + ring[:1], strict=True))
    return found


def test_each_player_has_each_other_as_a_neighbour_equally_often(drawn: list[Seating]) -> None:
    beside = [left_neighbours(seating) for seating in drawn]
    for player in PEOPLE:
        others = [one for one in PEOPLE if one != player]
        assert is_fair(Counter(neighbours[player] for neighbours in beside), others), player


def all_seatings(given: Field, sizes: Sequence[Sequence[int]]) -> set[Seating]:
    """Enumerate all permitted seatings: seats at each table, players in each order."""
    found: set[Seating] = set()
    seats = [(one.number, seat) for one in given.tables for seat in one.free]
    accessible = {one.number for one in given.tables if one.accessible}
    for places in permutations(seats, len(given.players)):
        at = dict(zip(given.players, places, strict=True))
        counted = Counter(number for number, _seat in places)
        if [counted[one.number] for one in given.tables] not in [list(one) for one in sizes]:
            continue
        if any(at[one][0] == at[other][0] for one, other in given.apart):
            continue
        if any(at[one][0] == number for one, number in given.barred):
            continue
        if any(at[one][0] not in accessible for one in given.needs):
            continue
        found.add(tuple((player, *at[player]) for player in given.players))
    return found


CASES = {
    "one full table": (Field((1, 2, 3, 4), (table(1, 4),)), [[4]]),
    "seats stay free": (Field((1, 2, 3), (table(1, 4),)), [[3]]),
    "one table gets one more": (Field((1, 2, 3), (table(1, 2), table(2, 2))), [[2, 1], [1, 2]]),
    "two must sit apart": (
        Field((1, 2, 3, 4), (table(1, 3), table(2, 3)), apart=((1, 2),)),
        [[2, 2]],
    ),
    "three must sit apart": (
        Field((1, 2, 3, 4), (table(1, 2), table(2, 1), table(3, 1)), apart=((1, 2), (2, 3), (1, 3))),
        [[2, 1, 1]],
    ),
    "one must not sit where another does": (
        Field((1, 2, 3), (table(1, 2, taken=1), table(2, 2, taken=1)), barred=((2, 1),)),
        [[2, 1], [1, 2]],
    ),
    "one needs an accessible table": (
        Field((1, 2, 3, 4), (table(1, 2, accessible=True), table(2, 2)), needs=(3,)),
        [[2, 2]],
    ),
    "needs and apart": (
        Field((1, 2, 3, 4), (table(1, 2, accessible=True), table(2, 3)), needs=(3,), apart=((3, 4),)),
        [[2, 2]],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_seating_that_is_allowed_is_equally_likely(name: str) -> None:
    given, sizes = CASES[name]
    allowed = all_seatings(given, sizes)
    counts = Counter(draw_field(seed, given).seats for seed in seeds(60 * len(allowed)))
    assert is_fair(counts, allowed)


def test_each_free_seat_of_the_shortest_tables_is_equally_likely() -> None:
    given = Late(7, (table(1, 3, taken=5), table(2, 4, taken=4), table(3, 2, taken=4), table(4, open=False)))
    counts: Counter[tuple[int, int]] = Counter()
    for seed in seeds(6_000):
        found = draw_seat(seed, given)
        assert found is not None
        counts[found.table, found.seat] += 1
    assert is_fair(counts, [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2)])


def test_each_position_gets_the_button_equally_often() -> None:
    given = HighCard(1, (1, 2, 4, 5, 7, 9))
    assert is_fair(Counter(draw_high_card(seed, given).seat for seed in seeds(6_000)), given.seats)


def swaps_with_anybody(rng: SeededRandom, items: Sequence[int]) -> tuple[int, ...]:
    """Shuffle with a well-known unfair method: swap each position with any other."""
    deck = list(items)
    for at in range(len(deck)):
        other = rng.below(len(deck))
        deck[at], deck[other] = deck[other], deck[at]
    return tuple(deck)


def repairs(rng: SeededRandom, items: Sequence[int]) -> tuple[int, ...]:
    """Separate 1 and 2 by moving one of them, instead of shuffling again."""
    deck = rng.shuffled(items)
    while abs(deck.index(1) - deck.index(2)) == 1:
        at = deck.index(2)
        deck[at], deck[(at + 1) % len(deck)] = deck[(at + 1) % len(deck)], deck[at]
    return tuple(deck)


@pytest.mark.parametrize("unfair", [swaps_with_anybody, repairs])
def test_unfair_draw_is_detected(
    unfair: Callable[[SeededRandom, Sequence[int]], tuple[int, ...]],
) -> None:
    """The control: the tests above detect an unfair draw."""
    counts = Counter(unfair(SeededRandom(seed), (1, 2, 3, 4)) for seed in seeds(24 * 100))
    possible = [
        one
        for one in permutations((1, 2, 3, 4))
        if unfair is swaps_with_anybody or abs(one.index(1) - one.index(2)) != 1
    ]
    assert chi_square(counts, possible) > bound(len(possible) - 1)
