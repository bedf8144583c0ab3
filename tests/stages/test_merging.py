"""Two records of one person are merged only if one player could be in both events."""

import pytest

from players.commands.merge import merge_players
from stages.commands.advance import advance_players
from stages.models import StageEvent
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import bag, bagged_flight, enter_all, flights, people, seat_everybody
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Open the director's drawer."""
    drawer(director)
    return director


def test_records_in_two_running_flights_are_not_merged(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, twin = people("Anna", "Anna Twin")
    enter_all(found["1A"], clerk, [anna])
    enter_all(found["1B"], clerk, [twin])
    refused = refusal(merge_players, by=clerk, player=twin, into=anna)
    assert refused.code == "both_inside"
    assert "“Main Event 1B”, the other in “Main Event 1A”" in refused.message


def test_records_with_a_bagged_and_a_running_flight_are_merged_if_several_stacks_are_allowed(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, twin, bert = people("Anna", "Anna Twin", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    enter_all(found["1B"], clerk, [twin])
    press(merge_players, by=clerk, player=twin, into=anna)
    assert Entry.objects.filter(player=anna).count() == 2


def test_records_with_two_stacks_are_not_merged_if_only_one_may_go_on(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, preset="flights_only")
    anna, twin, bert = people("Anna", "Anna Twin", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    enter_all(found["1B"], clerk, [twin])
    assert refusal(merge_players, by=clerk, player=twin, into=anna).code == "both_inside"


def test_a_record_on_day_2_is_not_merged_with_one_in_a_flight_that_is_not_joined(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, twin, bert, cleo = people("Anna", "Anna Twin", "Bert", "Cleo")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    entries = enter_all(found["1B"], clerk, [twin, cleo])
    assert refusal(merge_players, by=clerk, player=twin, into=anna).code == "both_inside"
    seat_everybody(found["1B"], [2])
    bag(found["1B"], clerk, {entries[twin]: 0, entries[cleo]: 20_000})
    press(advance_players, found["2"], by=clerk)
    # Out in a flight that is joined: nothing is left to be played with.
    press(merge_players, by=clerk, player=twin, into=anna)
    assert StageEvent.objects.filter(tournament__entries__player=anna).distinct().count() == 3
