"""Who comes into a stage, with which stack: chips are exact for every rule and every field."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError

from stages.rules.advancement import EntryResult, StageField, advance, points_of
from stages.rules.presets import presets_of, with_field
from stages.rules.stage_rule import (
    Best,
    ByPoints,
    Carried,
    Equal,
    Everybody,
    InMoney,
    Percent,
    StageRule,
    WithChips,
    from_plain,
    to_plain,
)
from tourney.rulebooks.books import shipped

FIVE_SPADES = shipped()["five_spades"]
PRESETS = presets_of(FIVE_SPADES)


def rule_of(key: str, stage: int = -1) -> StageRule:
    """Return the rule of a stage of a preset; the last one by default."""
    rule = PRESETS[key].stages[stage].rule
    assert rule is not None
    return rule


def played(
    *rows: tuple[int, int], event: int = 1, stage: int = 1, table: int = 0, first: int = 1
) -> list[EntryResult]:
    """Return entries of an event: (player, chips), the best first; 0 chips are out."""
    ranked = sorted(rows, key=lambda row: -row[1])
    found = []
    for index, (player, chips) in enumerate(ranked):
        level = [other for other in ranked if other[1] == chips and chips]
        place = ranked.index(level[0]) + 1 if level else index + 1
        found.append(EntryResult(first + index, player, event, stage, chips, chips > 0, place, table))
    return found


def stacks_of(rule: StageRule, rows: Sequence[EntryResult], **more: object) -> dict[int, int]:
    """Return the stacks of the players who advance, by player, the best first."""
    field = advance(rule, rows, starting_stack=10_000, **more)  # type: ignore[arg-type]
    return {one.player: one.stack for one in field.players}


@st.composite
def fields(draw: st.DrawFn) -> list[EntryResult]:
    """Draw the ends of one to four events of up to 30 entries; players may be in several."""
    found: list[EntryResult] = []
    for event in range(1, draw(st.integers(1, 4)) + 1):
        players = draw(st.lists(st.integers(1, 40), unique=True, min_size=1, max_size=30))
        rows = [(one, draw(st.sampled_from((0, 0, 100, 5_000, 12_500)))) for one in players]
        found += played(*rows, event=event, first=len(found) + 1, table=draw(st.integers(0, 2)))
    return found


RULES = st.builds(
    StageRule,
    who=st.one_of(
        st.just(WithChips()),
        st.just(Everybody()),
        st.builds(Best, count=st.integers(1, 12), per=st.sampled_from(("event", "table", "field"))),
        st.builds(Percent, percent=st.integers(1, 100), per=st.sampled_from(("event", "field"))),
        st.just(InMoney()),
    ),
    stack=st.builds(Carried, take=st.sampled_from(("only", "best", "sum", "one"))),
)


@given(rule=RULES, rows=fields())
def test_chips_are_carried_forfeited_or_left_and_nothing_else(
    rule: StageRule, rows: list[EntryResult]
) -> None:
    field = advance(rule, rows, starting_stack=10_000, paid=dict.fromkeys(range(1, 5), 3))
    assert field.carried + field.forfeited + field.left == sum(one.chips for one in rows)
    assert field.carried == sum(one.stack for one in field.players)
    assert len({one.player for one in field.players}) == len(field.players)
    assert {one.player for one in field.players} <= {one.player for one in rows}


@given(rows=fields())
def test_everybody_with_chips_comes_and_nobody_else(rows: list[EntryResult]) -> None:
    assert set(stacks_of(StageRule(), rows)) == {one.player for one in rows if one.is_in}


@given(rows=fields(), percent=st.integers(1, 100))
def test_a_percentage_is_rounded_up_and_players_level_on_the_line_all_come(
    rows: list[EntryResult], percent: int
) -> None:
    rule = StageRule(who=Percent(percent=percent), stack=Equal())
    for event in {one.event for one in rows}:
        group = [one for one in rows if one.event == event]
        field = advance(rule, group, starting_stack=1)
        least = -(-len(group) * percent // 100)
        assert len(field.players) >= least
        places = sorted(one.place for one in group)
        line = places[least - 1]
        assert {one.player for one in field.players} == {one.player for one in group if one.place <= line}


def test_players_level_on_the_line_all_come() -> None:
    rows = played((1, 900), (2, 500), (3, 500), (4, 100), (5, 0))
    assert list(stacks_of(StageRule(who=Best(count=2)), rows)) == [1, 2, 3]


@pytest.mark.parametrize(("take", "stack"), [("best", 9_000), ("sum", 14_000), ("one", 5_000)])
def test_of_several_stacks_the_best_goes_on_or_all_or_the_chosen_one(take: str, stack: int) -> None:
    rows = [*played((1, 5_000), (2, 0)), *played((1, 9_000), (3, 700), event=2, first=3)]
    rule = StageRule(stack=Carried(take=take))  # type: ignore[arg-type]
    assert stacks_of(rule, rows, chosen=[1])[1] == stack


def test_players_who_have_not_chosen_and_players_with_too_many_stacks_are_named() -> None:
    rows = [*played((1, 5_000), (2, 0)), *played((1, 9_000), event=2, first=3)]
    choice = advance(StageRule(stack=Carried(take="one")), rows, starting_stack=1)
    assert (choice.undecided, choice.several_stacks) == ((1,), ())
    single = advance(StageRule(stack=Carried(take="only")), rows, starting_stack=1)
    assert (single.undecided, single.several_stacks) == ((), (1,))


def test_flights_in_the_money_bring_those_in_paid_places() -> None:
    preset = with_field(PRESETS["flights_best"], in_money=True)
    rule = preset.stages[-1].rule
    assert rule is not None
    rows = played((1, 900), (2, 500), (3, 100), (4, 0))
    assert list(stacks_of(rule, rows, paid={1: 2})) == [1, 2]


def test_flights_with_a_percentage_bring_that_part_of_each_flight() -> None:
    rule = with_field(PRESETS["flights_best"], percent=25).stages[-1].rule
    assert rule is not None
    rows = [
        *played((1, 900), (2, 500), (3, 0), (4, 0), (5, 0)),
        *played((6, 100), (7, 0), (8, 0), event=2, first=6),
    ]
    assert list(stacks_of(rule, rows)) == [1, 2, 6]


@pytest.mark.parametrize("who", [Percent(percent=50), Best(count=3)])
def test_players_without_chips_take_no_stack_along_even_if_fewer_are_left(who: Percent | Best) -> None:
    rows = played((1, 900), (2, 0), (3, 0), (4, 0), (5, 0))
    assert stacks_of(StageRule(who=who, stack=Carried()), rows) == {1: 900}


def test_a_restart_goes_on_with_the_better_stack_and_out_in_both_is_out() -> None:
    """Five Spades 4.14."""
    again, final = rule_of("re_start", 1), rule_of("re_start")
    first = played((1, 30_000), (2, 10_000), (3, 0), (4, 0))
    assert stacks_of(again, first) == dict.fromkeys((1, 2, 3, 4), 10_000)
    second = played((3, 25_000), (2, 15_000), (1, 0), (4, 0), event=2, stage=2, first=5)
    assert stacks_of(final, [*first, *second]) == {1: 30_000, 3: 25_000, 2: 15_000}
    assert (final.level, final.rule) == (9, "Five Spades 4.14")


def test_play_the_clock_brings_the_stacks_to_three_rounds() -> None:
    """Five Spades 4.15."""
    preset = PRESETS["play_the_clock"]
    assert len(preset.stages) == 3
    rows = played((1, 12_000), (2, 8_000), (3, 0))
    for stage in (1, 2):
        assert stacks_of(rule_of("play_the_clock", stage), rows) == {1: 12_000, 2: 8_000}


def test_landesliga_gives_a_thousand_chips_a_point_within_limits() -> None:
    """Five Spades 4.18."""
    mode = FIVE_SPADES.modes.landesliga
    assert mode is not None
    rule = rule_of("landesliga")
    rows = [
        *played(*((player, 100 if player == 1 else 0) for player in range(1, 10)), table=1),
        *played((21, 100), (22, 0), table=2, first=11),
    ]
    stacks = stacks_of(rule, rows)
    assert [stacks[player] for player in range(1, 10)] == [mode.stack_for(place) for place in range(1, 10)]
    assert (stacks[21], stacks[22]) == (20_000, 17_000)
    assert min(stacks.values()) == 5_000


@given(points=st.integers(0, 200), smallest=st.integers(1, 9_000), more=st.integers(0, 50_000))
def test_chips_for_points_stay_within_their_limits(points: int, smallest: int, more: int) -> None:
    stack = ByPoints(chips_per_point=1_000, smallest=smallest, largest=smallest + more)
    assert smallest <= stack.stack_for(points) <= smallest + more


def test_multi_round_adds_the_points_of_all_heats_with_two_more_for_an_early_win() -> None:
    """Five Spades 4.19: 18 (+2) -15-12-9-7-5-3-2-1."""
    rule = rule_of("multi_round_3")
    assert rule.points == (18, 15, 12, 9, 7, 5, 3, 2, 1)
    alone = played((1, 500), (2, 0), (3, 0), table=1)
    in_time = played((1, 200), (2, 300), (3, 0), table=1, event=2, stage=2, first=4)
    assert points_of(rule, alone) == {1: 20, 2: 15, 3: 12}
    assert points_of(rule, [*alone, *in_time]) == {1: 35, 2: 33, 3: 24}
    assert list(stacks_of(rule, [*alone, *in_time])) == [1, 2, 3]
    assert (rule.final_seats, len(PRESETS["multi_round_3"].stages), len(PRESETS["multi_round_2"].stages)) == (
        9,
        4,
        3,
    )


def test_a_shootout_brings_the_winner_of_each_table_with_a_new_stack() -> None:
    rows = [*played((1, 900), (2, 0), table=1), *played((3, 0), (4, 900), table=2, first=3)]
    assert stacks_of(rule_of("shootout"), rows) == {1: 10_000, 4: 10_000}
    assert len(PRESETS["heads_up_4"].stages) == 4


def test_a_step_satellite_brings_one_in_ten_rounded_up() -> None:
    rows = played(*((player, 100 if player == 1 else 0) for player in range(1, 12)))
    assert stacks_of(rule_of("step_satellite"), rows) == {1: 10_000, 2: 10_000}


def test_a_book_without_these_modes_offers_only_the_common_formats() -> None:
    common = presets_of(shipped()["tda"])
    assert "re_start" not in common
    assert {"flights_best", "shootout", "step_satellite", "heads_up_6"} <= set(common)


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_rules_are_read_back_from_what_is_stored(key: str) -> None:
    for stage in PRESETS[key].stages:
        if stage.rule is not None:
            assert from_plain(to_plain(stage.rule)) == stage.rule


@pytest.mark.parametrize(
    "plain",
    [
        {"who": {"kind": "nobody"}},
        {"who": {"kind": "best", "count": 0}},
        {"stack": {"kind": "by_points", "chips_per_point": 1, "smallest": 5, "largest": 1}, "points": [1]},
        {"stack": {"kind": "by_points", "chips_per_point": 1, "smallest": 1, "largest": 5}},
        {"points": [1, 2]},
        {"others": "points"},
        {"early_bonus": 2},
        {"goes_on": True, "level": 3},
        {"unknown": 1},
    ],
)
def test_rules_that_make_no_sense_are_refused(plain: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        from_plain(plain)


def test_disqualified_players_come_into_no_later_stage() -> None:
    first, second = played((1, 900), (2, 0))
    rows = [first, replace(second, is_disqualified=True)]
    assert list(stacks_of(StageRule(who=Everybody(), stack=Equal()), rows)) == [1]


def test_nobody_comes_from_an_empty_field() -> None:
    assert advance(StageRule(), [], starting_stack=1) == StageField(())
