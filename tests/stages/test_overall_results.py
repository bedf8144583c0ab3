"""Places and field over all stages: the last stage first, then those who did not go on."""

import pytest

from prizes.services.places import ranking_of
from seating.commands import bust, note_one_hand
from stages.commands.advance import advance_players
from stages.rules.stage_names import name_with_label
from stages.services.overall_results import last_event_of, overall_results_of
from tests.desk.tills import drawer, sold
from tests.fixtures.room import MakesEvents, press
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
