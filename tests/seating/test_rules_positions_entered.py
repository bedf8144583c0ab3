"""Manually entered positions: the button and, if known, the big blind. Nine seats."""

from collections.abc import Sequence

import pytest

from seating.rules.positions import (
    ButtonRules,
    Positions,
    Ring,
    button_rules,
    first_hand,
    next_big_blind,
    next_hand,
    posts,
)
from tourney.rulebooks.books import shipped

LAST = Positions(2, 3, 5)


def rules(book: str) -> ButtonRules:
    """Return a shipped rulebook's rules for the button."""
    return button_rules(shipped()[book].seating)


def ring(*live: int) -> Ring:
    """Build a table with these seats occupied."""
    return Ring(9, live)


@pytest.mark.parametrize(
    ("book", "live", "button", "expected"),
    [
        pytest.param("munot", (1, 2, 3, 4), 1, (1, 2, 3), id="munot_75-seat_1"),
        pytest.param("munot", (2, 3, 4, 9), 1, (9, 2, 3), id="munot_75_32-nobody_at_seat_1"),
        pytest.param("five_spades", (2, 3, 4, 9), 1, (9, 2, 3), id="five_spades_3.12_9.4-empty_seat"),
        pytest.param("pokerstars_live", (2, 3, 4, 9), 1, (1, 2, 3), id="pokerstars_live_3.1-empty_seat"),
        pytest.param("tda", (3, 8, 9), 9, (9, 3, 8), id="tda-the_way_round"),
        pytest.param("tda", (3, 8), 3, (3, 3, 8), id="tda_34B-two"),
        pytest.param("tda", (3, 8), 8, (8, 8, 3), id="tda_34B-two_the_other_way"),
        pytest.param("tda", (3, 8), 5, (8, 8, 3), id="tda_34B-between_two_there_is_no_dead_button"),
        pytest.param("tda", (3,), 5, (3, 3, 3), id="tda-alone"),
    ],
)
def test_positions_entered_by_button(
    book: str, live: Sequence[int], button: int, expected: tuple[int, int, int]
) -> None:
    assert first_hand(ring(*live), button, rules(book)) == Positions(*expected)


@pytest.mark.parametrize(
    ("live", "button", "big", "expected"),
    [
        pytest.param((1, 2, 3, 5, 6), 2, 5, (2, 3, 5), id="the_usual_one"),
        pytest.param((1, 2, 5, 6), 2, 5, (2, 4, 5), id="dead_small_blind"),
        pytest.param((2, 6, 9), 8, 2, (8, 9, 2), id="the_way_round"),
        pytest.param((2, 6, 8), 8, 2, (8, 1, 2), id="dead_small_blind_the_way_round"),
        pytest.param((1, 5, 6, 7), 2, 5, (2, 4, 5), id="both_dead"),
        pytest.param((1, 2, 3, 4, 5), 2, 5, (2, 4, 5), id="somebody_waits_behind_the_button"),
        pytest.param((3, 8), 8, 3, (8, 8, 3), id="two"),
        pytest.param((3, 8), 5, 8, (3, 3, 8), id="two_and_a_dead_button_entered"),
        pytest.param((3,), 3, 3, (3, 3, 3), id="alone"),
    ],
)
def test_positions_entered_by_button_and_big_blind(
    live: Sequence[int], button: int, big: int, expected: tuple[int, int, int]
) -> None:
    assert first_hand(ring(*live), button, rules("tda"), big) == Positions(*expected)


@pytest.mark.parametrize(
    ("live", "button", "big", "message"),
    [
        pytest.param((), 1, None, "Nobody sits", id="no_players"),
        pytest.param((1, 2, 3), 0, None, "No positions", id="no_such_seat"),
        pytest.param((1, 2, 3), 10, None, "No positions", id="beyond_the_last_seat"),
        pytest.param((1, 2, 3), 1, 4, "No positions", id="empty_seat_at_the_big_blind"),
        pytest.param((1, 2, 3), 1, 1, "the big blind is not 1", id="button_and_big_blind"),
        pytest.param((1, 2, 3), 1, 2, "the big blind is not 2", id="no_seat_for_a_dead_small_blind"),
        pytest.param((1, 2, 3), 9, 3, "the big blind is not 3", id="cards_for_the_blinds_alone"),
        pytest.param((3, 8), 3, 3, "pays the small_blind", id="two_and_the_button_pays_the_big_blind"),
        pytest.param((3,), 3, 8, "No positions", id="alone_and_somebody_else"),
    ],
)
def test_positions_that_cannot_go_together_are_refused(
    live: Sequence[int], button: int, big: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        first_hand(ring(*live), button, rules("tda"), big)


@pytest.mark.parametrize("live", [(0, 2), (2, 10), (3, 2), (2, 2)])
def test_table_without_such_seats_is_refused(live: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="No table has 9 chairs"):
        Ring(9, live)


def test_empty_table_has_no_next_hand() -> None:
    with pytest.raises(ValueError, match="Nobody sits"):
        next_hand(ring(), LAST, rules("tda"))
    with pytest.raises(ValueError, match="Nobody sits"):
        next_big_blind(ring(), LAST)


@pytest.mark.parametrize(
    ("live", "positions"),
    [((1, 2, 3), (2, 3, 5)), ((2, 5), (2, 3, 5)), ((2, 5), (5, 2, 5))],
    ids=["empty_seat_at_the_big_blind", "two_and_three_seats", "two_and_the_button_in_the_big_blind"],
)
def test_unplayable_hand_posts_no_blinds(live: Sequence[int], positions: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        posts(ring(*live), Positions(*positions), rules("tda"))
