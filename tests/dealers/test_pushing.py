"""Pushes: no dealer at two tables, tables covered when possible, and even breaks."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealers.rules.pushes import DealerState, Plan, after, ahead, push
from tests.examples import examples


def at(plan: Plan) -> list[int]:
    """Build tables that have a dealer."""
    return [table for table in plan.values() if table is not None]


def test_dealers_rotate_to_the_next_table_and_from_last_to_first() -> None:
    dealers = [DealerState(one, one, 0) for one in (1, 2, 3)]
    assert push(dealers, [3, 1, 2]) == {1: 2, 2: 3, 3: 1}


def test_longest_working_dealer_rests_and_rested_dealer_takes_the_free_table() -> None:
    dealers = [DealerState(1, 1, 30), DealerState(2, 2, 10), DealerState(3, 3, 20), DealerState(4, None, 40)]
    assert push(dealers, [1, 2, 3]) == {2: None, 1: 2, 3: 1, 4: 3}


def test_dealer_of_a_broken_table_takes_a_free_table() -> None:
    dealers = [DealerState(1, 1, 0), DealerState(2, 2, 0), DealerState(3, 7, 0)]
    assert push(dealers, [1, 2, 3]) == {1: 2, 2: 3, 3: 1}


def test_too_few_dealers_means_no_breaks_and_uncovered_tables() -> None:
    dealers = [DealerState(1, 1, 0), DealerState(2, None, 0)]
    plans = ahead(dealers, [1, 2, 3], 3)
    assert all(len(at(plan)) == 2 for plan in plans)
    assert {table for plan in plans for table in at(plan)} == {1, 2, 3}


def test_without_tables_all_dealers_rest() -> None:
    assert push([DealerState(1, 4, 0), DealerState(2, None, 0)], []) == {1: None, 2: None}


crowds = st.tuples(
    st.lists(st.integers(1, 12), max_size=12, unique=True),
    st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), st.integers(1, 14))), min_size=1, max_size=16),
)


def standing(rows: list[tuple[int, int | None]]) -> list[DealerState]:
    """Generate dealers, no two at one table."""
    seen: set[int] = set()
    found = []
    for key, (since, table) in enumerate(rows):
        found.append(DealerState(key, None if table in seen else table, since))
        if table is not None:
            seen.add(table)
    return found


@settings(max_examples=examples(400))
@given(crowds)
def test_each_push_uses_a_dealer_once_and_covers_the_most_tables(
    crowd: tuple[list[int], list[tuple[int, int | None]]],
) -> None:
    tables, rows = crowd
    dealers = standing(rows)
    plan = push(dealers, tables)
    assert set(plan) == {one.key for one in dealers}
    taken = at(plan)
    assert len(taken) == len(set(taken)) == min(len(tables), len(dealers))
    assert set(taken) <= set(tables)
    if len(dealers) >= len(tables):
        assert set(taken) == set(tables)
    # No resting dealer stays longer than one who rested less: the longest rest ends first.
    rested = [one for one in dealers if one.table is None]
    back = [one.since for one in rested if plan[one.key] is not None]
    stays = [one.since for one in rested if plan[one.key] is None]
    assert not back or not stays or max(back) <= min(stays)


@settings(max_examples=examples(200), deadline=None)
@given(st.integers(1, 10), st.integers(1, 10), st.integers(1, 40))
def test_dealer_breaks_are_even_and_no_dealer_stays_at_a_table(tables: int, spare: int, pushes: int) -> None:
    dealers = [DealerState(key, None, 0) for key in range(tables + spare)]
    rests: Counter[int] = Counter({one.key: 0 for one in dealers})
    dealt: Counter[int] = Counter({one.key: 0 for one in dealers})
    longest = -(-len(dealers) // spare)
    for _number in range(pushes):
        plan = push(dealers, range(1, tables + 1))
        for one in dealers:
            stays = one.table is not None and plan[one.key] == one.table
            assert not stays or tables == 1
            rests[one.key] += plan[one.key] is None
            dealt[one.key] = 0 if plan[one.key] is None else dealt[one.key] + 1
        dealers = after(dealers, plan)
        assert max(rests.values()) - min(rests.values()) <= 1
        assert max(dealt.values()) <= longest


@pytest.mark.parametrize("tables", [2, 5])
def test_equal_numbers_of_dealers_and_tables_rotate_through_all_tables(tables: int) -> None:
    dealers = [DealerState(key, key + 1, 0) for key in range(tables)]
    plans = ahead(dealers, range(1, tables + 1), tables)
    for one in dealers:
        assert {plan[one.key] for plan in plans} == set(range(1, tables + 1))
