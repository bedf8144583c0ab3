"""Two records of one person are merged only if one player could be in both events."""

import threading
from typing import Any

import pytest
from django.db import connection

from players.commands import merge
from players.commands.merge import merge_players
from players.services.events import lock_open_events
from stages.commands import advance
from stages.commands.advance import advance_players
from stages.models import StageEvent
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.together import at_once, codes
from tests.stages.stage_scenes import bag, bagged_flight, enter_all, flights, people, seat_everybody
from tourney.access.roles import Actor
from tourney.journal.commands import lock_tournament
from tourney.models import Entry

pytestmark = pytest.mark.django_db


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


@pytest.mark.django_db(transaction=True)
def test_one_of_an_advance_and_a_merge_that_wait_for_each_other_is_refused(
    make_event: MakesEvents, clerk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        # The first transaction blocks the other, so neither holds what the other waits for.
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        return
    found = flights(make_event)
    anna, bert, cleo, twin = people("Anna", "Bert", "Cleo", "Cleo Twin")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    both_hold = threading.Barrier(2)
    lock_sources = advance._locked

    def lock_sources_last(*words: Any) -> Any:
        both_hold.wait(10)
        return lock_sources(*words)

    def lock_flight_first() -> None:
        lock_tournament(found["1A"])
        both_hold.wait(10)
        lock_open_events()

    monkeypatch.setattr(advance, "_locked", lock_sources_last)
    monkeypatch.setattr(merge, "lock_open_events", lock_flight_first)
    outcomes = at_once(
        lambda: press(advance_players, found["2"], by=clerk, sources=[found["1A"]]).answer,
        lambda: press(merge_players, by=clerk, player=twin, into=cleo).answer,
    )
    assert codes(outcomes).count("conflict") == 1, outcomes
    assert sum(isinstance(one, dict) for one in outcomes) == 1
