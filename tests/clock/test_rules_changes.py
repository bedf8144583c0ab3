from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clock.rules.changes import edit_while_running, go_on_from, resume_from_stop
from clock.rules.due_times import due_times, settle
from clock.rules.reading import Advance, ClockState, reading
from clock.rules.refusals import NotNow
from clock.rules.structure import Level
from tests.clock.strategies import DAY, MIDNIGHT, situations, structures
from tests.examples import examples

Situation = tuple[tuple[Level, ...], ClockState, int | None, Advance, int]

ONE, TWO, THREE = (
    Level(kind="level", small_blind=50 * n, big_blind=100 * n, duration=1_000_000) for n in (1, 2, 3)
)
LEVELS = (ONE, TWO, THREE)
NOW = MIDNIGHT
SECOND = ClockState(True, True, 0, 0, NOW - 1_400_000)


def edit(new: tuple[Level, ...], clock: ClockState = SECOND, advance: Advance = "auto") -> ClockState | str:
    """Return the clock under the new structure, or the refusal; default: level 2 has run for 400 s."""
    try:
        return edit_while_running(LEVELS, new, clock, None, advance, NOW)
    except NotNow as refused:
        return refused.code


def remaining(new: tuple[Level, ...], clock: ClockState | str, advance: Advance = "auto") -> tuple[int, int]:
    assert isinstance(clock, ClockState)
    read = reading(new, clock, None, advance, NOW)
    return read.position, read.remaining


def test_the_running_level_can_be_made_longer_or_shorter():
    longer, shorter = (ONE, replace(TWO, duration=1_300_000)), (ONE, replace(TWO, duration=400_001))
    assert remaining(longer, edit(longer)) == (1, 900_000)
    assert remaining(shorter, edit(shorter)) == (1, 1)


def test_a_length_that_is_already_over_is_refused_with_both_times():
    assert edit((ONE, replace(TWO, duration=400_000), THREE)) == "already_over"
    with pytest.raises(NotNow, match=r"Row 2 has already run for 6:40, so it can’t be shortened to 5:00\."):
        edit_while_running(LEVELS, (ONE, replace(TWO, duration=300_000)), SECOND, None, "auto", NOW)


def test_played_rows_cannot_be_changed_or_removed():
    assert edit((replace(ONE, duration=1), TWO, THREE)) == "past_changed"
    assert edit((replace(ONE, note="x"), TWO, THREE)) == "past_changed"
    assert edit((TWO, THREE)) == "past_changed"
    assert edit(()) == "past_changed"
    assert edit((ONE, ONE, TWO, THREE)) == "running_changed"


def test_the_running_level_cannot_be_removed_or_replaced():
    assert edit((ONE,)) == "running_removed"
    assert edit((ONE, THREE)) == "running_changed"
    for change in ({"small_blind": 1}, {"ante": 25, "ante_kind": "classic"}, {"game": "Omaha"}):
        assert edit((ONE, replace(TWO, **change), THREE)) == "running_changed"


def test_what_takes_effect_at_the_end_of_the_running_level_may_change():
    new = (ONE, replace(TWO, ends_day=True, colour_up=(25,), note="bags"), THREE)
    assert remaining(new, edit(new)) == (1, 600_000)


def test_the_future_is_free():
    new = (ONE, TWO, Level(kind="break", duration=5_000), ONE, ONE)
    assert remaining(new, edit(new)) == (1, 600_000)
    assert remaining((ONE, TWO), edit((ONE, TWO))) == (1, 600_000)


def test_before_the_start_everything_is_free():
    assert edit((THREE,), ClockState()) == ClockState()


def test_levels_added_behind_the_last_one_begin_now_and_not_when_it_was_over():
    over = ClockState(True, True, 2, 0, NOW - 9_000_000)
    new = (*LEVELS, replace(THREE, big_blind=500))
    assert remaining(new, edit(new, over)) == (3, 1_000_000)


def test_lengthened_held_level_resumes_with_the_added_time():
    held = ClockState(True, True, 0, 0, NOW - 9_000_000)
    new = (replace(ONE, duration=1_060_000), TWO, THREE)
    assert remaining(new, edit(new, held, "announced"), "announced") == (0, 60_000)


@given(situations(), structures(most=4), st.integers(0, DAY))
@settings(max_examples=examples(150))
def test_an_edit_of_the_future_does_not_touch_the_present(
    situation: Situation, more: tuple[Level, ...], later: int
):
    levels, clock, planned, advance, now = situation
    read = reading(levels, clock, planned, advance, now)
    assume(read.state in ("running", "paused"))
    new = (*levels[: read.position + 1], *more)
    edited = edit_while_running(levels, new, clock, planned, advance, now)
    after = reading(new, edited, planned, advance, now)
    assert (after.state, after.position, after.remaining) == (read.state, read.position, read.remaining)


@given(situations(), st.integers(0, 3 * DAY))
@settings(max_examples=examples(200))
def test_resuming_from_a_stop_restores_the_time_left(situation: Situation, away: int):
    levels, clock, planned, advance, stopped_at = situation
    now = stopped_at + away
    before = reading(levels, clock, planned, advance, stopped_at)
    resumed = resume_from_stop(levels, clock, planned, advance, stopped_at, now)
    after = reading(levels, resumed, planned, advance, now)
    assert (after.position, after.remaining) == (before.position, before.remaining)
    if before.state != "waiting":
        assert after == before
        assert (
            reading(levels, resumed, planned, advance, now + 5_000).remaining
            == reading(levels, clock, planned, advance, stopped_at + 5_000).remaining
        )
        noted = go_on_from(levels, before.position, before.remaining, now)
        if before.state != "paused":
            assert reading(levels, noted, planned, advance, now) == before


def test_a_start_planned_within_the_outage_is_now():
    planned = NOW + 60_000
    resumed = resume_from_stop(LEVELS, ClockState(), planned, "auto", NOW, NOW + 600_000)
    assert resumed == ClockState(True, True, 0, 0, NOW + 600_000)
    assert resume_from_stop(LEVELS, ClockState(), planned, "auto", NOW, NOW + 5) == ClockState()
    assert resume_from_stop(LEVELS, ClockState(), None, "auto", NOW, NOW + 5) == ClockState()


def test_a_row_written_after_the_stop_cannot_tell_what_it_was_before():
    clock = ClockState(True, True, 0, 0, NOW - 500_000)
    taken = settle(LEVELS, clock, None, "auto", NOW + 1_000_000)
    with pytest.raises(NotNow) as refused:
        resume_from_stop(LEVELS, taken, None, "auto", NOW, NOW + 1_000_000)
    assert refused.value.code == "changed_since"
    resumed = go_on_from(LEVELS, 0, 500_000, NOW + 1_000_000)
    assert resumed == resume_from_stop(LEVELS, clock, None, "auto", NOW, NOW + 1_000_000)


def test_a_stop_in_the_future_is_a_loud_bug():
    with pytest.raises(ValueError, match="future"):
        resume_from_stop(LEVELS, SECOND, None, "auto", NOW + 1, NOW)


def test_going_on_in_a_row_that_is_gone_is_refused():
    with pytest.raises(NotNow) as refused:
        go_on_from(LEVELS, 3, 1, NOW)
    assert refused.value.code == "no_such_level"


def test_continuing_a_held_level_applies_no_change_twice():
    resumed = go_on_from(LEVELS, 0, 0, NOW)
    assert due_times(LEVELS, resumed, None, "announced", NOW + DAY) == []
