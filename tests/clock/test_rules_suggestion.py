"""Suggested structures: payable, monotonic, smooth, and over when they should be."""

from dataclasses import replace
from itertools import pairwise
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.field import Chip, unpayable
from clock.rules.structure import check_structure, structure_warnings
from clock.rules.suggestion import payable
from clock.rules.suggestion.generator import Suggestion, Unreachable, suggest
from clock.rules.suggestion.plan import Plan
from tests.examples import examples

MINUTE = 60_000
EVENING = Plan(players=120, stack=30_000, minutes=360, level_minutes=20, reentries=30, late_minutes=120)

plans = st.builds(
    Plan,
    players=st.integers(9, 3_000),
    stack=st.sampled_from([1_500, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 50_000, 100_000]),
    minutes=st.integers(120, 840),
    antes=st.sampled_from(["none", "classic", "big_blind"]),
    late_minutes=st.sampled_from([0, 60, 120]),
    reentries=st.integers(0, 300),
    rebuys=st.integers(0, 100),
    add_ons=st.integers(0, 100),
)


def is_sound(found: Suggestion) -> None:
    """Assert what every suggested structure has."""
    levels, plan = found.levels, found.plan
    assert check_structure(levels) == structure_warnings(levels) == []
    assert unpayable(levels, [Chip(value, "#000000", "#ffffff") for value in plan.chips]) == []
    assert abs(found.forecast.expected / MINUTE - plan.minutes) <= 0.1 * plan.minutes
    played = [level for level in levels if level.kind == "level"]
    assert all(a.big_blind < b.big_blind <= 2 * a.big_blind for a, b in pairwise(played))
    assert all(a.ante <= b.ante for a, b in pairwise(played))
    assert not found.forecast.beyond
    since = at = 0
    for level in levels:
        since, at = 0 if level.kind == "break" else since + level.duration, at + level.duration
        assert since <= 125 * MINUTE or at > found.forecast.late
    raced = [value for level in levels for value in level.colour_up]
    assert raced == sorted(set(raced))
    assert all(level.kind == "break" for level in levels if level.colour_up)


def shortest(plan: Plan) -> float:
    """Return the minutes in which a field can be played at all: thousands need their hands."""
    return 120 + 45 * log(plan.players / 9)


@settings(max_examples=examples(100), deadline=None)
@given(plans)
def test_every_suggestion_is_payable_monotonic_and_ends_near_the_plan(plan: Plan):
    is_sound(suggest(replace(plan, minutes=max(plan.minutes, round(shortest(plan))))))


@settings(max_examples=examples(100), deadline=None)
@given(plans, st.sampled_from([5, 8, 10, 15, 20, 30, 40, 60]), st.integers(0, 20))
def test_levels_of_any_length_meet_the_wish_or_say_what_would(plan: Plan, length: int, more: int):
    asked = replace(plan, level_minutes=length, last_level_minutes=length + more if more else 0)
    try:
        found = suggest(asked)
    except Unreachable as no:
        found, instead = None, no.level_minutes
    if found is None:
        assert instead != length or more
        assert instead == 0 or suggest(replace(plan, level_minutes=instead))
        return
    is_sound(found)
    assert found.levels[0].duration == length * MINUTE


def test_an_evening_shows_its_working():
    found = suggest(EVENING)
    is_sound(found)
    assert found.field.chips == 150 * 30_000
    assert found.stages[0].big_blinds == found.stages[0].chips // found.levels[0].big_blind
    assert found.forecast.early < found.forecast.expected < found.forecast.late
    # Registration closes with a break, in which the first chip leaves.
    first = next(row for row, level in enumerate(found.levels) if level.kind == "break")
    assert sum(level.duration for level in found.levels[:first]) == 120 * MINUTE
    assert 25 in found.levels[first].colour_up


def test_levels_that_grow_begin_and_end_as_asked():
    found = suggest(Plan(players=40, stack=20_000, minutes=300, level_minutes=10, last_level_minutes=30))
    lengths = [level.duration // MINUTE for level in found.levels if level.kind == "level"]
    assert (lengths[0], lengths[-1]) == (10, 30)
    assert lengths == sorted(lengths)


def test_an_event_of_eight_hours_has_one_dinner_break():
    breaks = [
        level.duration // MINUTE
        for level in suggest(Plan(players=200, stack=30_000, minutes=540)).levels
        if level.kind == "break"
    ]
    assert breaks.count(45) == 1


def test_half_an_hour_levels_cannot_end_in_two_hours_and_six_minutes_can():
    with pytest.raises(Unreachable) as refused:
        suggest(Plan(players=40, stack=20_000, minutes=120, level_minutes=30))
    assert refused.value.nearest > 132
    assert 5 <= refused.value.level_minutes <= 12


def test_only_the_given_chips_are_used():
    found = suggest(replace(EVENING, chips=(500, 1_000, 5_000, 25_000)))
    is_sound(found)
    assert all(level.small_blind % 500 == 0 for level in found.levels)


def test_a_chip_leaves_in_the_break_after_which_no_amount_needs_it():
    found = suggest(EVENING)
    removed = payable.with_colour_ups(found.levels, found.plan.chips)
    assert removed == [level.colour_up for level in found.levels]
    for row, leaving in enumerate(removed):
        for value in leaving:
            kept = [chip for chip in found.plan.chips if chip > value]
            later = [
                amount for level in found.levels[row + 1 :] for amount in (level.small_blind, level.ante)
            ]
            assert all(payable.smallest_needed((amount,), kept) for amount in later if amount)


def test_the_usual_chips_fit_the_stack():
    assert payable.usual_chips(30_000, 4_500_000)[:3] == (25, 100, 500)
    assert payable.usual_chips(1_510, 13_590)[0] == 5
    assert payable.usual_chips(50_000, 5_000_000)[0] == 100


def test_thousands_cannot_be_played_in_two_hours():
    with pytest.raises(Unreachable) as refused:
        suggest(Plan(players=3_000, stack=100_000, minutes=120))
    assert refused.value.level_minutes == 0
