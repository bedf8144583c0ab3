"""What a mode of a rulebook fixes, for any structure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourney.rulebooks.books import shipped
from tourney.rules.modes import (
    MODES,
    BadStructure,
    add_on_chips,
    check_level_times,
    credit_row,
    free_rebuy,
    modes_of,
)

CLUB = shipped()["five_spades"].modes
MINUTES = st.lists(st.integers(1, 60), min_size=1, max_size=30)


def test_only_five_spades_has_modes() -> None:
    assert modes_of(shipped()["five_spades"]) == MODES
    assert modes_of(shipped()["tda"]) == ()


@given(st.lists(st.booleans(), max_size=30))
def test_the_add_on_follows_four_levels_and_ends_the_rebuys(breaks: list[bool]) -> None:
    policy = CLUB.rebuy_add_on
    assert policy is not None
    if breaks.count(False) < 4 or (breaks[-1:] == [False] and breaks.count(False) == 4):
        with pytest.raises(BadStructure) as caught:
            credit_row(policy, breaks)
        assert (caught.value.code, caught.value.level) == ("too_few_levels", 5)
        return
    row = credit_row(policy, breaks)
    assert breaks[:row].count(False) == 4
    assert not breaks[row - 1]
    rebuy = free_rebuy(policy, breaks, 10_000)
    assert (rebuy.price, rebuy.most, rebuy.chips) == (0, 1, 10_000)
    assert (rebuy.from_row, rebuy.until_row) == (0, row - 1)


@given(st.integers(1, 10**6), st.integers(0, 3))
def test_the_add_on_is_two_stacks_for_a_player_without_a_rebuy(stack: int, rebuys: int) -> None:
    policy = CLUB.rebuy_add_on
    assert policy is not None
    assert add_on_chips(policy, stack, rebuys) == (0 if rebuys else 2 * stack)


@given(MINUTES)
def test_cannonball_levels_get_longer(minutes: list[int]) -> None:
    policy = CLUB.cannonball
    assert policy is not None
    if minutes == sorted(set(minutes)):
        check_level_times(policy, minutes)
        return
    with pytest.raises(BadStructure) as caught:
        check_level_times(policy, minutes)
    at = caught.value.level - 1
    assert minutes[at] <= minutes[at - 1]
    assert minutes[:at] == sorted(set(minutes[:at]))
