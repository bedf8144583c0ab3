"""Payouts: to the cent, in whole notes, and never rising from one place to the next."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prizes.rules.curves import in_tiers, places_paid, smooth, tiers
from prizes.rules.payouts import (
    Change,
    Formula,
    Item,
    by_formula,
    by_hand,
    by_table,
    changes,
    filled_up,
    formula_for,
    satellite,
    with_items,
)
from prizes.rules.refusals import CannotPay
from prizes.rules.spread import spread
from prizes.rules.tables import SHIPPED, parse_table, shipped_table, weights_of
from tests.examples import examples
from tourney.rulebooks.books.loader import shipped

a_table = st.sampled_from(SHIPPED)
a_note = st.sampled_from([1, 5, 100, 500, 1_000, 5_000])
a_pool = st.integers(1, 10**9)
entries_ = st.one_of(st.integers(1, 200), st.integers(1, 3_000))


def never_rises(amounts: list[int]) -> bool:
    return all(one >= after for one, after in pairwise(amounts))


@settings(max_examples=examples(150), deadline=None)
@given(a_table, entries_, a_pool, a_note)
def test_a_table_pays_out_the_pool_to_the_cent_and_never_rises(
    key: str, entries: int, pool: int, note: int
) -> None:
    amounts = by_table(shipped_table(key), entries, pool, note=note)
    assert sum(amounts) == pool
    assert never_rises(amounts)
    assert min(amounts) > 0
    assert len(amounts) <= len(weights_of(shipped_table(key), entries))
    # At most one place takes the cents that do not make a whole note.
    assert sum(1 for amount in amounts if amount % note) <= 1


@settings(max_examples=examples(80), deadline=None)
@given(
    st.integers(1, 10_000),
    st.sampled_from(["up", "down"]),
    st.floats(1, 100),
    st.integers(0, 500),
    st.booleans(),
    st.integers(1, 400),
    a_pool,
    st.integers(0, 50_000),
    a_note,
)
def test_formula_pays_the_pool_to_the_cent_and_at_least_the_minimum(
    percent: int,
    rounded: str,
    ratio: float,
    minimum: int,
    tiered: bool,
    entries: int,
    pool: int,
    buy_in: int,
    note: int,
) -> None:
    formula = Formula(percent, rounded, ratio, minimum, tiered)
    amounts = by_formula(formula, entries, pool, buy_in, note=note)
    assert sum(amounts) == pool
    assert never_rises(amounts)
    assert len(amounts) == 1 or min(amounts) * 100 >= buy_in * minimum
    assert len(amounts) <= places_paid(entries, percent, rounded=rounded)


def test_wsop_fifteen_percent_of_entries_are_paid_rounded_up() -> None:
    formula, rule = formula_for(shipped()["wsop"], Formula(percent=1000))
    assert (formula.percent, formula.rounded, rule) == (1500, "up", "WSOP structure sheet")
    assert [places_paid(entries, formula.percent) for entries in (1, 6, 7, 100, 101, 10_112)] == [
        1,
        1,
        2,
        15,
        16,
        1517,
    ]
    assert len(by_formula(formula, 101, 101 * 100_00, 100_00)) == 16


def test_a_book_that_is_silent_leaves_the_formula_as_it_is() -> None:
    assert formula_for(shipped()["munot"], Formula(percent=1000)) == (Formula(percent=1000), "")


def test_a_formula_has_the_ratio_and_the_minimum_asked_for() -> None:
    amounts = by_formula(Formula(ratio=1.6, minimum=150, tiered=False), 100, 100 * 100_00, 100_00)
    assert len(amounts) == 15
    assert amounts[0] / amounts[1] == pytest.approx(1.6, abs=0.001)
    assert 150_00 <= amounts[-1] < 151_00
    steps = [one / after for one, after in pairwise(amounts)]
    assert all(one >= after - 0.001 for one, after in pairwise(steps))


def test_small_pool_pays_everyone_the_minimum_and_the_winner_the_rest() -> None:
    assert by_formula(Formula(percent=5000, ratio=9.0, minimum=100), 6, 35_00, 10_00) == [15_00, 10_00, 10_00]


def test_where_the_pool_is_too_small_for_the_minimum_fewer_places_are_paid() -> None:
    assert len(by_formula(Formula(percent=5000, minimum=200), 20, 100_00, 10_00)) == 5
    assert by_formula(Formula(minimum=1000), 20, 5_00, 10_00) == [5_00]


def test_smooth_curve_refuses_impossible_inputs() -> None:
    with pytest.raises(CannotPay, match="At most: 3"):
        smooth(100, 4, 1.5, 30)
    with pytest.raises(CannotPay, match="1 to 100 times"):
        smooth(100, 4, 0.9, 1)


def test_tiers_are_single_places_first_then_ever_wider() -> None:
    assert tiers(60) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 19, 28, 37, 46, 55]
    assert in_tiers([9] * 9 + [8, 7, 6, 5]) == [9] * 9 + [7, 7, 7, 5]


def test_places_of_a_tier_get_the_same() -> None:
    amounts = by_table(shipped_table("flat_15"), 300, 300 * 100_00, note=5_00)
    for first, after in pairwise([*tiers(45), 46]):
        assert len(set(amounts[first - 1 : after - 1])) == 1


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_table_has_a_ladder_for_every_field_up_to_twenty_thousand(key: str) -> None:
    table, paid = shipped_table(key), 0
    for entries in [*range(1, 600), *range(600, 20_001, 97), 20_000]:
        weights = weights_of(table, entries)
        assert never_rises(weights)
        assert paid <= len(weights) <= entries
        paid = len(weights)
    with pytest.raises(CannotPay, match="up to 20000"):
        weights_of(table, 20_001)


def test_shipped_tables_pay_the_part_of_the_field_they_are_named_for() -> None:
    assert [len(weights_of(shipped_table("flat_15"), entries)) for entries in (20, 100, 1_000)] == [
        3,
        15,
        150,
    ]
    assert [len(weights_of(shipped_table("steep_10"), entries)) for entries in (20, 100, 1_000)] == [
        2,
        10,
        100,
    ]
    assert [len(weights_of(shipped_table("club"), entries)) for entries in (3, 4, 8, 27, 90)] == [
        1,
        2,
        3,
        5,
        12,
    ]


def test_a_table_without_order_is_refused() -> None:
    good = 'title = "T"\npercent = 1000\nuntil = 50\n[[rows]]\nentries = 1\ntiers = [[1, 5]]\n'
    assert weights_of(parse_table(good), 25) == [5, 5, 5]
    for wrong in (
        good.replace("entries = 1", "entries = 2"),
        good.replace("[[1, 5]]", "[[2, 5]]"),
        good.replace("until = 50", "until = 0"),
        good + "[[rows]]\nentries = 30\ntiers = [[1, 5], [2, 6]]\n",
        good + "[[rows]]\nentries = 30\ntiers = [[1, 5], [2, 4], [3, 3], [4, 2]]\n",
        good + "[[rows]]\nentries = 60\ntiers = [[1, 5]]\n",
        good + 'colour = "red"\n',
        "title = ",
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            parse_table(wrong)


def test_no_entries_no_money_no_such_table() -> None:
    with pytest.raises(CannotPay, match="There are no entries yet"):
        by_table(shipped_table("club"), 0, 100)
    with pytest.raises(CannotPay, match="no money"):
        by_table(shipped_table("club"), 10, 0)
    with pytest.raises(CannotPay, match="club, flat_15, steep_10"):
        shipped_table("../club")


def test_rounding_remainder_goes_to_upper_places_in_whole_notes() -> None:
    # 50, 30, 20 percent of 101.30 are 50.65, 30.39, 20.26; in fives 50, 30, 20. The remaining cents go to the
    # first.
    assert spread(101_30, [50, 30, 20], note=5_00) == ([51_30, 30_00, 20_00], 0)
    assert spread(113_00, [50, 30, 20], note=5_00) == ([58_00, 35_00, 20_00], 0)


@st.composite
def bounded(draw: st.DrawFn) -> tuple[int, list[int], list[int], list[int | None]]:
    places = draw(st.integers(1, 12))
    weights = sorted(draw(st.lists(st.integers(1, 1_000), min_size=places, max_size=places)), reverse=True)
    lows = sorted(draw(st.lists(st.integers(0, 300), min_size=places, max_size=places)), reverse=True)
    more = sorted(draw(st.lists(st.integers(0, 400), min_size=places, max_size=places)), reverse=True)
    open_until = draw(st.integers(0, places))
    highs = [
        None if place < open_until else low + extra
        for place, (low, extra) in enumerate(zip(lows, more, strict=True))
    ]
    return sum(lows) + draw(st.integers(0, 5_000)), weights, lows, highs


@settings(max_examples=examples(200), deadline=None)
@given(bounded(), st.sampled_from([1, 5, 20, 100]))
def test_spreading_keeps_every_bound_and_leaves_money_only_where_no_place_has_room(
    given_: tuple[int, list[int], list[int], list[int | None]], note: int
) -> None:
    total, weights, lows, highs = given_
    amounts, left = spread(total, weights, note=note, lows=lows, highs=highs)
    assert sum(amounts) + left == total
    assert never_rises(amounts)
    assert all(low <= amount for low, amount in zip(lows, amounts, strict=True))
    assert all(high is None or amount <= high for high, amount in zip(highs, amounts, strict=True))
    assert left == 0 or amounts == highs


def test_spreading_less_than_the_bounds_ask_for_is_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="bounds"):
        spread(10, [1, 1], lows=[6, 5])


def test_manual_ladder_shows_the_rest_and_rising_places() -> None:
    typed = by_hand(100_00, [40_00, 30_00, 35_00])
    assert (typed.left, typed.rising, typed.stands) == (-5_00, (3,), False)
    assert by_hand(100_00, [50_00, 30_00, 20_00]).stands
    assert not by_hand(100_00, [50_00, 30_00, 10_00]).stands


def test_places_kept_as_typed_and_the_others_change_in_proportion() -> None:
    found = filled_up(100_00, [50_00, 30_00, 20_00], {1: 40_00})
    assert found.amounts == (40_00, 36_00, 24_00)
    assert found.stands
    assert filled_up(100_00, [50_00, 30_00, 20_00], {3: 30_00}).amounts == (40_00, 30_00, 30_00)
    assert filled_up(100_00, [50_00, 30_00, 20_00], {1: 30_00}).left == 10_00
    # No place has been typed in yet.
    assert (filled_up(100_00, [], {}).amounts, filled_up(100_00, [], {}).left) == ((), 100_00)


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        ({4: 1}, "no_such_place"),
        ({0: 1}, "no_such_place"),
        ({1: 10_00, 2: 20_00}, "kept_rise"),
        ({3: 40_00}, "kept_too_much"),
    ],
)
def test_impossible_payout_is_refused(kept: dict[int, int], code: str) -> None:
    with pytest.raises(CannotPay) as caught:
        filled_up(100_00, [50_00, 30_00, 20_00], kept)
    assert caught.value.code == code


@settings(max_examples=examples(100), deadline=None)
@given(entries_, a_pool, st.dictionaries(st.integers(1, 6), st.integers(0, 10**9), max_size=2), a_note)
def test_a_grid_always_sums_to_the_pool(entries: int, pool: int, kept: dict[int, int], note: int) -> None:
    ladder = by_table(shipped_table("club"), entries, pool)
    try:
        found = filled_up(pool, ladder, kept, note=note)
    except CannotPay:
        return
    assert sum(found.amounts) + found.left == pool
    assert never_rises(list(found.amounts))
    assert all(found.amounts[place - 1] == amount for place, amount in kept.items())


def test_a_ticket_is_part_of_its_places_prize() -> None:
    prizes = with_items(
        [500_00, 300_00, 200_00], [Item(1, "Seat", 350_00), Item(2, "Cap", 10_00, from_pool=False)]
    )
    assert [(prize.cash, prize.worth) for prize in prizes] == [
        (150_00, 500_00),
        (300_00, 300_00),
        (200_00, 200_00),
    ]
    assert [len(prize.items) for prize in prizes] == [1, 1, 0]


def test_a_ticket_dearer_than_its_places_prize_is_paid_for_by_all_others() -> None:
    prizes = with_items([500_00, 300_00, 200_00], [Item(2, "Seat", 400_00)])
    assert [prize.worth for prize in prizes] == [428_57, 400_00, 171_43]
    assert prizes[1].cash == 0
    with pytest.raises(CannotPay, match="more than the pool"):
        with_items([500_00, 300_00, 200_00], [Item(2, "Seat", 501_00)])


@settings(max_examples=examples(80), deadline=None)
@given(
    entries_,
    a_pool,
    st.lists(st.tuples(st.integers(1, 5), st.integers(0, 10**8), st.booleans()), max_size=4),
    a_note,
)
def test_prizes_in_kind_and_cash_are_worth_the_pool(
    entries: int, pool: int, things: list[tuple[int, int, bool]], note: int
) -> None:
    ladder = by_table(shipped_table("club"), entries, pool)
    try:
        prizes = with_items(ladder, [Item(place, "T", value, own) for place, value, own in things], note=note)
    except CannotPay:
        return
    assert sum(prize.worth for prize in prizes) == pool
    assert never_rises([prize.worth for prize in prizes])
    assert all(prize.cash >= 0 for prize in prizes)


def test_a_satellite_gives_tickets_and_the_rest_to_the_place_behind() -> None:
    prizes = satellite(1_120_00, "Main event", 250_00)
    assert [(prize.worth, len(prize.items)) for prize in prizes] == [(250_00, 1)] * 4 + [(120_00, 0)]
    assert len(satellite(1_000_00, "Main event", 250_00)) == 4
    with pytest.raises(CannotPay, match="one ticket"):
        satellite(249_99, "Main event", 250_00)


def test_preview_of_ten_more_entries() -> None:
    table = shipped_table("club")
    now, then = by_table(table, 5, 50_00), by_table(table, 15, 150_00)
    assert changes(now, then) == [Change(1, 32_50, 75_00), Change(2, 17_50, 45_00), Change(3, 0, 30_00)]
    assert changes(now, now) == []
