from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.due_times import Due, due_times, next_due, settle, take
from clock.rules.reading import Advance, ClockState, reading, rebased
from clock.rules.refusals import NotNow
from clock.rules.structure import Level
from tests.clock.strategies import DAY, MIDNIGHT, situations
from tests.examples import examples

Situation = tuple[tuple[Level, ...], ClockState, int | None, Advance, int]

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_000_000)
BREAK = Level(kind="break", duration=600_000)
LEVELS = (LEVEL, BREAK, LEVEL)


def test_whole_evening_runs_in_order_at_its_due_times():
    assert due_times(LEVELS, ClockState(), MIDNIGHT, "auto", MIDNIGHT + DAY) == [
        Due("start", 0, MIDNIGHT),
        Due("level", 1, MIDNIGHT + 1_000_000),
        Due("level", 2, MIDNIGHT + 1_600_000),
        Due("over", 2, MIDNIGHT + 2_600_000),
    ]


def test_a_level_that_waits_for_its_announcement_is_due_once():
    clock = ClockState(True, True, 0, 250_000, MIDNIGHT)
    held = Due("held", 0, MIDNIGHT + 750_000)
    assert due_times(LEVELS, clock, None, "announced", MIDNIGHT + DAY) == [held]
    taken = take(LEVELS, clock, None, "announced", held)
    assert due_times(LEVELS, taken, None, "announced", MIDNIGHT + 30 * DAY) == []
    assert reading(LEVELS, taken, None, "announced", MIDNIGHT + DAY).state == "held"


def test_level_starts_at_its_due_time_with_full_length_despite_a_late_beat():
    clock = ClockState(True, True, 0, 0, MIDNIGHT)
    due = due_times(LEVELS, clock, None, "auto", MIDNIGHT + 1_000_000 + 7_300)[0]
    assert take(LEVELS, clock, None, "auto", due) == ClockState(True, True, 1, 0, MIDNIGHT + 1_000_000)


def test_paused_or_waiting_clock_has_no_due_time():
    assert next_due(LEVELS, ClockState(True, False, 0, 5, None), MIDNIGHT, "auto") is None
    assert next_due(LEVELS, ClockState(), None, "auto") is None


def test_due_time_processed_by_one_beat_is_refused_to_another():
    clock = ClockState(True, True, 0, 0, MIDNIGHT)
    due = Due("level", 1, MIDNIGHT + 1_000_000)
    taken = take(LEVELS, clock, None, "auto", due)
    with pytest.raises(NotNow) as refused:
        take(LEVELS, taken, None, "auto", due)
    assert refused.value.code == "not_due"


def test_due_time_moved_by_a_press_is_refused():
    clock = ClockState(True, True, 0, -60_000, MIDNIGHT)
    with pytest.raises(NotNow):
        take(LEVELS, clock, None, "auto", Due("level", 1, MIDNIGHT + 1_000_000))


@given(situations(), st.lists(st.integers(0, 3_000_000), max_size=6))
@settings(max_examples=examples(200))
def test_late_or_punctual_every_moment_is_taken_once_and_the_clock_is_the_same(
    situation: Situation, pauses: list[int]
):
    """Checks at rare and irregular times end in the same state as checks at every millisecond."""
    levels, clock, planned, advance, now = situation
    punctual = due_times(levels, clock, planned, advance, now)
    late, taken, looked = clock, [], now
    looks = [now]
    for pause in pauses:
        looked -= pause
        looks.insert(0, looked)
    for look in looks:
        for due in due_times(levels, late, planned, advance, look):
            assert due.at <= look
            late = take(levels, late, planned, advance, due)
            taken.append(due)
    assert taken == punctual
    assert len(set(taken)) == len(taken)
    assert [due.at for due in taken] == sorted(due.at for due in taken)
    assert late == settle(levels, clock, planned, advance, now)
    if taken and taken[-1].kind in ("start", "level"):
        assert late == ClockState(True, True, taken[-1].position, 0, taken[-1].at)


@given(situations(), st.integers(0, 2 * DAY))
@settings(max_examples=examples(200))
def test_settling_is_invisible_and_done_once(situation: Situation, later: int):
    levels, clock, planned, advance, now = situation
    settled = settle(levels, clock, planned, advance, now)
    assert settle(levels, settled, planned, advance, now) == settled
    assert due_times(levels, settled, planned, advance, now) == []
    for when in (now, now + later):
        assert reading(levels, settled, planned, advance, when) == reading(
            levels, clock, planned, advance, when
        )
    # Later moments are the same as without settling.
    whole = due_times(levels, clock, planned, advance, now + later)
    rest = due_times(levels, settled, planned, advance, now + later)
    assert rest == [due for due in whole if due.at > now]


@given(situations())
@settings(max_examples=examples(100))
def test_reading_changes_at_every_due_time(situation: Situation):
    levels, clock, planned, advance, now = situation
    for due in due_times(levels, clock, planned, advance, now):
        before = reading(levels, clock, planned, advance, due.at - 1)
        after = reading(levels, clock, planned, advance, due.at)
        assert (before.state, before.position) != (after.state, after.position)
        assert after.position == due.position


def test_a_book_changed_while_a_level_is_held_takes_effect_then_and_not_back_then():
    clock = ClockState(True, True, 0, 0, MIDNIGHT)
    standing = rebased(LEVELS, clock, None, "announced", MIDNIGHT + DAY)
    assert due_times(LEVELS, standing, None, "auto", MIDNIGHT + DAY) == [Due("level", 1, MIDNIGHT + DAY)]


def test_an_end_of_day_is_due_as_held():
    levels = (replace(LEVEL, ends_day=True), LEVEL)
    clock = ClockState(True, True, 0, 0, MIDNIGHT)
    assert due_times(levels, clock, None, "auto", MIDNIGHT + DAY) == [Due("held", 0, MIDNIGHT + 1_000_000)]
