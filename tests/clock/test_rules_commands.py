from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clock.rules import verbs
from clock.rules.due_times import due_times, settle
from clock.rules.reading import Advance, ClockState, Reading, reading
from clock.rules.refusals import NotNow, clock_text
from clock.rules.structure import Level
from tests.clock.strategies import DAY, MIDNIGHT, situations
from tests.examples import examples

Situation = tuple[tuple[Level, ...], ClockState, int | None, Advance, int]

LEVEL = Level(kind="level", small_blind=50, big_blind=100, duration=1_000_000)
BREAK = Level(kind="break", duration=600_000)
LAST_OF_DAY = replace(LEVEL, ends_day=True)
LEVELS = (LEVEL, BREAK, LAST_OF_DAY, LEVEL)
NOW = MIDNIGHT

WAITING = ClockState()
HELD = ClockState(True, True, 0, 0, NOW - 5_000_000)
DAY_OVER = ClockState(True, True, 2, 0, NOW - 5_000_000)
OVER = ClockState(True, True, 3, 0, NOW - 5_000_000)


def running(position: int, elapsed: int) -> ClockState:
    return ClockState(True, True, position, elapsed, NOW)


def paused(position: int, elapsed: int) -> ClockState:
    return ClockState(True, False, position, elapsed, None)


def press(verb: Callable[..., ClockState], clock: ClockState, advance: Advance = "auto", **more: int) -> Any:
    """Return the clock after the command, or the code of its refusal."""
    try:
        return verb(LEVELS, clock, None, advance, NOW, **more)
    except NotNow as refused:
        return refused.code


def read_after(clock: ClockState, later: int = 0, advance: Advance = "auto") -> Reading:
    return reading(LEVELS, clock, None, advance, NOW + later)


def test_start_begins_the_first_level_now_and_only_once():
    assert press(verbs.start, WAITING) == running(0, 0)
    assert verbs.start(LEVELS, WAITING, NOW + 60_000, "auto", NOW) == running(0, 0)
    for begun in (running(0, 0), paused(1, 5), HELD, OVER):
        assert press(verbs.start, begun) == "already_started"


def test_planned_start_counts_from_its_time_even_before_it_is_processed():
    with pytest.raises(NotNow) as refused:
        verbs.start(LEVELS, WAITING, NOW - 1, "auto", NOW)
    assert refused.value.code == "already_started"
    assert verbs.pause(LEVELS, WAITING, NOW - 1_500, "auto", NOW) == paused(0, 1_500)


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        (verbs.pause, {}),
        (verbs.resume, {}),
        (verbs.add, {"ms": 60_000}),
        (verbs.set_remaining, {"ms": 60_000}),
        (verbs.to_level, {"position": 1}),
        (verbs.next_level, {}),
        (verbs.previous_level, {}),
        (verbs.announce, {}),
        (verbs.skip_break, {}),
        (verbs.extend_break, {"ms": 60_000}),
        (verbs.restart, {}),
        (verbs.reset, {}),
    ],
)
def test_before_the_start_only_start_can_be_pressed(verb: Callable[..., ClockState], more: dict[str, int]):
    assert press(verb, WAITING, **more) == "not_started"


def test_pause_keeps_the_millisecond():
    assert press(verbs.pause, ClockState(True, True, 0, 100, NOW - 23_456)) == paused(0, 23_556)
    assert press(verbs.pause, ClockState(True, True, 0, 0, NOW - 1_100_000)) == paused(1, 100_000)


def test_pause_where_no_time_runs_is_refused():
    assert press(verbs.pause, paused(0, 5)) == "already_paused"
    assert press(verbs.pause, HELD, "announced") == "held"
    assert press(verbs.pause, OVER) == "over"


def test_resume_continues_from_the_pause():
    assert press(verbs.resume, paused(2, 777)) == running(2, 777)
    assert press(verbs.resume, running(2, 777)) == "not_paused"
    assert press(verbs.resume, HELD, "announced") == "held"
    assert press(verbs.resume, OVER) == "over"


def test_resume_after_the_end_of_a_day_begins_the_next_one():
    for advance in ("auto", "announced"):
        assert press(verbs.resume, DAY_OVER, advance) == running(3, 0)


def test_resuming_a_level_shortened_by_undo_ends_it_now_not_in_the_past():
    resumed = press(verbs.resume, paused(0, 1_700_000))
    assert read_after(resumed).position == 1
    assert read_after(resumed).remaining == 600_000
    assert due_times(LEVELS, resumed, None, "auto", NOW)[0].at == NOW


def test_time_can_be_added_beyond_the_length_of_the_level():
    assert read_after(press(verbs.add, running(0, 0), ms=60_000)).remaining == 1_060_000
    assert press(verbs.add, paused(0, 0), ms=60_000) == paused(0, -60_000)


def test_more_than_is_left_cannot_be_taken():
    assert press(verbs.add, running(0, 940_001), ms=-60_000) == "too_little_left"
    assert press(verbs.add, running(0, 940_000), ms=-60_000) == "too_little_left"
    assert read_after(press(verbs.add, running(0, 939_999), ms=-60_000)).remaining == 1
    with pytest.raises(NotNow, match=r"Only 0:31 is left, so 1:00 can’t be removed"):
        verbs.add(LEVELS, running(0, 969_999), None, "auto", NOW, ms=-60_000)


def test_adding_zero_or_days_is_refused():
    assert press(verbs.add, running(0, 0), ms=0) == "nothing_to_add"
    assert press(verbs.add, running(0, 0), ms=DAY) == "too_long"
    assert read_after(press(verbs.add, running(0, 0), ms=DAY - 1_000_000)).remaining == DAY


def test_time_added_to_a_held_or_finished_entry_counts_from_now():
    assert read_after(press(verbs.add, HELD, "announced", ms=60_000), 0, "announced").remaining == 60_000
    over = press(verbs.add, OVER, ms=60_000)
    assert (read_after(over).state, read_after(over).remaining) == ("running", 60_000)


@pytest.mark.parametrize("clock", [running(0, 123), HELD, OVER, DAY_OVER, running(1, 5)])
def test_set_time_left_is_shown(clock: ClockState):
    read = read_after(press(verbs.set_remaining, clock, "announced", ms=61_001), 1, "announced")
    assert (read.state, read.remaining) == ("running", 61_000)


def test_the_time_left_of_a_paused_clock_is_set_and_it_stays_paused():
    assert press(verbs.set_remaining, paused(0, 5), ms=DAY) == paused(0, 1_000_000 - DAY)


@pytest.mark.parametrize("ms", [0, -1, DAY + 1])
def test_a_time_left_out_of_range_is_refused(ms: int):
    assert press(verbs.set_remaining, running(0, 0), ms=ms) == "out_of_range"


def test_next_and_previous_go_to_the_beginning_of_the_entry():
    assert press(verbs.next_level, running(0, 500)) == running(1, 0)
    assert press(verbs.previous_level, running(2, 500)) == running(1, 0)
    assert press(verbs.to_level, running(2, 500), position=2) == running(2, 0)


def test_paused_clock_stays_paused_when_it_is_moved():
    assert press(verbs.next_level, paused(0, 500)) == paused(1, 0)
    assert press(verbs.previous_level, paused(2, 500)) == paused(1, 0)
    assert press(verbs.to_level, paused(2, 500), position=0) == paused(0, 0)
    assert press(verbs.skip_break, paused(1, 500)) == paused(2, 0)


def test_the_ends_of_the_structure():
    assert press(verbs.next_level, running(3, 0)) == "last"
    assert press(verbs.next_level, OVER) == "last"
    assert press(verbs.previous_level, running(0, 0)) == "first"
    assert press(verbs.to_level, running(0, 0), position=4) == "no_such_level"
    assert press(verbs.to_level, running(0, 0), position=-1) == "no_such_level"


def test_from_a_standing_clock_one_can_go_anywhere_and_it_runs():
    assert press(verbs.previous_level, OVER) == running(2, 0)
    assert press(verbs.next_level, DAY_OVER) == running(3, 0)
    assert press(verbs.to_level, HELD, "announced", position=0) == running(0, 0)


def test_munot_23_an_announced_level_begins_now_with_its_full_time():
    assert press(verbs.announce, HELD, "announced") == running(1, 0)


def test_munot_23_level_can_be_announced_once_the_next_hand_falls_into_it():
    assert press(verbs.announce, running(0, 880_000), "announced") == running(1, 0)
    assert press(verbs.announce, running(0, 879_999), "announced") == "too_early"
    assert press(verbs.announce, running(0, 700_000), "announced", early=300_000) == running(1, 0)
    assert press(verbs.announce, running(0, 699_999), "announced", early=300_000) == "too_early"
    with pytest.raises(NotNow, match=r"16:40 left\. .* in the last 2:00"):
        verbs.announce(LEVELS, running(0, 0), None, "announced", NOW)


def test_announcing_without_a_pending_level_is_refused():
    assert press(verbs.announce, running(0, 999_000)) == "by_itself"
    assert press(verbs.announce, paused(0, 999_000), "announced") == "paused"
    assert press(verbs.announce, running(1, 599_000), "announced") == "in_break"
    assert press(verbs.announce, running(2, 999_000), "announced") == "end_of_day"
    assert press(verbs.announce, DAY_OVER, "announced") == "end_of_day"
    assert press(verbs.announce, OVER, "announced") == "last"


def test_a_break_is_skipped_or_extended_only_while_it_lasts():
    assert press(verbs.skip_break, running(1, 5)) == running(2, 0)
    assert read_after(press(verbs.extend_break, running(1, 0), ms=300_000)).remaining == 900_000
    assert press(verbs.extend_break, paused(1, 0), ms=300_000) == paused(1, -300_000)
    assert press(verbs.skip_break, running(0, 5)) == "no_break"
    assert press(verbs.extend_break, running(0, 5), ms=1) == "no_break"
    assert press(verbs.extend_break, running(1, 5), ms=0) == "nothing_to_add"
    assert press(verbs.extend_break, running(1, 5), ms=-60_000) == "nothing_to_add"
    assert press(verbs.extend_break, running(1, 0), ms=DAY) == "too_long"


def test_a_break_at_the_very_end_cannot_be_skipped():
    with pytest.raises(NotNow) as refused:
        verbs.skip_break((LEVEL, BREAK), running(1, 5), None, "auto", NOW)
    assert refused.value.code == "last"


def test_restart_runs_from_the_first_level_and_reset_waits_before_it():
    assert press(verbs.restart, paused(2, 5)) == running(0, 0)
    assert press(verbs.reset, OVER) == WAITING


@given(situations(), st.integers(0, DAY))
@settings(max_examples=examples(200))
def test_pause_and_resume_keep_the_remaining_time(situation: Situation, rest: int):
    levels, clock, planned, advance, now = situation
    before = reading(levels, clock, planned, advance, now)
    assume(before.state == "running")
    standing = verbs.pause(levels, clock, planned, advance, now)
    assert reading(levels, standing, planned, advance, now + rest).remaining == before.remaining
    going = verbs.resume(levels, standing, planned, advance, now + rest)
    assert reading(levels, going, planned, advance, now + rest) == before


@given(situations(), st.integers(1, DAY), st.integers(0, 60_000))
@settings(max_examples=examples(200))
def test_time_added_and_taken_again_cancels(situation: Situation, ms: int, between: int):
    levels, clock, planned, advance, now = situation
    before = reading(levels, clock, planned, advance, now)
    assume(before.state in ("running", "paused") and before.remaining > between)
    assume(before.remaining + ms <= DAY)
    more = verbs.add(levels, clock, planned, advance, now, ms=ms)
    assert reading(levels, more, planned, advance, now).remaining == before.remaining + ms
    less = verbs.add(levels, more, planned, advance, now + between, ms=-ms)
    for later in (between, between + 5_000, DAY):
        assert reading(levels, less, planned, advance, now + later) == reading(
            levels, clock, planned, advance, now + later
        )


PRESSES: list[Callable[..., ClockState]] = [
    verbs.start,
    verbs.pause,
    verbs.resume,
    lambda *a: verbs.add(*a, ms=60_000),
    lambda *a: verbs.add(*a, ms=-60_000),
    lambda *a: verbs.set_remaining(*a, ms=90_000),
    verbs.next_level,
    verbs.previous_level,
    verbs.announce,
    verbs.skip_break,
    verbs.restart,
]


@given(situations(), st.lists(st.tuples(st.sampled_from(PRESSES), st.integers(0, 2_000_000)), max_size=8))
@settings(max_examples=examples(200))
def test_commands_do_not_depend_on_when_due_changes_are_processed(
    situation: Situation, presses: list[tuple[Callable[..., ClockState], int]]
):
    """Two clocks get the same commands; only one is settled before each: their readings stay equal."""
    levels, lazy, planned, advance, now = situation
    eager = lazy
    for verb, wait in presses:
        now += wait
        eager = settle(levels, eager, planned, advance, now)
        answers: list[object] = []
        for clock in (lazy, eager):
            try:
                answers.append(verb(levels, clock, planned, advance, now))
            except NotNow as refused:
                answers.append(refused.code)
        if isinstance(answers[0], ClockState) and isinstance(answers[1], ClockState):
            lazy, eager = answers[0], answers[1]
        else:
            assert answers[0] == answers[1]
        reads = [reading(levels, clock, planned, advance, now) for clock in (lazy, eager)]
        assert reads[0] == reads[1]
        assert reads[0].remaining >= 0


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0:00"), (1, "0:01"), (1_000, "0:01"), (59_001, "1:00"), (3_600_000, "1:00:00"), (-61_000, "-1:01")],
)
def test_a_duration_in_a_sentence_reads_as_on_the_wall(ms: int, text: str):
    assert clock_text(ms) == text
