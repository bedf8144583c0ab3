"""Colour-ups by rulebook: when each chip leaves, the race, the order, and the value of old chips."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.structure import Level
from procedures.rules.colour_up import (
    Due,
    HiddenChips,
    RaceTotals,
    dealing_order,
    found_later,
    held_by_count,
    hidden_in_a_count,
    next_bigger,
    races_ahead,
    rows_between_days,
    time_until,
    totals_of,
    wanted,
    way_of,
    whole_lots,
)
from procedures.rules.race import Colours, Held, deal_cards, odd_chips, race
from procedures.rules.race_draw import race_to_plain, raced_again
from seating.rules.button import SUITS
from seating.rules.draw import METHOD
from seating.rules.record import check
from tests.procedures.test_rules_race import COLOURS, HUNDREDS, POLICIES, TABLES, cards
from tourney.rulebooks.books.loader import shipped
from tourney.rules.randomness import digest_of

MINUTE = 60_000
CHIPS = (25, 100, 500, 1_000, 5_000)


def level(big: int = 200, **more: object) -> Level:
    """Build a level of twenty minutes."""
    return Level(kind="level", duration=20 * MINUTE, small_blind=big // 2, big_blind=big, **more)  # type: ignore[arg-type]


def pause(*leaving: int) -> Level:
    """Build a break in which chips leave play."""
    return Level(kind="break", duration=10 * MINUTE, colour_up=leaving)


def due(
    levels: list[Level], position: int, settled: tuple[int, ...] = ()
) -> list[tuple[int, int | None, int, str]]:
    """Return the colour-ups due in an event with chips from 25 to 5,000."""
    found = wanted(races_ahead(levels, CHIPS, settled), position)
    return [(one.small, one.big, one.at, one.when(position)) for one in found]


@pytest.mark.parametrize(
    ("last", "expected"),
    [(0, range(1, 2)), (1, range(2, 4)), (2, range(2, 4)), (3, range(4, 6)), (7, range(8, 8))],
    ids=["no break", "before the break", "in the break", "after it", "last level"],
)
def test_between_two_days_lie_the_break_after_the_last_level_and_the_next_level(
    last: int, expected: range
) -> None:
    assert rows_between_days(EVENING, last) == expected


def test_a_chip_whose_break_lies_between_two_days_is_due_until_it_is_raced() -> None:
    ahead = races_ahead(EVENING, CHIPS, at_start=rows_between_days(EVENING, 1))
    assert [one.when(1) for one in wanted(ahead, 1)] == ["ahead"]
    assert [(one.small, one.when(5)) for one in wanted(ahead, 5)] == [(25, "now"), (100, "ahead")]


# --- when and for which chips --------------------------------------------------------------------------------------
EVENING = [level(), level(), pause(25), level(400), pause(), level(800), pause(100), level()]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (0, [(25, 100, 2, "ahead")]),
        (1, [(25, 100, 2, "ahead")]),
        (2, [(25, 100, 2, "now"), (100, 500, 6, "ahead")]),
        (3, [(25, 100, 2, "late"), (100, 500, 6, "ahead")]),
        (4, [(100, 500, 6, "ahead")]),
        (6, [(100, 500, 6, "now")]),
    ],
)
def test_a_chip_is_raced_in_the_break_in_which_it_leaves(position: int, expected: list[object]) -> None:
    assert due(EVENING, position) == expected


def test_raced_or_cancelled_chip_is_not_proposed_again() -> None:
    assert due(EVENING, 2, (25,)) == [(100, 500, 6, "ahead")]
    assert due(EVENING, 2, (25, 100)) == []


def test_chip_race_is_in_the_break_after_its_last_level_or_at_the_next_level() -> None:
    before_a_break = [level(colour_up=(25,)), pause(), level()]
    assert due(before_a_break, 0) == [(25, 100, 1, "ahead")]
    without = [level(colour_up=(25,)), level()]
    assert due(without, 1) == [(25, 100, 1, "now")]
    assert [one.in_break for one in races_ahead(before_a_break, CHIPS)] == [True]
    assert [one.in_break for one in races_ahead(without, CHIPS)] == [False]
    assert due([level(colour_up=(25,))], 0) == []


def test_chips_that_leave_together_are_raced_one_after_the_other_for_one_that_stays() -> None:
    both = [level(), pause(100, 25), level()]
    assert due(both, 1) == [(25, 500, 1, "now"), (100, 500, 1, "now")]
    assert due(both, 1, (25,)) == [(100, 500, 1, "now")]


def test_chip_missing_from_the_event_is_ignored_and_unnamed_chips_are_reported() -> None:
    rows = [level(), pause(5), level()]
    assert due(rows, 1) == []
    assert races_ahead(rows, ()) == [Due(5, None, 1, in_break=True, lack="no_chips")]


@pytest.mark.parametrize(
    ("small", "staying", "found"),
    [
        (25, (100, 500), (100, "")),
        (500, (1_000,), (1_000, "")),
        (200, (500, 1_000), (None, "not_a_multiple")),
        (5_000, (1_000,), (None, "smaller_stays")),
        (300, (200,), (None, "no_bigger_chip")),
        (50, (25, 100), (None, "smaller_stays")),
    ],
)
def test_chip_is_raced_for_the_next_bigger_one_or_a_reason_is_given(
    small: int, staying: tuple[int, ...], found: tuple[int | None, str]
) -> None:
    assert next_bigger(small, staying) == found


def test_how_long_it_is_until_the_break() -> None:
    assert time_until(EVENING, 0, 5 * MINUTE, 2) == 25 * MINUTE
    assert time_until(EVENING, 1, 4 * MINUTE, 2) == 4 * MINUTE
    assert time_until(EVENING, 2, 4 * MINUTE, 2) == 0


# --- by rulebook ---------------------------------------------------------------------------------------------------
BOOKS = shipped()


@pytest.mark.parametrize(
    ("book", "policy", "starts"),
    [
        ("munot", "half", "seat_1"),
        ("other_poker", "half", "seat_1"),
        ("five_spades", "up", "seat_1"),
        ("pokerstars_live", "half", "left_of_button"),
        ("tda", "half", "seat_1"),
        ("wsop", "half", "seat_1"),
    ],
    ids=["Munot 24", "Other Poker 16", "Five Spades 3.17", "PokerStars Live 3.2", "TDA 24A", "WSOP 77"],
)
def test_the_way_of_each_book(book: str, policy: str, starts: str) -> None:
    way = way_of(BOOKS[book], SUITS)
    assert (way.policy, way.starts, way.suits) == (policy, starts, SUITS)


def test_other_poker_16_players_who_deal_themselves_race_nothing() -> None:
    assert way_of(BOOKS["other_poker"], SUITS, self_dealt=True).policy == "round_each"
    assert way_of(BOOKS["munot"], SUITS, self_dealt=True).policy == "half"


def test_cards_are_dealt_from_seat_1_or_from_the_left_of_the_button() -> None:
    seats = {2, 5, 7, 9}
    assert dealing_order(seats, "seat_1", 5) == [2, 5, 7, 9]
    assert dealing_order(seats, "left_of_button", 5) == [7, 9, 2, 5]  # PokerStars Live 3.2
    assert dealing_order(seats, "left_of_button", 1) == [2, 5, 7, 9]
    with pytest.raises(ValueError, match="button"):
        dealing_order(seats, "left_of_button", None)


def test_five_spades_3_17_a_race_with_all_its_numbers() -> None:
    held = {1: Held(3, 5_000), 4: Held(6, 5_000), 6: Held(1, 0), 8: Held(1, 900)}
    dealt = {1: cards("2s", "9h", "Kc"), 4: cards("Kd", "3c"), 6: cards("4d"), 8: cards("Qs")}
    outcome = race(held, HUNDREDS, "up", cards=dealt)
    # 175 in odd chips are rounded up to 200: two chips, for the two kings; the single chip in seat 6 is not
    # raced out.
    assert {seat for seat, one in outcome.items() if one.won} == {1, 4}
    assert outcome[6].saved
    assert not outcome[8].saved
    assert totals_of(held, outcome, HUNDREDS) == RaceTotals(
        before=11, exchanged=4, raced=7, big=4, won=2, saved=1, change=125
    )


# --- chips found later, and at discretion --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "count", "given", "removed"),
    [(25, 3, 0, 75), (25, 4, 100, 0), (25, 7, 100, 75), (25, 25, 600, 25), (100, 1, 100, 0)],
)
def test_munot_24_old_chips_are_exchanged_at_value_and_three_of_25_are_no_100(
    value: int, count: int, given: int, removed: int
) -> None:
    staying = [chip for chip in CHIPS if chip > value] if value == 25 else [50, 500]
    found = found_later(value, count, staying)
    assert (found.given, found.removed) == (given, removed)
    assert sum(chip * pieces for chip, pieces in found.chips) == given


def test_chips_that_are_in_play_are_not_found_later() -> None:
    with pytest.raises(ValueError, match="in play"):
        found_later(100, 3, CHIPS)
    with pytest.raises(ValueError, match="Nothing"):
        found_later(25, 0, (100,))


@given(st.integers(1, 400), st.sampled_from([(25, (100, 500)), (100, (500, 1_000)), (500, (1_000, 5_000))]))
def test_old_chips_are_never_worth_more_and_less_than_one_chip_is_lost(
    count: int, colours: tuple[int, tuple[int, ...]]
) -> None:
    value, staying = colours
    found = found_later(value, count, staying)
    assert found.given + found.removed == value * count
    assert 0 <= found.removed < min(staying)


@pytest.mark.parametrize(("count", "lots"), [(3, (0, 3)), (4, (1, 0)), (11, (2, 3))])
def test_pokerstars_live_3_3_a_discretionary_colour_up_changes_whole_lots_only(
    count: int, lots: tuple[int, int]
) -> None:
    assert whole_lots(count, HUNDREDS) == lots


# --- counting a stack ----------------------------------------------------------------------------------------------
def test_a_count_of_the_stack_works_out_the_odd_chips() -> None:
    assert held_by_count(12_475, HUNDREDS) == Held(3, 12_400)
    assert held_by_count(25, HUNDREDS) == Held(1, 0)
    assert held_by_count(9_900, HUNDREDS) == Held(0, 9_900)
    with pytest.raises(ValueError, match="made up"):
        held_by_count(12_480, HUNDREDS)


def test_a_count_of_a_stack_is_refused_where_another_colour_leaves_as_well() -> None:
    # One chip of 25 and three of 100 make 325, and so do thirteen of 25.
    with pytest.raises(HiddenChips):
        held_by_count(325, Colours(25, 500), [100, 500, 1_000])
    assert hidden_in_a_count(Colours(25, 500), [25, 100, 500, 1_000]) == [100]
    assert held_by_count(325, Colours(25, 500), [500, 1_000]) == Held(13, 0)


@given(st.integers(0, 60), st.sampled_from([0, 1_000, 75_000]), COLOURS)
def test_the_count_of_a_stack_races_as_the_count_of_its_small_chips(
    small: int, others: int, colours: Colours
) -> None:
    others *= colours.big
    counted = held_by_count(small * colours.small + others, colours)
    odd = odd_chips({1: Held(small, others)}, colours)
    assert odd_chips({1: counted}, colours) == odd
    dealt = deal_cards(odd, [1], "ab")
    for policy in POLICIES:
        one = race({1: Held(small, others)}, colours, policy, cards=dealt)
        other = race({1: counted}, colours, policy, cards=dealt)
        won = [(found.won, found.saved) for found in one.values() if found.odd]
        assert won == [(found.won, found.saved) for found in other.values()]


def verify(seed: str, inputs: Mapping[str, Any], outcome: Mapping[str, Any]) -> bool:
    """Verify a race's draw."""
    return check(
        "race",
        METHOD,
        digest_of(seed),
        seed,
        inputs,
        outcome,
        hold=lambda _kind, _method, seed, inputs: raced_again(seed, inputs),
    ).fits


# --- properties of every race --------------------------------------------------------------------------------------
@given(TABLES, COLOURS, st.sampled_from(POLICIES), st.integers(0, 2**64), st.integers(1, 10))
def test_totals_do_not_depend_on_where_the_deal_begins(
    held: dict[int, Held], colours: Colours, policy: str, number: int, button: int
) -> None:
    odd = odd_chips(held, colours)
    seed = f"{number:064x}"
    order = dealing_order(set(odd), "left_of_button", button)
    inputs = race_to_plain(7, colours, policy, held, order, SUITS)  # type: ignore[arg-type]
    found = raced_again(seed, inputs)
    outcome = race(held, colours, policy, cards=deal_cards(odd, order, seed))  # type: ignore[arg-type]
    assert found["won"] == sorted(seat for seat, one in outcome.items() if one.won)
    totals = totals_of(held, outcome, colours)
    before = sum(one.small * colours.small + one.others for one in held.values())
    after = totals.big * colours.big + sum(one.others for one in held.values())
    assert after - before == totals.change
    assert totals.exchanged + totals.raced == totals.before
    # No player gains more than one chip by rounding, none is raced out, and no small chip is left.
    for seat, one in outcome.items():
        assert one.won + one.saved <= 1
        assert one.big or held[seat].others
        assert one.exchanged * colours.lot + one.odd == held[seat].small
    # Verifying the draw later gives the same result.
    assert verify(seed, inputs, found)


def test_race_redealt_from_other_counts_is_detected() -> None:
    inputs = race_to_plain(7, HUNDREDS, "half", {1: Held(3, 1), 2: Held(2, 1)}, [1, 2], SUITS)
    found = raced_again("ab", inputs)
    assert verify("ab", inputs, found)
    other = {**inputs, "held": [[1, 2, True], [2, 3, True]]}
    assert not verify("ab", other, found)
    assert not verify("ab", {**inputs, "order": [2]}, found)
