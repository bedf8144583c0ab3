"""The Independent Chip Model, compared with brute force for any stacks in any order."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.icm import EXACT_MOST, MOST, icm_values
from tests.examples import examples

a_stack = st.integers(1, 10**7)
some_prizes = st.integers(0, 10**8)


def ladder(draw: st.DrawFn, players: int) -> list[int]:
    prizes = sorted(draw(st.lists(some_prizes, min_size=players, max_size=players)), reverse=True)
    return prizes if any(prizes) else [1, *prizes[1:]]


@st.composite
def finals(draw: st.DrawFn, most: int = 8) -> tuple[list[int], list[int]]:
    stacks = draw(st.lists(a_stack, min_size=1, max_size=most))
    return stacks, ladder(draw, len(stacks))


def by_brute_force(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """Compute each finishing order with its probability: Harville's formula, literally."""
    values = [Fraction(0)] * len(stacks)

    def finish(rng: Fraction, players: list[int], place: int) -> None:
        chips = sum(stacks[player] for player in players)
        for player in players:
            here = rng * Fraction(stacks[player], chips)
            values[player] += here * prizes[place]
            finish(here, [other for other in players if other != player], place + 1)

    finish(Fraction(1), list(range(len(stacks))), 0)
    return values


def by_sets(stacks: list[int], prizes: list[int]) -> list[float]:
    """Compute the same by sets of players in the first places, in floats, for larger fields."""
    total, players = sum(stacks), range(len(stacks))
    values, layer = [0.0] * len(stacks), {0: 1.0}
    for prize in prizes:
        coming: dict[int, float] = {}
        for taken, rng in layer.items():
            rest = total - sum(stacks[player] for player in players if taken >> player & 1)
            for player in players:
                if not taken >> player & 1:
                    part = rng * stacks[player] / rest
                    values[player] += part * prize
                    coming[taken | 1 << player] = coming.get(taken | 1 << player, 0.0) + part
        layer = coming
    return values


@settings(max_examples=examples(25), deadline=None)
@given(finals(5))
def test_icm_values_equal_the_sum_over_finishing_orders(final: tuple[list[int], list[int]]) -> None:
    stacks, prizes = final
    found = icm_values(stacks, prizes)
    for value, exact in zip(found.values, by_brute_force(stacks, prizes), strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(found.error) + Fraction(1, 10**6)


def test_icm_of_eight_players_equals_all_40320_orders() -> None:
    stacks = [64_000, 1, 1, 500, 500, 32, 8_000, 70_000]
    prizes = [300_00, 200_00, 150_00, 100_00, 80_00, 70_00, 60_00, 40_00]
    found = icm_values(stacks, prizes)
    exact = by_brute_force(stacks, prizes)
    assert max(abs(Fraction(value) - one) for value, one in zip(found.values, exact, strict=True)) < 1e-8
    assert found.error < 1e-8


def test_icm_of_twelve_players_equals_the_sum_over_subsets() -> None:
    stacks = [40_000, 35_500, 31_000, 22_500, 22_500, 18_000, 9_500, 4_000, 2_500, 1_000, 500, 25]
    prizes = [5_000_00 // (place + 1) for place in range(9)] + [0, 0, 0]
    found = icm_values(stacks, prizes)
    assert found.values == pytest.approx(by_sets(stacks, prizes), abs=1e-6)


@settings(max_examples=examples(25), deadline=None)
@given(finals(EXACT_MOST))
def test_values_add_up_to_the_prizes_and_a_bigger_stack_is_never_worth_less(
    final: tuple[list[int], list[int]],
) -> None:
    stacks, prizes = final
    found = icm_values(stacks, prizes)
    assert sum(found.values) == pytest.approx(sum(prizes), abs=1e-4)
    assert found.error < 1e-4
    order = sorted(zip(stacks, found.values, strict=True))
    for (stack, value), (bigger, more) in pairwise(order):
        assert (value == more) if stack == bigger else (value <= more + found.error)
    assert all(prizes[-1] - 1e-4 <= value <= prizes[0] + 1e-4 for value in found.values)


@settings(max_examples=examples(40), deadline=None)
@given(finals(10), st.randoms(use_true_random=False))
def test_the_order_of_the_players_makes_no_difference(
    final: tuple[list[int], list[int]], random: object
) -> None:
    stacks, prizes = final
    order = list(range(len(stacks)))
    random.shuffle(order)  # type: ignore[attr-defined]
    as_given = icm_values(stacks, prizes).values
    shuffled = icm_values([stacks[place] for place in order], prizes).values
    assert [as_given[place] for place in order] == list(shuffled)


def test_icm_gives_first_prize_to_the_player_with_all_chips() -> None:
    found = icm_values([0, 10_000, 0], [50_00, 30_00, 20_00])
    assert found.values == (25_00.0, 50_00.0, 25_00.0)


def test_one_prize_is_split_by_chips_and_equal_prizes_evenly() -> None:
    assert icm_values([1_000, 3_000], [100_00, 0]).values == pytest.approx([25_00, 75_00])
    assert icm_values([1, 10**9, 5], [7, 7, 7]).values == (7.0, 7.0, 7.0)


@pytest.mark.parametrize("players", [20, 21, MOST])
def test_stated_error_bound_holds_for_any_number_of_players(players: int) -> None:
    # One player has 40,000, all others 1,000: a single pass down the places is enough.
    others, big, small = players - 1, 40_000, 1_000
    prizes = [(players - place) ** 2 for place in range(players)]
    value, still_in, rest = 0.0, 1.0, big + others * small
    for prize in prizes:
        value += still_in * big / rest * prize
        still_in *= 1 - big / rest
        rest -= small
    found = icm_values([big, *[small] * others], prizes)
    assert abs(found.values[0] - value) <= found.error + 1e-9
    assert all(abs(one - (sum(prizes) - value) / others) <= found.error + 1e-9 for one in found.values[1:])
    assert 0 < found.error < 1e-4


def test_beyond_twenty_players_sets_of_them_say_the_same() -> None:
    # Only three prizes: the number of sets is manageable.
    stacks = [100 * (player + 1) ** 2 for player in range(24)]
    prizes = [50_00, 30_00, 20_00]
    found = icm_values(stacks, prizes + [0] * 21)
    assert found.values == pytest.approx(by_sets(stacks, prizes), abs=1e-6)
