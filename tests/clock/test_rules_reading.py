from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.reading import Advance, ClockState, Reading, reading, rebased
from clock.rules.structure import Level
from tests.clock.strategies import DAY, MIDNIGHT, situations
from tests.examples import examples

Situation = tuple[tuple[Level, ...], ClockState, int | None, Advance, int]

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_000_000)
BREAK = Level(kind="break", duration=600_000)
LEVELS = (LEVEL, LEVEL, BREAK, LEVEL)
RUNNING = ClockState(True, True, 0, 0, MIDNIGHT)


def at(ms: int, levels: tuple[Level, ...] = LEVELS, advance: Advance = "auto") -> Reading:
    return reading(levels, RUNNING, None, advance, MIDNIGHT + ms)


def test_before_the_start_the_first_level_is_whole():
    expected = Reading("waiting", 0, 1_000_000, 0, None, 1, 2_000_000, None)
    assert reading(LEVELS, ClockState(), None, "auto", MIDNIGHT) == expected
    assert reading(LEVELS, ClockState(), MIDNIGHT + 5, "auto", MIDNIGHT) == replace(expected, starts_in=5)


def test_the_planned_moment_itself_is_the_start():
    assert reading(LEVELS, ClockState(), MIDNIGHT, "auto", MIDNIGHT) == Reading(
        "running", 0, 1_000_000, 0, None, 1, 2_000_000, None
    )
    assert reading(LEVELS, ClockState(), MIDNIGHT, "auto", MIDNIGHT + 1_000_001).position == 1


def test_a_level_flips_in_the_very_millisecond():
    assert (at(999_999).position, at(999_999).remaining) == (0, 1)
    assert (at(1_000_000).position, at(1_000_000).remaining) == (1, 1_000_000)


def test_in_a_break_the_next_break_is_now_and_the_next_level_is_after_it():
    assert at(2_000_001) == Reading("running", 2, 599_999, 1, None, 3, 0, None)


def test_the_last_level_ends_at_zero_and_stays_there():
    assert at(3_600_000) == at(30 * DAY) == Reading("over", 3, 0, 1_000_000, None, None, None, None)


def test_munot_23_announced_level_is_held_at_zero_but_break_ends_alone():
    assert at(1_000_000, advance="announced") == at(DAY, advance="announced")
    assert at(DAY, advance="announced") == Reading(
        "held", 0, 0, 1_000_000, None, 1, 1_000_000, "announcement"
    )
    breaking = ClockState(True, True, 2, 0, MIDNIGHT)
    assert reading(LEVELS, breaking, None, "announced", MIDNIGHT + 600_000).position == 3


def test_the_last_level_of_a_day_is_held_under_every_book():
    levels = (LEVEL, replace(LEVEL, ends_day=True), BREAK, LEVEL)
    for advance in ("auto", "announced"):
        last = ClockState(True, True, 1, 0, MIDNIGHT)
        read = reading(levels, last, None, advance, MIDNIGHT + DAY)
        assert (read.state, read.position, read.held_for) == ("held", 1, "end_of_day")


def test_added_time_is_a_negative_elapsed():
    more = ClockState(True, False, 0, -60_000, None)
    assert reading(LEVELS, more, None, "auto", MIDNIGHT).remaining == 1_060_000


def test_impossible_rows_are_a_loud_bug():
    for fields in ((True, True, 0, 0, None), (True, False, 0, 0, 5), (False, True, 0, 0, 5)):
        with pytest.raises(ValueError, match="No clock"):
            ClockState(*fields)


@given(situations(step=1_000))
@settings(max_examples=examples(100), deadline=None)
def test_reading_equals_a_counter_that_never_missed_a_second(situation: Situation):
    """An independent oracle: it counts down second by second, like a wall clock."""
    levels, clock, planned, advance, now = situation
    now = min(now, (clock.anchor or planned or now) + 20_000_000)
    started, running, position = clock.started, clock.running, clock.position
    when, left = clock.anchor or 0, levels[position].duration - clock.elapsed
    if not started and planned is not None and planned <= now:
        started, running, position, when, left = True, True, 0, planned, levels[0].duration
    stopped = False
    while running and not stopped and when < now:
        when += 1_000
        left -= 1_000
        if left == 0:
            level = levels[position]
            announced = advance == "announced" and level.kind == "level"
            stopped = position + 1 == len(levels) or level.ends_day or announced
            if not stopped:
                position += 1
                left = levels[position].duration
    read = reading(levels, clock, planned, advance, now)
    assert (read.position, read.remaining) == ((position, left) if started else (0, levels[0].duration))
    assert (read.state in ("held", "over")) == stopped


@given(situations(), st.integers(0, 10 * DAY))
@settings(max_examples=examples(200))
def test_time_only_goes_forward(situation: Situation, later: int):
    levels, clock, planned, advance, now = situation
    first, second = (reading(levels, clock, planned, advance, when) for when in (now, now + later))

    def played(read: Reading) -> int:
        return sum(level.duration for level in levels[: read.position]) + read.elapsed

    assert first.position <= second.position
    gone = played(second) - played(first)
    starting = first.state == "waiting"
    assert 0 <= gone <= later or starting
    if first.state == second.state == "running":
        assert gone == later


@given(situations())
@settings(max_examples=examples(200))
def test_remaining_and_elapsed_sum_to_the_duration_and_stay_positive(situation: Situation):
    levels, clock, planned, advance, now = situation
    read = reading(levels, clock, planned, advance, now)
    assert read.remaining + read.elapsed == levels[read.position].duration
    assert read.remaining >= 0
    assert (read.remaining == 0) == (read.state in ("held", "over"))
    assert (read.held_for is None) == (read.state != "held")
    if read.next_break:
        assert read.next_break >= read.remaining


@given(situations(), st.integers(0, 2 * DAY))
@settings(max_examples=examples(200))
def test_settled_clock_state_reads_the_same_from_then_on(situation: Situation, later: int):
    levels, clock, planned, advance, now = situation
    again = rebased(levels, clock, planned, advance, now)
    for when in (now, now + later):
        assert reading(levels, again, planned, advance, when) == reading(
            levels, clock, planned, advance, when
        )
