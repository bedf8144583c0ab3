"""Deals: no cent lost, and no player above the first prize or below the prize already certain."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.deal import (
    METHODS,
    Method,
    after_deal,
    bubble_deal,
    by_hand,
    chip_chop_shares,
    propose,
    take_from_top,
)
from prizes.rules.refusals import CannotPay
from tests.examples import examples

some_prizes = st.lists(st.integers(0, 10**9), min_size=1, max_size=9).map(
    lambda all: sorted(all, reverse=True)
)
a_mix = st.dictionaries(st.sampled_from(METHODS), st.integers(0, 5)).filter(lambda mix: any(mix.values()))


@st.composite
def finals(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    stacks = draw(
        st.lists(st.integers(0, 10**8) | st.just(0) | st.just(5_000), min_size=1, max_size=9).filter(any)
    )
    prizes = draw(st.lists(st.integers(0, 10**9), min_size=1, max_size=len(stacks)))
    return stacks, sorted(prizes, reverse=True)


def refused(*args: object, **more: object) -> CannotPay:
    with pytest.raises(CannotPay) as caught:
        propose(*args, **more)  # type: ignore[arg-type]
    return caught.value


@settings(max_examples=examples(120), deadline=None)
@given(finals(), a_mix, st.data())
def test_every_deal_divides_all_that_is_not_left_to_play_for(
    final: tuple[list[int], list[int]], mix: dict[Method, int], data: st.DataObject
) -> None:
    stacks, prizes = final
    least = prizes[-1] if len(prizes) == len(stacks) else 0
    most = sum(prizes) - least * len(stacks)
    left = data.draw(
        st.lists(st.integers(0, most // 2), max_size=2).map(lambda all: sorted(all, reverse=True))
    )
    left = left[: len(stacks)]
    deal = propose(stacks, prizes, mix, left=left)
    assert sum(deal.amounts) + sum(deal.left) == sum(prizes)
    assert by_hand(prizes, deal.amounts, left=left) == 0
    assert all(least <= amount <= prizes[0] for amount in deal.amounts)
    order = sorted(zip(stacks, deal.amounts, strict=True))
    assert all(amount <= more for (stack, amount), (bigger, more) in pairwise(order) if stack < bigger)


@settings(max_examples=examples(80), deadline=None)
@given(finals(), a_mix, st.randoms(use_true_random=False))
def test_seat_order_does_not_change_the_deal(
    final: tuple[list[int], list[int]], mix: dict[Method, int], random: object
) -> None:
    stacks, prizes = final
    order = list(range(len(stacks)))
    random.shuffle(order)  # type: ignore[attr-defined]
    one = propose(stacks, prizes, mix).amounts
    other = propose([stacks[place] for place in order], prizes, mix).amounts
    # Between equal stacks an odd cent goes to the first one listed: the recipient may differ, the amounts may
    # not.
    assert sorted(zip(stacks, one, strict=True)) == sorted(
        zip([stacks[place] for place in order], other, strict=True)
    )


def test_three_players_by_hand() -> None:
    stacks, prizes = [5_000, 3_000, 2_000], [50_00, 30_00, 20_00]
    # First with 5/10; second behind B with 3/10·5/7, behind C with 2/10·5/8, and so on.
    assert propose(stacks, prizes, {"icm": 1}).amounts == (38_39, 32_75, 28_86)
    # 20 guaranteed for each, 40 by chips.
    assert propose(stacks, prizes, {"chip_chop": 1}).amounts == (40_00, 32_00, 28_00)
    assert propose(stacks, prizes, {"even": 1}).amounts == (33_34, 33_33, 33_33)
    assert propose(stacks, prizes, {"icm": 1, "chip_chop": 1}).amounts == (39_20, 32_37, 28_43)


def test_a_chip_chop_never_gives_more_than_the_first_prize() -> None:
    # 20 guaranteed and 40·9/10 by chips would be 56: the excess over 50 goes to the others by their chips.
    stacks, prizes = [9_000, 750, 250], [50_00, 30_00, 20_00]
    assert chip_chop_shares(stacks, prizes) == [5000, Fraction(2750), Fraction(2250)]
    assert propose(stacks, prizes, {"chip_chop": 1}).amounts == (50_00, 27_50, 22_50)


def test_player_without_chips_gets_the_guaranteed_amount() -> None:
    assert propose([9_000, 1_000, 0], [50_00, 30_00, 20_00], {"chip_chop": 1}).amounts[2] == 20_00
    assert propose([0, 10_000, 0], [50_00, 30_00, 20_00], {"chip_chop": 1}).amounts == (25_00, 50_00, 25_00)


def test_money_left_to_play_for_comes_from_the_top() -> None:
    stacks, prizes = [6_000, 3_000, 1_000], [50_00, 30_00, 20_00]
    deal = propose(stacks, prizes, {"chip_chop": 1}, left=[10_00])
    # 40, 30, 20 are divided: 20 guaranteed, 30 by chips.
    assert deal.amounts == (38_00, 29_00, 23_00)
    assert deal.left == (10_00,)
    assert after_deal([50_00, 30_00, 20_00, 10_00, 10_00], 3, deal.left) == [10_00, 0, 0, 10_00, 10_00]


def test_guaranteed_amount_is_never_left_to_play_for() -> None:
    fault = refused([6_000, 3_000, 1_000], [50_00, 30_00, 20_00], {"icm": 1}, left=[40_01])
    assert (fault.code, fault.params) == ("too_much_left", {"money": 40_00})
    assert (
        propose([6_000, 3_000, 1_000], [50_00, 30_00, 20_00], {"icm": 1}, left=[40_00]).amounts
        == (20_00,) * 3
    )


@given(some_prizes, st.data())
def test_amount_left_to_play_for_is_exact_and_raises_no_prize(prizes: list[int], data: st.DataObject) -> None:
    amount = data.draw(st.integers(0, sum(prizes)))
    taken = take_from_top(prizes, amount)
    assert sum(taken) == sum(prizes) - amount
    assert taken == sorted(taken, reverse=True)
    # No player gives before all higher ones are down to the same amount, within an odd cent.
    level = max(taken, default=0)
    assert all(one in (prize, level, level - 1) for one, prize in zip(taken, prizes, strict=True))


def test_a_bubble_prize_is_a_place_more_taken_from_the_top() -> None:
    assert bubble_deal([50_00, 30_00, 20_00], 15_00) == [35_00, 30_00, 20_00, 15_00]
    with pytest.raises(CannotPay, match="more than the lowest prize"):
        bubble_deal([50_00, 30_00, 20_00], 25_01)


def test_manual_shares_report_the_rest() -> None:
    assert by_hand([50_00, 30_00, 20_00], [40_00, 40_00, 10_00], left=[5_00]) == 5_00
    assert by_hand([50_00, 30_00, 20_00], [60_00, 40_00, 10_00]) == -10_00


@pytest.mark.parametrize(
    ("stacks", "prizes", "mix", "code"),
    [
        ([], [1], {"icm": 1}, "too_few_players"),
        ([1], [], {"icm": 1}, "no_prizes"),
        ([1, 1], [3, 2, 1], {"icm": 1}, "too_many_prizes"),
        ([1, 1], [3, -2], {"icm": 1}, "negative_prize"),
        ([1, 1], [2, 3], {"icm": 1}, "prizes_rise"),
        ([1, -1], [3, 2], {"icm": 1}, "negative_stack"),
        ([0, 0], [3, 2], {"icm": 1}, "no_chips"),
        ([1, 1], [3, 2], {"icm": 0}, "no_method"),
        ([1, 1], [3, 2], {"icm": 2, "even": -1}, "no_method"),
        ([1] * 101, [3, 2], {"icm": 1}, "too_many_players"),
    ],
)
def test_invalid_deal_inputs_are_refused(
    stacks: list[int], prizes: list[int], mix: dict[Method, int], code: str
) -> None:
    assert refused(stacks, prizes, mix).code == code


def test_a_hundred_and_one_may_still_share_by_chips() -> None:
    assert sum(propose([1] * 101, [3, 2], {"chip_chop": 1}).amounts) == 5


def test_left_to_play_for_never_rises_from_place_to_place() -> None:
    assert refused([5, 5], [10_00, 0], {"even": 1}, left=[1, 2]).code == "left_rises"
