"""The pure rules of seasons: formulas, best N of M, drop dates, the cup, titles, all years."""

import math
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasons.rules.all_time import all_time
from seasons.rules.cup import Candidate, CupTerms, as_played, qualify
from seasons.rules.formulas import FORMULAS, Outcome, parameters_of, points_by_formula
from seasons.rules.ranking import Drop, Ranked, Result, rank_season
from seasons.rules.titles import Awarded, TitleKind, leaders, trophies

START = date(2026, 1, 9)
OVER = date(2027, 1, 1)
TERMS = CupTerms(played_from=5, scored_from=1, seats=10, fixed=3)


def days(count: int) -> dict[int, date]:
    """Return events 1, 2, 3 … , one a week."""
    return {number: START + timedelta(weeks=number - 1) for number in range(1, count + 1)}


def results(player: int, *points: int | None) -> list[Result]:
    """Return a player's points in events 1, 2, 3 …; None: not played."""
    return [Result(player, event, one) for event, one in enumerate(points, start=1) if one is not None]


def table(rows: tuple[Ranked, ...]) -> list[tuple[int, int, int, int]]:
    """Return (player, best, worst, points)."""
    return [(one.player, one.best, one.worst, one.points) for one in rows]


# --- formulas -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("formula", "parameters", "outcome", "points"),
    [
        ("linear", {}, Outcome(1, 20), 20),
        ("linear", {"scale": 5}, Outcome(20, 20), 5),
        ("percentile", {}, Outcome(1, 11), 100),
        ("percentile", {}, Outcome(11, 11), 0),
        ("percentile", {}, Outcome(6, 11), 50),
        ("percentile", {}, Outcome(1, 1), 100),
        ("root", {}, Outcome(4, 100), 50),
        # 10 · √100 ÷ √4 · (1 + log10(9.75 + 0.25)) = 50 · 2
        ("root_buy_in", {}, Outcome(4, 100, buy_in=975), 100),
        ("root_buy_in", {"added": 0}, Outcome(4, 100, buy_in=0), 0),
        ("inverse", {"scale": 3}, Outcome(2, 9), 14),
        ("prize", {}, Outcome(1, 9, prize=123_450), 1235),
        # Yen have no minor unit, dinars have thousandths.
        ("prize", {}, Outcome(1, 9, prize=12_300, minor=1), 12_300),
        ("per_fee", {}, Outcome(None, 9, fee=1_500, minor=1_000), 2),
        ("pool_share", {}, Outcome(2, 9, prize_pool=10_000, prize=2_500), 25),
        ("pool_share", {}, Outcome(2, 9), 0),
        ("return", {"scale": 2}, Outcome(2, 9, buy_in=1_000, prize=2_500), 5),
        ("linear", {"winner": 10, "played": 2, "places": 3}, Outcome(1, 9), 21),
        ("linear", {"winner": 10, "played": 2, "places": 3}, Outcome(3, 9), 9),
        ("linear", {"winner": 10, "played": 2, "places": 3}, Outcome(4, 9), 2),
        ("linear", {"played": 2}, Outcome(None, 9), 0),
        ("per_entry", {"scale": 3}, Outcome(None, 9, bought=2), 6),
        ("per_fee", {}, Outcome(None, 9, fee=1_050), 11),
        ("per_hour", {"scale": 4}, Outcome(7, 9, minutes=90), 6),
    ],
)
def test_formula_gives_these_points(
    formula: str, parameters: dict[str, float], outcome: Outcome, points: int
) -> None:
    assert points_by_formula(formula, parameters, outcome) == points


@given(
    st.sampled_from(["linear", "percentile", "root", "root_buy_in", "inverse"]),
    st.integers(2, 500),
    st.integers(0, 100_000),
    st.data(),
)
def test_a_better_place_never_brings_fewer_points(
    formula: str, field: int, buy_in: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(1, field - 1))
    better = points_by_formula(formula, {}, Outcome(place, field, buy_in=buy_in))
    worse = points_by_formula(formula, {}, Outcome(place + 1, field, buy_in=buy_in))
    assert better >= worse


def test_unknown_or_excessive_parameters_are_refused() -> None:
    for formula in FORMULAS:
        for wrong in ({"eval": 1}, {"scale": -1}, {"scale": math.inf}, {"scale": math.nan}):
            with pytest.raises(ValueError, match=r"eval|scale"):
                parameters_of(formula, wrong)


# --- the ranking --------------------------------------------------------------------------------------------
def test_equal_points_share_a_place_and_the_next_one_is_left_out() -> None:
    rows = [*results(1, 5, 3), *results(2, 8), *results(3, 2), *results(4, 9, 9)]
    assert table(rank_season(rows, days(2), OVER)) == [
        (4, 1, 1, 18),
        (1, 2, 3, 8),
        (2, 2, 3, 8),
        (3, 4, 4, 2),
    ]


def test_countback_prefers_the_better_best_result_and_shares_only_what_is_equal() -> None:
    rows = [*results(1, 5, 3), *results(2, 8), *results(3, 3, 5), *results(4, 8, 0)]
    found = rank_season(rows, days(2), OVER, ties="countback")
    assert table(found) == [(2, 1, 2, 8), (4, 1, 2, 8), (1, 3, 4, 8), (3, 3, 4, 8)]
    # A missing second result is worse than any.
    corrected = rank_season(
        [*results(1, 10, 5), *results(2, 10)], days(2), OVER, corrections={2: 5}, ties="countback"
    )
    assert table(corrected) == [(1, 1, 1, 15), (2, 2, 2, 15)]


def test_best_n_of_m_counts_the_best_results_and_of_equal_ones_the_earlier() -> None:
    (row,) = rank_season(results(1, 4, 9, 4, 7), days(4), OVER, best_of=3)
    assert row.points == 20
    assert [one.counts for one in row.results] == [True, True, False, True]
    assert (row.played, row.scored) == (4, 4)


def test_drop_date_drops_the_worst_results_from_the_next_day_on_and_a_missed_event_is_one() -> None:
    drop = Drop(START + timedelta(weeks=3), 2)
    rows = [*results(1, 4, 9, 1, 7, 6), *results(2, 4, None, None, 7, 6)]
    before = rank_season(rows, days(5), drop.day, drops=[drop])
    assert table(before) == [(1, 1, 1, 27), (2, 2, 2, 17)]
    # Of events 1 to 4 two results count; the second player has missed two and loses none.
    after = rank_season(rows, days(5), drop.day + timedelta(days=1), drops=[drop])
    assert table(after) == [(1, 1, 1, 22), (2, 2, 2, 17)]
    assert [one.counts for one in after[0].results] == [False, True, False, True, True]


def test_each_drop_date_concerns_the_events_after_the_one_before() -> None:
    drops = [Drop(START + timedelta(weeks=3), 1), Drop(START + timedelta(weeks=1), 1)]
    (row,) = rank_season(results(1, 4, 9, 1, 7, 6), days(5), OVER, drops=drops)
    assert [one.counts for one in row.results] == [False, True, False, True, True]


def test_correction_alone_puts_a_player_in_the_ranking() -> None:
    found = rank_season(results(1, 4), days(1), OVER, corrections={2: 7, 1: -5})
    assert table(found) == [(2, 1, 1, 7), (1, 2, 2, -1)]


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.integers(1, 8), st.integers(0, 18)),
        unique_by=lambda one: (one[0], one[1]),
        max_size=40,
    ),
    st.integers(1, 8),
)
def test_places_follow_points_and_the_sum_is_that_of_the_best_results(
    rows: list[tuple[int, int, int]], best_of: int
) -> None:
    found = rank_season([Result(*one) for one in rows], days(8), OVER, best_of=best_of)
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
    for one in found:
        own = sorted((points for player, _event, points in rows if player == one.player), reverse=True)
        assert one.points == sum(own[:best_of])
        assert one.best == 1 + sum(other.points > one.points for other in found)
        assert one.worst == sum(other.points >= one.points for other in found)


# --- the cup (Five Spades 7.2) ------------------------------------------------------------------------------
def ranked(player: int, best: int, *, played: int = 5, scored: int = 1) -> Ranked:
    """Return a row of a ranking."""
    return Ranked(player, best, best, 100 - best, 0, (), played, scored, 0)


def ways(found: tuple[Candidate, ...]) -> dict[int, str]:
    """Return the way to the final by player."""
    return {one.player: one.way for one in found}


def test_five_spades_7_2_guests_and_rare_players_do_not_qualify() -> None:
    rows = [ranked(1, 1), ranked(2, 2, played=4), ranked(3, 3, scored=0), ranked(4, 4)]
    assert ways(qualify(rows, {2, 3, 4}, TERMS)) == {2: "not_qualified", 3: "not_qualified", 4: "final"}


def test_five_spades_7_2_the_best_are_fixed_and_the_others_play_for_the_rest() -> None:
    rows = [ranked(player, player) for player in range(1, 13)]
    found = ways(qualify(rows, set(range(1, 13)), TERMS))
    assert [player for player, way in found.items() if way == "final"] == [1, 2, 3]
    assert {way for player, way in found.items() if player > 3} == {"preliminary"}
    after = ways(qualify(rows, set(range(1, 13)), TERMS, preliminary=[12, 11, 10, 9, 8, 7, 6, 5, 4]))
    assert sorted(player for player, way in after.items() if way == "final") == [1, 2, 3, *range(6, 13)]
    assert (after[4], after[5]) == ("out", "out")


def test_who_plays_the_final_is_in_it_whatever_is_corrected_later() -> None:
    rows = [ranked(player, player) for player in range(1, 13)] + [ranked(13, 13, played=1)]
    found = qualify(rows, set(range(1, 14)), TERMS, preliminary=[12, 11, 10, 9, 8, 7, 6, 5, 4])
    # Players 2 and 6 would be in the final after a correction, but 4 and 5 played it.
    played = {1, 3, 4, 5, *range(7, 13)}
    after = ways(as_played(found, played))
    assert {player for player, way in after.items() if way == "final"} == played
    assert (after[2], after[6], after[13]) == ("out", "out", "not_qualified")


def test_everybody_is_in_the_final_if_no_more_qualify_than_it_has_seats() -> None:
    rows = [ranked(player, player) for player in range(1, 11)]
    assert set(ways(qualify(rows, set(range(1, 11)), TERMS)).values()) == {"final"}


def test_shared_last_fixed_place_waits_for_the_director() -> None:
    rows = [ranked(1, 1), ranked(2, 2), *(ranked(player, 3) for player in (3, 4)), *(
        ranked(player, player) for player in range(5, 13)
    )]  # fmt: skip
    members = set(range(1, 13))
    found = ways(qualify(rows, members, TERMS))
    assert (found[2], found[3], found[4], found[5]) == ("final", "tied", "tied", "preliminary")
    decided = ways(qualify(rows, members, TERMS, decided={4: True}))
    assert (decided[3], decided[4]) == ("preliminary", "final")


def test_seat_given_to_another_player_does_not_decide_a_shared_fixed_place() -> None:
    rows = [
        ranked(1, 1),
        ranked(2, 2),
        ranked(3, 3),
        ranked(4, 3),
        *(ranked(one, one) for one in range(5, 13)),
    ]
    found = ways(qualify(rows, set(range(1, 13)), TERMS, decided={9: True}))
    assert (found[3], found[4], found[9]) == ("tied", "tied", "final")


def test_seat_that_is_given_up_goes_to_the_next_in_the_ranking() -> None:
    rows = [ranked(player, player) for player in range(1, 13)]
    found = ways(qualify(rows, set(range(1, 13)), TERMS, decided={2: False}))
    assert [player for player, way in found.items() if way == "final"] == [1, 3, 4]
    assert found[2] == "out"


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10), st.integers(0, 3)), max_size=40),
    st.sets(st.integers(1, 40)),
    st.dictionaries(st.integers(1, 40), st.booleans(), max_size=4),
    st.integers(0, 12),
    st.randoms(use_true_random=False),
)
def test_cup_gives_no_more_seats_than_there_are_and_only_to_members(
    rows: list[tuple[int, int, int]],
    members: set[int],
    decided: dict[int, bool],
    fixed: int,
    dice: Random,
) -> None:
    order = sorted(enumerate(rows, start=1), key=lambda one: -one[1][0])
    places = {points: at for at, (_player, (points, _p, _s)) in reversed(list(enumerate(order, start=1)))}
    table = [
        Ranked(player, places[points], places[points], points, 0, (), played, scored, 0)
        for player, (points, played, scored) in order
    ]
    terms = CupTerms(played_from=5, scored_from=1, seats=10, fixed=fixed)
    before = qualify(table, members, terms, decided=decided)
    assert {one.player for one in before} == members & {one.player for one in table}
    waiting = [one.player for one in before if one.way in ("preliminary", "tied")]
    dice.shuffle(waiting)
    after = qualify(table, members, terms, decided=decided, preliminary=waiting)
    given_by_decision = sum(decided.get(one.player) is True for one in after)
    finalists = [one for one in after if one.way == "final"]
    assert len(finalists) <= max(terms.seats, min(fixed, terms.seats) + given_by_decision)
    assert not {one.way for one in after} & {"preliminary", "tied"}
    for one in finalists:
        assert one.by_decision or (one.played >= 5 and one.scored >= 1)
    # The preliminary takes no seat that was certain before.
    certain = {one.player for one in before if one.way == "final"}
    assert certain <= {one.player for one in finalists}


# --- titles and trophies (Five Spades 8) --------------------------------------------------------------------
def test_five_spades_8_1_only_members_can_lead() -> None:
    assert leaders([(1, 20), (2, 18), (3, 18), (4, 3)], {2, 3, 4}) == (2, 3)
    assert leaders([(1, 20), (2, 18)], None) == (1,)
    assert leaders([(1, 0)], {1}) == ()


def trophy_states(*won: tuple[TitleKind, int, int], members: set[int] | None = None) -> list[str]:
    """Return the states of the trophies of (title, season, player)."""
    found = trophies(
        [Awarded(*one) for one in won], in_a_row=3, all_titles=True, members=members or {1, 2, 3}
    )
    return [one.state for one in found]


def test_five_spades_8_5_three_in_a_row_keep_the_trophy_and_the_count_begins_again() -> None:
    won: list[tuple[TitleKind, int, int]] = [("champion", season, 1) for season in range(5)]
    assert trophy_states(*won) == ["handed_on", "handed_on", "keeps", "handed_on", "holds"]


def test_five_spades_8_5_a_season_between_breaks_the_row() -> None:
    assert trophy_states(("champion", 0, 1), ("champion", 1, 1), ("champion", 3, 1)) == [
        "handed_on",
        "handed_on",
        "holds",
    ]


def test_five_spades_8_5_all_titles_of_one_season_keep_the_trophies() -> None:
    kinds: tuple[TitleKind, ...] = ("champion", "player_of_the_year", "cup_winner")
    assert trophy_states(*((kind, 0, 2) for kind in kinds)) == ["keeps"] * 3


def test_five_spades_8_6_who_leaves_the_club_returns_the_trophy() -> None:
    assert trophy_states(("cup_winner", 0, 9)) == ["must_return"]
    # Handed on already.
    assert trophy_states(("cup_winner", 0, 9), ("cup_winner", 1, 1)) == ["handed_on", "holds"]


# --- all years (Five Spades 5.3) ----------------------------------------------------------------------------
def test_five_spades_5_3_wins_places_and_eliminations_add_up() -> None:
    rows = [Result(1, 1, 12, 1), Result(1, 2, 5, 3), Result(2, 1, 8, 2), Result(3, 1, 0, 9)]
    found = all_time(rows, {2: 9, 4: 1}, ("wins", "places", "eliminations"))
    assert [(one.player, one.best, one.worst, one.points) for one in found] == [
        (1, 1, 2, 17),
        (2, 1, 2, 17),
        (4, 3, 3, 1),
        (3, 4, 4, 0),
    ]
    assert (found[0].played, found[0].wins, found[0].places, found[0].eliminated) == (2, 1, 1, 0)
    assert all_time(rows, {2: 9}, ("wins",))[0].points == 12
