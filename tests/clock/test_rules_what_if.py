"""What-ifs on an existing structure: the end moves as asked, and rows that have begun stay."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.field import Chip, unpayable
from clock.rules.shipped import shipped_structures
from clock.rules.structure import check_structure
from clock.rules.suggestion.field_model import Field, forecast
from clock.rules.suggestion.what_if import Change, Impossible, Situation, what_if
from tests.examples import examples

MINUTE = 60_000
CLUB = shipped_structures()["club_night"].levels
BEFORE_THE_START = Situation(CLUB, Field(24, 10_000))
# Level 7 has run for five minutes; eleven players are left.
RUNNING = Situation(
    CLUB, Field(11, 240_000 // 11), free=8, since=sum(level.duration for level in CLUB[:7]) + 5 * MINUTE
)


@pytest.mark.parametrize("situation", [BEFORE_THE_START, RUNNING])
@pytest.mark.parametrize("minutes", [30, -30])
def test_half_an_hour_shorter_or_longer_moves_the_end_by_half_an_hour(situation: Situation, minutes: int):
    outcome = what_if(situation, Change(shorter_by=minutes))
    moved = (outcome.before.expected - outcome.after.expected) / MINUTE
    assert moved == pytest.approx(minutes, abs=6)
    assert outcome.levels[: situation.free] == CLUB[: situation.free]
    assert [level.big_blind for level in outcome.levels] == [level.big_blind for level in CLUB]


def test_levels_still_to_come_get_one_length_and_breaks_keep_theirs():
    outcome = what_if(RUNNING, Change(level_minutes=10))
    later = outcome.levels[RUNNING.free :]
    assert {level.duration // MINUTE for level in later if level.kind == "level"} == {10}
    assert [level for level in later if level.kind == "break"] == [
        level for level in CLUB[RUNNING.free :] if level.kind == "break"
    ]
    assert outcome.after.expected < outcome.before.expected


def test_an_inserted_break_delays_the_end_by_its_length():
    outcome = what_if(RUNNING, Change(break_after=10, break_minutes=20))
    assert (outcome.levels[10].kind, outcome.levels[10].duration) == ("break", 20 * MINUTE)
    assert outcome.after.expected - outcome.before.expected == 20 * MINUTE


def test_a_break_does_not_come_before_the_running_row_has_ended():
    outcome = what_if(RUNNING, Change(break_after=2))
    assert outcome.levels[: RUNNING.free] == CLUB[: RUNNING.free]
    assert outcome.levels[RUNNING.free].kind == "break"


def test_more_players_end_later_and_shorter_levels_keep_the_end():
    more = what_if(BEFORE_THE_START, Change(players=60))
    assert more.levels == CLUB
    assert more.after.expected > more.before.expected + 20 * MINUTE
    kept = what_if(BEFORE_THE_START, Change(players=60, keep_end=True))
    assert kept.after.expected == pytest.approx(kept.before.expected, abs=6 * MINUTE)
    assert kept.levels[0].duration < CLUB[0].duration


def test_a_short_rest_cannot_become_hours_shorter():
    with pytest.raises(Impossible):
        what_if(RUNNING, Change(shorter_by=200))


def test_fewer_players_left_than_expected_end_earlier():
    fewer = replace(RUNNING, field=Field(2, 120_000))
    assert (
        forecast(CLUB, fewer.field, fewer.since).expected
        < forecast(CLUB, RUNNING.field, RUNNING.since).expected
    )
    assert forecast(CLUB, fewer.field, fewer.since).early >= RUNNING.since


@pytest.mark.parametrize("scale", [50, 125, 200, 1000])
def test_scaled_amounts_can_be_paid_and_rows_that_have_begun_stay(scale: int):
    chips = (25, 100, 500, 1_000, 5_000, 25_000)
    outcome = what_if(replace(RUNNING, chips=chips), Change(scale=scale))
    assert outcome.levels[: RUNNING.free] == CLUB[: RUNNING.free]
    assert unpayable(outcome.levels, [Chip(value, "#000000", "#ffffff") for value in chips]) == []
    for old, new in zip(CLUB[RUNNING.free :], outcome.levels[RUNNING.free :], strict=True):
        assert new.big_blind == pytest.approx(old.big_blind * scale / 100, rel=0.15 if scale >= 200 else 0.35)
        assert new.ante == (new.big_blind if old.ante else 0)


changes = st.builds(
    Change,
    level_minutes=st.sampled_from([0, 5, 10, 15, 30]),
    break_after=st.integers(0, 25),
    players=st.sampled_from([0, 10, 60, 180]),
    shorter_by=st.integers(-120, 60),
    keep_end=st.booleans(),
)


@settings(max_examples=examples(200), deadline=None)
@given(changes, st.integers(0, 20))
def test_no_change_touches_rows_that_have_begun(change: Change, free: int):
    played = sum(level.duration for level in CLUB[: max(free - 1, 0)])
    try:
        outcome = what_if(Situation(CLUB, Field(24, 10_000), free, played), change)
    except Impossible:
        return
    assert outcome.levels[:free] == CLUB[:free]
    assert check_structure(outcome.levels) == [] or free == 0
