"""Places and field over all stages: the last stage first, then those who did not go on."""

import time

import pytest

from clock.commands.events import close_event
from prizes.services.places import ranking_of
from seasons.services.player_history import played_years_of
from seasons.services.seasons import state_of
from seating.commands import bust, count_stack, note_one_hand, set_plan
from stages.commands.advance import advance_players
from stages.rules.stage_names import name_with_label
from stages.services.overall_results import last_event_of, overall_results_of
from tests.desk.tills import drawer, sold
from tests.fixtures.room import MakesEvents, press
from tests.seasons.nights import name_of, season
from tests.stages.stage_scenes import (
    bagged_flight,
    enter_all,
    entry_of,
    event_row,
    flights,
    people,
    seat_everybody,
)
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def test_flights_and_day_2_are_one_field(make_event: MakesEvents, director: Actor) -> None:
    drawer(director)
    found = flights(make_event, settings={"re_entries_most": 0})
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 20_000, bert: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 21_000, anna: 9_000, dora: 0})
    open_ = overall_results_of(event_row(found["2"]))
    assert (open_.field, open_.entries, open_.is_complete) == (4, 5, False)
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=director, entry=entry_of(found["2"], anna).pk)
    done = overall_results_of(event_row(found["1A"]))
    assert (done.event.pk, done.field, done.entries, done.is_complete) == (found["2"], 4, 5, True)
    places = {one.player: (one.best, one.worst, one.stage) for one in done.places}
    assert places == {cleo: (1, 1, 2), anna: (2, 2, 2), bert: (3, 3, 1), dora: (4, 4, 1)}
    assert last_event_of(event_row(found["1B"])).pk == found["2"]


def test_places_of_flights_with_different_numbers_of_survivors_are_compared(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event, settings={"re_entries_most": 0})
    few, many = people("Anna", "Bert", "Cleo", "Dora"), people("Emil", "Fritz", "Gerd", "Hans")
    bagged_flight(found["1A"], director, [1], {few[0]: 40_000, few[3]: 0, few[2]: 0, few[1]: 0})
    bagged_flight(found["1B"], director, [2], {many[0]: 20_000, many[1]: 12_000, many[2]: 8_000, many[3]: 0})
    press(advance_players, found["2"], by=director)
    places = {one.player: (one.best, one.worst) for one in overall_results_of(event_row(found["2"])).places}
    # Dora and Hans were both fourth in their flights.
    assert places == {few[1]: (5, 5), few[2]: (6, 6), few[3]: (7, 8), many[3]: (7, 8)}


def test_players_who_share_a_place_are_in_the_order_of_their_day(
    make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event, settings={"re_entries_most": 0})
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], director, [1], {anna: 14_000, bert: 16_000, cleo: 10_000, dora: 0})
    press(advance_players, found["2"], by=director, sources=[found["1A"]])
    seat_everybody(found["2"], [3])
    tied = [entry_of(found["2"], one).pk for one in (bert, anna)]
    for entry in tied:
        press(bust, found["2"], by=director, entry=entry)
    press(note_one_hand, found["2"], by=director, entries=tied)
    day = ranking_of(event_row(found["2"])).places
    assert [(one.best, one.worst) for one in day] == [(2, 3), (2, 3)]
    overall = overall_results_of(event_row(found["2"])).places
    assert [one.entry for one in overall][:2] == [one.entry for one in day]


@pytest.fixture
def day_2(make_event: MakesEvents, director: Actor) -> dict[str, int]:
    """Play two flights, where Emil and Fritz bust, and day 2, where Dora busts; Anna, Bert and Cleo are left."""
    drawer(director)
    found = flights(make_event, settings={"re_entries_most": 0})
    anna, bert, cleo, dora, emil, fritz = people("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")
    bagged_flight(found["1A"], director, [1], {anna: 16_000, bert: 14_000, emil: 0})
    bagged_flight(found["1B"], director, [2], {cleo: 21_000, dora: 9_000, fritz: 0})
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=director, entry=entry_of(found["2"], dora).pk)
    return {"event": found["2"], "anna": anna, "bert": bert, "cleo": cleo}


def named_places(event: int) -> dict[str, tuple[int, int]]:
    """Return the places over all stages by name."""
    found = overall_results_of(event_row(event)).places
    return {name_of(one.player): (one.best, one.worst) for one in found}


BEHIND = {"Dora": (4, 4), "Emil": (5, 6), "Fritz": (5, 6)}


def test_players_in_play_have_no_place_over_all_stages(day_2: dict[str, int]) -> None:
    assert named_places(day_2["event"]) == BEHIND
    assert not overall_results_of(event_row(day_2["event"])).is_complete


def test_players_left_in_a_closed_last_stage_have_the_places_of_their_chips(
    day_2: dict[str, int], director: Actor
) -> None:
    """Five Spades 4.4: in the results, the season and the pages of the players."""
    event = day_2["event"]
    # The order of counts and busts is known to the millisecond.
    time.sleep(0.002)
    for name, chips in {"anna": 20_000, "bert": 22_500, "cleo": 20_000}.items():
        press(count_stack, event, by=director, entry=entry_of(event, day_2[name]).pk, chips=chips)
    press(close_event, event, by=director, although_unfinished=True)
    own = {name_of(one.player): (one.best, one.worst) for one in ranking_of(event_row(event)).places}
    first = {"Bert": (1, 1), "Anna": (2, 3), "Cleo": (2, 3)}
    assert own == {**first, "Dora": (4, 4)}
    assert named_places(event) == {**first, **BEHIND}
    assert overall_results_of(event_row(event)).is_complete
    points = {
        name_of(one.player): one.points for one in state_of(season(book="munot", points="linear")).ranking
    }
    assert points == {"Bert": 6, "Anna": 5, "Cleo": 5, "Dora": 3, "Emil": 2, "Fritz": 2}
    years = {name: played_years_of(day_2[name])[0] for name in ("anna", "bert", "cleo")}
    assert {name: (year.wins, year.events[0].place) for name, year in years.items()} == {
        "anna": (0, 2),
        "bert": (1, 1),
        "cleo": (0, 2),
    }


def test_players_left_without_a_count_have_no_place_over_all_stages(
    day_2: dict[str, int], director: Actor
) -> None:
    event = day_2["event"]
    press(close_event, event, by=director, although_unfinished=True)
    assert [name_of(one.player) for one in ranking_of(event_row(event)).places] == ["Dora"]
    assert named_places(event) == BEHIND
    assert played_years_of(day_2["anna"])[0].wins == 0


@pytest.mark.parametrize(
    ("stage", "number", "label", "name"),
    [("Day 1", 1, "1A", "Day 1A"), ("Day 2", 2, "2", "Day 2"), ("Heat 1", 1, "Blue", "Heat 1 · Blue")],
)
def test_an_event_of_a_stage_is_named_with_its_label(stage: str, number: int, label: str, name: str) -> None:
    assert name_with_label(stage, number, label) == name


def test_an_event_without_stages_is_its_own_field(make_event: MakesEvents, director: Actor) -> None:
    drawer(director)
    event = make_event(book="munot")
    sold(event, re_entries_most=0, surrender_allowed=False, extras=[])
    anna, bert = people("Anna", "Bert")
    entries = enter_all(event, director, [anna, bert])
    press(bust, event, by=director, entry=entries[bert])
    results = overall_results_of(event_row(event))
    assert (results.field, results.entries, results.event.pk) == (2, 2, event)
    assert last_event_of(event_row(event)).pk == event
    assert [(one.player, one.best) for one in results.places][-1] == (bert, 2)


def test_players_left_in_a_closed_event_have_the_places_of_their_chips_everywhere(
    make_event: MakesEvents, director: Actor
) -> None:
    """Five Spades 4.4, without stages."""
    drawer(director)
    event = make_event(book="munot")
    sold(event, re_entries_most=0, surrender_allowed=False, extras=[])
    names = people("Anna", "Bert", "Cleo", "Dora")
    entries = enter_all(event, director, names)
    press(set_plan, event, by=director, seats_per_table=9)
    seat_everybody(event, [1])
    press(bust, event, by=director, entry=entries[names[3]])
    time.sleep(0.002)
    for who, chips in zip(names, (10_000, 20_000, 10_000), strict=False):
        press(count_stack, event, by=director, entry=entries[who], chips=chips)
    press(close_event, event, by=director, although_unfinished=True)
    assert named_places(event) == {"Bert": (1, 1), "Anna": (2, 3), "Cleo": (2, 3), "Dora": (4, 4)}
    points = {
        name_of(one.player): one.points for one in state_of(season(book="munot", points="linear")).ranking
    }
    assert points == {"Bert": 4, "Anna": 3, "Cleo": 3, "Dora": 1}
    assert [played_years_of(who)[0].wins for who in names] == [0, 1, 0, 0]
