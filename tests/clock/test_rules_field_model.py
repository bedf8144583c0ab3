"""The model of a shrinking field, checked against published events (tests/data/structures)."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clock.rules.structure import Level
from clock.rules.suggestion.field_model import (
    Field,
    expected_end,
    forecast,
    haste,
    quantile,
    stages,
    stages_to_come,
)
from tests.examples import examples

PUBLISHED = json.loads(
    (Path(__file__).parents[1] / "data/structures/published_events.json").read_text("utf-8")
)
MINUTE = 60_000


def even_levels(first: int, last: int, levels: int, minutes: int, more: int = 15) -> list[Level]:
    """Return levels whose big blinds grow evenly from the first to the last, and go on growing."""
    growth = (last / first) ** (1 / (levels - 1))
    return [
        Level(kind="level", big_blind=round(first * growth**number), duration=minutes * MINUTE)
        for number in range(levels + more)
    ]


def published_levels(event: dict[str, int]) -> list[Level]:
    """Return its levels; from the fifth on, antes are the part of the big blind that the last level's was."""
    levels = even_levels(event["first_big_blind"], event["big_blind"], event["level"], event["level_minutes"])
    if not event["ante"]:
        return levels
    part = event["ante"] / event["big_blind"]
    return [
        *levels[:4],
        *(replace(one, ante=round(one.big_blind * part), ante_kind="classic") for one in levels[4:]),
    ]


def published_field(event: dict[str, int]) -> Field:
    return Field(players=event["entries"], stack=event["chips"] // event["entries"])


def test_ten_published_events_end_where_the_model_expects_them():
    off = []
    for event in PUBLISHED["events"]:
        end = forecast(published_levels(event), published_field(event))
        # The last hand was played in that level: its middle, on average.
        off.append(end.expected / (event["level_minutes"] * MINUTE) / (event["level"] - 0.5) - 1)
    assert len(off) >= 10
    assert abs(median(off)) < 0.03
    assert sum(abs(one) < 0.06 for one in off) >= 8
    assert max(map(abs, off)) < 0.15


def test_a_day_of_the_published_main_event_shrinks_as_the_model_says():
    day = next(one for one in PUBLISHED["left_after_levels"] if one["begin"] == 1204)
    main = PUBLISHED["events"][0]
    # Fifteen levels were over: big blinds of about 100 · 1.274^15.
    later = published_levels(main)[15:]
    found = stages(later, Field(day["begin"], main["chips"] // day["begin"]))
    assert found[day["levels"]].left == pytest.approx(day["left"], rel=0.25)


def test_the_first_levels_of_a_published_flight_shrink_as_the_model_says():
    flight = next(one for one in PUBLISHED["left_after_levels"] if one["begin"] == 578)
    levels = even_levels(50, 200, 4, 60)
    found = stages(levels, Field(flight["begin"], 10_000))
    assert found[flight["levels"]].left == pytest.approx(flight["left"], rel=0.05)


@pytest.mark.parametrize(("players", "part"), [(2, 0.5), (9, 0.1), (9, 0.5), (300, 0.9)])
def test_quantiles_are_those_of_fields_that_lose_player_after_player(players: int, part: float):
    dice = Random(7)
    times = sorted(
        sum(dice.expovariate(left**3 * haste(left)) for left in range(2, players + 1))
        for _one in range(2_000)
    )
    below = sum(time <= quantile(players, part) for time in times) / len(times)
    assert below == pytest.approx(part, abs=0.03)


levels_of_events = st.builds(
    even_levels,
    first=st.integers(50, 400),
    last=st.integers(20_000, 5_000_000),
    levels=st.integers(8, 40),
    minutes=st.integers(5, 90),
)
fields = st.builds(Field, players=st.integers(2, 5_000), stack=st.integers(1_000, 100_000))


@settings(max_examples=examples(200), deadline=None)
@given(levels_of_events, fields)
def test_more_chips_end_later_and_the_three_times_are_in_order(levels: list[Level], field: Field):
    end = forecast(levels, field)
    assert 0 < end.early <= end.expected <= end.late
    richer = forecast(levels, Field(field.players, field.stack, extra_chips=field.chips // 3))
    assert richer.expected > end.expected


@settings(max_examples=examples(200), deadline=None)
@given(levels_of_events, fields)
def test_players_never_grow_in_number_without_late_entries(levels: list[Level], field: Field):
    left = [stage.left for stage in stages(levels, field)]
    assert left == sorted(left, reverse=True)
    assert all(1 <= one <= field.players for one in left)


def test_late_entries_and_re_entries_come_into_play_until_registration_closes():
    levels = even_levels(200, 40_000, 16, 20)
    field = Field(100, 20_000, extra_chips=400_000, returns=20, late=0.3, late_until=120)
    found = stages(levels, field)
    assert (round(found[0].left), found[0].chips) == (70, 1_400_000)
    assert found[3].chips < found[6].chips == found[8].chips == 2_400_000


def test_a_break_delays_the_end_by_its_length():
    levels = even_levels(200, 40_000, 16, 20)
    pause = Level(kind="break", duration=15 * MINUTE)
    field = Field(50, 20_000)
    later = forecast([*levels[:6], pause, *levels[6:]], field)
    assert later.expected == forecast(levels, field).expected + 15 * MINUTE


def test_antes_end_an_event_earlier_by_a_part_of_a_level():
    levels = even_levels(200, 40_000, 16, 20)
    field = Field(50, 20_000)
    plain = forecast(levels, field).expected
    big_blind = forecast([replace(one, ante=one.big_blind, ante_kind="big_blind") for one in levels], field)
    classic = forecast([replace(one, ante=one.big_blind // 8, ante_kind="classic") for one in levels], field)
    assert big_blind.expected < classic.expected < plain
    # As in simulated play: a part of a level, not one or two.
    assert 2 * MINUTE < plain - big_blind.expected < 10 * MINUTE


def test_the_field_to_come_begins_with_the_running_level_and_the_players_left():
    levels = even_levels(200, 40_000, 16, 20)
    found = stages_to_come(levels, Field(30, 40_000), since=70 * MINUTE)
    assert (found[0].row, found[0].starts, round(found[0].left)) == (3, 70 * MINUTE, 30)
    assert (found[1].row, found[1].starts) == (4, 80 * MINUTE)
    assert stages_to_come(levels, Field(30, 40_000), since=10**10) == []


def test_an_event_that_outlasts_its_structure_says_so():
    levels = even_levels(100, 200, 2, 20, more=0)
    assert forecast(levels, Field(500, 30_000)).beyond
    assert expected_end(levels, Field(500, 30_000)) == 40 * MINUTE


def test_a_form_without_a_stack_is_still_answered():
    assert forecast(even_levels(100, 200, 2, 20), Field(30, 0)).expected > 0
