"""Breakdown of a stack: exact, payable and changeable, with the fewest chips."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules import breakdown as rules
from clock.rules.breakdown import amounts_ahead, breakdown, chains
from clock.rules.pieces import worth
from clock.rules.structure import Level
from clock.rules.suggestion.generator import Unreachable, suggest
from clock.rules.suggestion.plan import Plan
from tests.examples import examples

CLUB = (25, 100, 500, 1_000, 5_000)
MINUTES = 1_200_000
EARLY = [(25, 50, 0), (50, 100, 0), (75, 150, 150), (100, 200, 200)]


def levels(*blinds: tuple[int, int, int]) -> list[Level]:
    """Return levels of these blinds and big-blind antes."""
    return [
        Level(kind="level", duration=MINUTES, small_blind=small, big_blind=big, ante=ante,
              ante_kind="big_blind" if ante else "none")
        for small, big, ante in blinds
    ]  # fmt: skip


def pays(pieces: Sequence[tuple[int, int]], amounts: Sequence[int]) -> bool:
    """Try every way to pay the amounts one after the other out of these chips, without change."""
    values = [value for value, _count in pieces]

    @cache
    def tried(left: tuple[int, ...], number: int, rest: int, place: int) -> bool:
        if rest == 0:
            return number == len(amounts) or tried(left, number + 1, ([*amounts, 0])[number + 1], 0)
        if place == len(values):
            return False
        value = values[place]
        for used in range(min(left[place], rest // value), -1, -1):
            after = (*left[:place], left[place] - used, *left[place + 1 :])
            if tried(after, number, rest - used * value, place + 1):
                return True
        return False

    return not amounts or tried(tuple(count for _value, count in pieces), 0, amounts[0], 0)


def can_be_changed(pieces: Sequence[tuple[int, int]]) -> bool:
    """Return whether a chip of every value but the smallest can be changed into smaller ones of the same stack."""
    held = [pair for pair in pieces if pair[1]]
    smallest = min(value for value, _count in held)
    return all(
        pays([pair for pair in held if pair[0] < value], [value])
        for value, _count in held
        if value > smallest
    )


def every_stack(chips: int, values: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield every way to make a stack."""
    if not values:
        if not chips:
            yield []
        return
    for count in range(chips // values[-1] + 1):
        for rest in every_stack(chips - count * values[-1], values[:-1]):
            yield [(values[-1], count), *rest]


def fewest_by_trying(chips: int, values: Sequence[int], amounts: Sequence[int]) -> int | None:
    """Return the fewest chips of all stacks that pay the amounts and can be changed."""
    counts = [
        sum(count for _value, count in pieces)
        for pieces in every_stack(chips, values)
        if pays(pieces, amounts) and can_be_changed(pieces)
    ]
    return min(counts, default=None)


def test_a_usual_starting_stack_has_chips_for_four_levels() -> None:
    amounts = amounts_ahead(levels(*EARLY, (150, 300, 300)), 0, 10_000)
    assert len(amounts) == 10
    assert breakdown(10_000, CLUB, amounts) == [(5_000, 1), (1_000, 3), (500, 1), (100, 12), (25, 12)]


def test_a_late_stack_has_no_chip_that_has_left() -> None:
    amounts = amounts_ahead(levels(*EARLY, (200, 400, 400), (300, 600, 600), (500, 1_000, 1_000)), 4, 10_000)
    found = breakdown(10_000, CLUB[1:], amounts)
    assert found is not None
    assert worth(found) == 10_000
    assert sum(count for _value, count in found) < 25


def test_amounts_beyond_a_short_stack_are_left_out() -> None:
    assert amounts_ahead(levels(*EARLY), 0, 250) == [25, 50, 50, 100]
    assert amounts_ahead(levels((1_000, 2_000, 0)), 0, 1_500) == [1_000]


@pytest.mark.parametrize(("chips", "values"), [(10_010, CLUB), (10_000, ()), (10_000, (300, 700))])
def test_a_stack_that_these_chips_cannot_make_has_no_breakdown(chips: int, values: tuple[int, ...]) -> None:
    assert breakdown(chips, values, [100]) is None


def test_chips_of_which_the_room_has_few_are_replaced_by_smaller_ones() -> None:
    amounts = amounts_ahead(levels(*EARLY), 0, 10_000)
    found = breakdown(10_000, CLUB, amounts, {5_000: 0, 1_000: 6})
    assert found == [(1_000, 6), (500, 5), (100, 12), (25, 12)]
    assert breakdown(10_000, CLUB, amounts, {25: 11}) is None


def test_denominations_that_do_not_divide_one_another_are_used_apart() -> None:
    assert sorted(chains((25, 100, 200, 500, 1_000))) == [(25, 100, 200, 1_000), (25, 100, 500, 1_000)]


small_sets = st.sampled_from(
    [(1, 2, 4), (1, 5), (1, 5, 10), (2, 4, 12), (1, 3, 6, 12), (1, 2, 3, 6), (5, 10)]
)


@settings(max_examples=examples(150), deadline=None)
@given(small_sets, st.integers(1, 40), st.lists(st.integers(1, 12), max_size=4))
def test_no_stack_of_fewer_chips_pays_and_changes(
    values: tuple[int, ...], chips: int, amounts: list[int]
) -> None:
    while sum(amounts) > chips:
        amounts.pop()
    found = breakdown(chips, values, amounts)
    by_chain = [fewest_by_trying(chips, chain, amounts) for chain in chains(values)]
    fewest = min((count for count in by_chain if count is not None), default=None)
    assert (None if found is None else sum(count for _value, count in found)) == fewest


@settings(max_examples=examples(60), deadline=None)
@given(
    st.builds(
        Plan,
        players=st.integers(9, 300),
        stack=st.sampled_from([1_500, 5_000, 10_000, 12_345, 20_000, 30_000, 50_000]),
        minutes=st.integers(150, 600),
        antes=st.sampled_from(["none", "classic", "big_blind"]),
    ),
    st.integers(0, 12),
)
def test_every_stack_of_a_suggested_structure_pays_the_next_four_levels(plan: Plan, row: int) -> None:
    try:
        found = suggest(plan)
    except Unreachable:
        return
    levels, chips = found.levels, found.plan.chips
    gone = {value for level in levels[:row] for value in level.colour_up}
    values = [value for value in chips if value not in gone]
    stack = plan.stack - plan.stack % min(values)
    amounts = amounts_ahead(levels, row, stack)
    pieces = breakdown(stack, values, amounts)
    assert pieces is not None
    assert worth(pieces) == stack
    assert {value for value, _count in pieces} <= set(values)
    assert pays(pieces, sorted(amounts))
    assert can_be_changed(pieces)


def test_work_is_bounded_for_many_scarce_denominations(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Counted(rules._Work):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr(rules, "_Work", Counted)
    values = [2**power for power in range(20)]
    # So few of each that no stack can be made, however many are tried.
    assert breakdown(10**9, values, [1, 4, 8], dict.fromkeys(values, 60)) is None
    assert -400 < made[0].left < 0
    # More than enough chips never need many attempts.
    assert breakdown(30_000, CLUB, [25, 50, 150], dict.fromkeys(CLUB, 10**6)) == breakdown(
        30_000, CLUB, [25, 50, 150]
    )
    assert made[1].left > 199_000
