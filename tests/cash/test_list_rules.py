"""The order of a cash list and what is due on it, under any sequence of joins, calls and waiting."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cash.rules.lists import (
    OpenTable,
    Waiter,
    called_back,
    in_order,
    next_calls,
    position_of,
    seats_for_list,
    skipped,
    steps,
    table_for,
)
from desk.rules.waiting_list import Patience

NOW = 1_000


@st.composite
def a_list(draw: st.DrawFn) -> list[Waiter]:
    a_time = st.none() | st.integers(900, 1_100)
    return [
        Waiter(entry, draw(st.integers(0, 20)), draw(st.integers(0, 5)), draw(a_time), draw(a_time))
        for entry in range(1, draw(st.integers(0, 10)) + 1)
    ]


@st.composite
def a_game(draw: st.DrawFn) -> list[OpenTable]:
    tables = [
        OpenTable(
            key,
            key + 10,
            draw(st.integers(0, 3)),
            players := draw(st.integers(0, 9)),
            movers=draw(st.integers(0, players)),
        )
        for key in range(1, draw(st.integers(0, 4)) + 1)
    ]
    return [
        replace(one, feeds=draw(st.sampled_from([None, *range(1, one.key)])) if one.key > 1 else None)
        for one in tables
    ]


patience = st.builds(Patience, st.integers(0, 3))


def carried_out(waiters: list[Waiter], patience: Patience) -> list[Waiter]:
    """Carry out all steps that are due at NOW; a repeated call keeps the seat for a while."""
    left = {one.entry: one for one in waiters}
    for step in steps(waiters, NOW, patience):
        one = left[step.entry]
        if step.does == "recall":
            left[step.entry] = replace(one, calls=one.calls + 1, until=NOW + 1)
        elif step.does == "skip":
            back = skipped(one, NOW, patience)
            assert back is not None
            left[step.entry] = back
        else:
            del left[step.entry]
    return list(left.values())


@given(a_list())
def test_st_moritz_11_the_list_is_first_come_first_served(waiters: list[Waiter]) -> None:
    line = in_order(waiters)
    assert [(one.since, one.entry) for one in line] == sorted((one.since, one.entry) for one in line)
    assert [position_of(one.entry, waiters) for one in line] == list(range(1, len(line) + 1))
    assert all(position_of(one.entry, waiters) is None for one in waiters if one.until is not None)


@given(a_list(), patience)
def test_nothing_more_is_due_once_the_steps_are_carried_out(
    waiters: list[Waiter], patience: Patience
) -> None:
    assert steps(carried_out(waiters, patience), NOW, patience) == []


@given(a_list(), patience)
def test_players_who_wait_in_time_keep_their_order_whatever_happens_to_others(
    waiters: list[Waiter], patience: Patience
) -> None:
    before = [one.entry for one in in_order(waiters) if one.expires is None or one.expires > NOW]
    after = [one.entry for one in in_order(carried_out(waiters, patience)) if one.entry in before]
    assert after == before


@given(st.integers(0, 3))
def test_a_player_who_never_comes_is_called_skipped_called_and_taken_off(recalls: int) -> None:
    patience, one = Patience(recalls), Waiter(1, 0)
    does = []
    for _call in range(2 * patience.round):
        one = replace(one, calls=one.calls + 1, until=NOW)
        (step,) = steps([one], NOW, patience)
        does.append(step.does)
        if step.does == "pass":
            break
        if step.does == "skip":
            one = replace(one, until=None, calls=max(one.calls, patience.round))
    assert does == ["recall"] * recalls + ["skip"] + ["recall"] * recalls + ["pass"]


def test_a_call_in_expires_and_a_called_one_gets_the_time_to_answer() -> None:
    waits, called = Waiter(1, 0, expires=NOW), Waiter(2, 0, calls=1, until=NOW + 1, expires=NOW - 5)
    assert [(one.entry, one.does) for one in steps([waits, called], NOW, Patience(0))] == [(1, "expire")]
    late = [(one.entry, one.does) for one in steps([called], NOW + 1, Patience(0))]
    assert late == [(2, "expire")]


@given(a_list(), st.integers(0, 3))
def test_a_withdrawn_call_gives_back_the_place_and_does_not_count(
    waiters: list[Waiter], recalls: int
) -> None:
    line = in_order(waiters)
    for one in line:
        again = called_back(replace(one, until=NOW, calls=one.calls + 1))
        assert again == one


@given(a_list(), a_game())
def test_seats_go_to_the_first_in_line_and_none_is_promised_twice(
    waiters: list[Waiter], tables: list[OpenTable]
) -> None:
    calls = next_calls(waiters, tables)
    assert [entry for entry, _table in calls] == [one.entry for one in in_order(waiters)][: len(calls)]
    for table in tables:
        assert sum(key == table.key for _entry, key in calls) <= table.open
    if len(calls) < len(in_order(waiters)):
        left = [replace(one, open=one.open - sum(key == one.key for _entry, key in calls)) for one in tables]
        # What is still open is kept for players of must-move tables.
        for one in left:
            movers = sum(feeder.movers for feeder in tables if feeder.feeds == one.key)
            assert one.open <= movers


def test_seats_of_a_main_table_are_kept_for_the_players_of_its_must_move_table() -> None:
    main, feeder = OpenTable(1, 7, open=2, players=7), OpenTable(2, 8, open=1, players=8, feeds=1, movers=7)
    assert table_for([main, feeder]) == feeder
    assert table_for([main, replace(feeder, open=0)]) is None
    assert table_for([main]) == main


def test_st_moritz_11_the_list_gets_main_seats_that_no_must_move_player_could_take() -> None:
    main, feeder = OpenTable(1, 7, open=3, players=6), OpenTable(2, 8, open=5, players=4, feeds=1, movers=2)
    assert table_for([main, feeder]) == main
    assert seats_for_list(main, [main, feeder]) == 1
    # All players of the must-move table are away, or it has none.
    for still in (replace(feeder, movers=0), replace(feeder, movers=0, players=0, open=9)):
        assert seats_for_list(main, [main, still]) == 3
        assert table_for([main, still]) == main
    # The main table has no players yet: it begins before the must-move table.
    empty = replace(main, open=9, players=0)
    assert table_for([empty, replace(feeder, movers=9)]) == empty
    calls = next_calls([Waiter(entry, entry) for entry in range(1, 12)], [empty, replace(feeder, movers=0)])
    assert [table for _entry, table in calls] == [1] * 9 + [2] * 2
