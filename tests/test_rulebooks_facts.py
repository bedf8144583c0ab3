"""The shipped rulebooks state the rooms' own rules, each under its rule number."""

from typing import Any

import pytest

from tests.rulebooks.club import FIVE_SPADES
from tests.rulebooks.common import Fact
from tests.rulebooks.houses import MUNOT, OTHER_POKER, POKERSTARS_LIVE, ST_MORITZ_CASH
from tests.rulebooks.public import TDA, WSOP
from tourney.rulebooks.books import POLICIES, SHIPPED_KEYS, Book, cite, policies, policy_at, shipped
from tourney.rulebooks.books.schema.club import Ranking

FACTS: dict[str, list[Fact]] = {
    "munot": MUNOT,
    "other_poker": OTHER_POKER,
    "five_spades": FIVE_SPADES,
    "pokerstars_live": POKERSTARS_LIVE,
    "st_moritz_cash": ST_MORITZ_CASH,
    "tda": TDA,
    "wsop": WSOP,
}


@pytest.mark.parametrize(
    ("key", "rule", "policy_key", "values"),
    [
        pytest.param(key, *fact, id=f"{key}-{fact[0].replace(' ', '_')}-{fact[1]}")
        for key, facts in FACTS.items()
        for fact in facts
    ],
)
def test_the_book_says_so_under_this_rule(
    key: str, rule: str, policy_key: str, values: dict[str, Any]
) -> None:
    book = shipped()[key]
    policy = policy_at(book, policy_key)
    assert policy is not None
    assert {name: getattr(policy, name) for name in values} == values
    assert policy.rule == rule
    assert cite(book, policy) == f"{book.short} {rule}"


@pytest.mark.parametrize("key", SHIPPED_KEYS)
def test_every_policy_of_a_shipped_book_is_covered_by_a_fact(key: str) -> None:
    assert [name for name, _ in policies(shipped()[key])] == sorted(
        (fact[1] for fact in FACTS[key]), key=list(POLICIES).index
    )


def test_every_policy_of_the_schema_is_decided_by_some_shipped_book() -> None:
    decided = {name for book in shipped().values() for name, _ in policies(book)}
    assert set(POLICIES) - decided == set()


def five_spades() -> Book:
    return shipped()["five_spades"]


def test_fees_are_minor_units_with_a_currency() -> None:
    membership = five_spades().entering.membership
    assert membership is not None
    assert (membership.season_fee.amount, membership.season_fee.currency) == (2000, "EUR")
    assert (membership.day_fee.amount, membership.day_fee.currency) == (200, "EUR")


@pytest.mark.parametrize(
    ("field", "place", "points"),
    [
        (5, 1, 0),
        (6, 1, 6),
        (6, 3, 1),
        (6, 4, 0),
        (10, 3, 4),
        (17, 8, 2),
        (18, 9, 1),
        (23, 8, 3),
        (24, 12, 1),
        (30, 15, 1),
        (30, 16, 0),
        (31, 9, 3),
        (200, 1, 18),
        (200, 15, 1),
        (30, 0, 0),
    ],
)
def test_five_spades_5_4_points_by_place_and_field(field: int, place: int, points: int) -> None:
    ranking = five_spades().season.ranking
    assert ranking is not None
    assert ranking.points_for(field, place) == points


def test_five_spades_5_4_table_has_a_row_per_field_up_to_30_and_one_above() -> None:
    ranking = five_spades().season.ranking
    assert ranking is not None
    assert len(ranking.points) == len(range(6, 31)) + 1
    assert sum(map(sum, ranking.points)) == 1508


def test_the_last_row_of_a_points_table_holds_for_every_larger_field() -> None:
    ranking = Ranking(rule="1", smallest_field=3, points=((3,), (4, 2), (5, 3, 1)))
    assert [ranking.points_for(field, 1) for field in (2, 3, 4, 5, 6, 500)] == [0, 3, 4, 5, 5, 5]


@pytest.mark.parametrize(
    ("members", "fixed"), [(10, 0), (11, 3), (15, 3), (16, 4), (20, 4), (21, 5), (22, 5), (90, 5)]
)
def test_five_spades_7_2_fixed_places_in_the_cup_final(members: int, fixed: int) -> None:
    cup = five_spades().season.cup
    assert cup is not None
    assert cup.fixed_for(members) == fixed


@pytest.mark.parametrize(("place", "stack"), [(1, 20000), (2, 17000), (9, 5000), (10, 5000)])
def test_five_spades_4_18_heat_points_become_the_finals_stacks(place: int, stack: int) -> None:
    landesliga = five_spades().modes.landesliga
    assert landesliga is not None
    assert landesliga.stack_for(place) == stack


@pytest.mark.parametrize(
    ("minutes", "time"), [(15, (25, 5)), (20, (25, 5)), (20.5, (50, 10)), (60, (50, 10))]
)
def test_pokerstars_live_3_11_1_short_levels_halve_the_time(minutes: float, time: tuple[int, int]) -> None:
    calling = shipped()["pokerstars_live"].clock.calling_time
    assert calling is not None
    assert calling.seconds_for(minutes) == time


@pytest.mark.parametrize(("seats", "cards"), [(9, (3, 7)), (10, (3, 7)), (8, (2, 5)), (6, (2, 5))])
def test_wsop_125_fewer_hands_where_tables_are_smaller(seats: int, cards: tuple[int, int]) -> None:
    end = shipped()["wsop"].clock.end_of_day
    assert end is not None
    assert end.cards_for(seats) == cards


def test_pokerstars_live_3_12_the_cards_are_the_same_at_every_table() -> None:
    end = shipped()["pokerstars_live"].clock.end_of_day
    assert end is not None
    assert end.cards_for(9) == end.cards_for(6) == (3, 7)


@pytest.mark.parametrize(
    ("entries", "tables"), [(50, ()), (51, (2, 1)), (99, (2, 1)), (100, (3, 2, 1)), (5000, (3, 2, 1))]
)
def test_wsop_67c_redraws_by_entries(entries: int, tables: tuple[int, ...]) -> None:
    redraws = shipped()["wsop"].seating.redraws
    assert redraws is not None
    assert redraws.at_tables(entries) == tables


@pytest.mark.parametrize(
    ("key", "handed", "seats"),
    [
        ("tda", 9, 9),
        ("tda", 8, 9),
        ("tda", 7, 7),
        ("tda", 6, 7),
        ("tda", 5, None),
        ("wsop", 9, 10),
        ("wsop", 8, 9),
        ("wsop", 7, 8),
        ("wsop", 6, 7),
        ("munot", 6, 9),
        ("five_spades", 9, 9),
        ("five_spades", 6, 6),
    ],
)
def test_final_table_by_table_size(key: str, handed: int, seats: int | None) -> None:
    final = shipped()[key].seating.final_table
    assert final is not None
    assert final.seats_for(handed) == seats


def test_only_these_two_books_hold_the_clock_until_the_level_is_announced() -> None:
    announced = {
        key
        for key, book in shipped().items()
        if book.clock.new_level is not None and book.clock.new_level.starts == "announced"
    }
    assert announced == {"munot", "other_poker"}


def test_silent_policy_has_no_citation() -> None:
    book = shipped()["munot"]
    assert book.clock.end_of_day is None
    assert cite(book, book.clock.end_of_day) == ""


@pytest.mark.parametrize("key", SHIPPED_KEYS)
def test_every_shipped_policy_is_described_in_each_language(key: str) -> None:
    for name, policy in policies(shipped()[key]):
        assert policy.note, name
        notes = {policy.note, policy.note_de, policy.note_fr, policy.note_it}
        assert "" not in notes, name
        assert len(notes) == 4, name
