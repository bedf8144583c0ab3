"""Players who can't advance yet, or from these events, stay where they are."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from clock.boards.clock import clock
from clock.commands.clock import pause, resume, start
from seating.commands import count_stack
from stages.boards.stages import stages
from stages.commands.advance import advance_players
from stages.models import Join, MultiStageEvent
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import (
    bag,
    enter_all,
    entry_of,
    event_row,
    events,
    flights,
    people,
    seat_everybody,
    two_flights,
)
from tests.web.visitors import client_of
from tests.web.visitors import text_of as web_text
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import ChipMove, Entry
from tourney.services.field_counts import field_of


def refused(event: int, by: Actor, **arguments: Any) -> str:
    """Return the code of a refusal, by which nothing changes."""
    before = all_rows()
    code = refusal(advance_players, event, by=by, **arguments).code
    assert all_rows() == before
    return code


def test_flights_that_are_not_bagged_are_refused(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    enter_all(found["1A"], clerk, [anna, bert])
    seat_everybody(found["1A"], [1])
    assert refused(found["2"], clerk, sources=[found["1A"]]) == "not_bagged"
    press(start, found["1A"], by=clerk)
    assert refused(found["2"], clerk, sources=[found["1A"]]) == "still_running"


def test_stacks_that_changed_after_the_count_are_refused(make_event: MakesEvents, clerk: Actor) -> None:
    found, (anna, *_others) = two_flights(make_event, clerk)
    press(count_stack, found["1A"], by=clerk, entry=entry_of(found["1A"], anna).pk, chips=11_000)
    assert refused(found["2"], clerk) == "changed_since_count"


def test_stacks_of_a_flight_that_was_played_on_are_refused(make_event: MakesEvents, clerk: Actor) -> None:
    found, _players = two_flights(make_event, clerk)
    press(resume, found["1B"], by=clerk)
    press(pause, found["1B"], by=clerk)
    assert refused(found["2"], clerk) == "changed_since_count"


def test_a_flight_is_joined_once(make_event: MakesEvents, clerk: Actor) -> None:
    found, _players = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    assert refused(found["2"], clerk) == "joined_already"
    assert refused(found["2"], clerk, sources=[found["1A"]]) == "joined_already"
    assert Join.objects.count() == 2
    assert Entry.objects.filter(tournament=found["2"]).count() == 4


def test_a_player_with_stacks_in_two_flights_is_not_brought_twice(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, _players = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert refused(found["2"], clerk, sources=[found["1B"]]) == "came_already"


def test_a_further_stack_of_a_player_who_plays_on_day_2_keeps_no_other_player_back(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, (anna, _bert, cleo, _dora, emil, fritz) = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    seat_everybody(found["2"], [3])
    press(start, found["2"], by=clerk)
    page = web_text(client_of(clerk).get(f"/staff/t/{found['2']}/stages/"))
    assert "because they are already playing in this stage: Anna" in page
    done = press(advance_players, found["2"], by=clerk, sources=[found["1B"]])
    assert done.answer is not None
    assert (done.answer["players"], done.answer["chips"], done.answer["left"]) == (2, 25_000, 15_000)
    moves = ChipMove.objects.filter(tournament=found["2"], kind="carried")
    assert dict(moves.values_list("entry__player", "chips")) == {
        anna: 12_000,
        cleo: 18_000,
        emil: 20_000,
        fritz: 5_000,
    }


def test_stacks_to_be_added_up_are_not_forfeited_by_an_advance_in_two_steps(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, _players = two_flights(make_event, clerk, preset="flights_sum")
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    seat_everybody(found["2"], [3])
    press(start, found["2"], by=clerk)
    assert refused(found["2"], clerk, sources=[found["1B"]]) == "came_already"


def test_a_difference_has_to_be_accepted(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    entries = enter_all(found["1A"], clerk, [anna, bert])
    seat_everybody(found["1A"], [1])
    bag(found["1A"], clerk, {entries[anna]: 8_000, entries[bert]: 11_500}, difference=-500)
    board = stages(event_row(found["2"]))
    assert board is not None
    assert [(one.counted, one.difference, one.chips) for one in board.stages[0].events[:1]] == [
        (19_500, -500, 19_500)
    ]
    shown = clock(found["1A"])
    assert shown is not None
    assert (shown.field.chips, shown.field.average) == (19_500, 9_750)
    page = web_text(client_of(clerk).get(f"/staff/t/{found['2']}/stages/"))
    assert "19,500 <small" in page
    refusal_ = refusal(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert (refusal_.code, "1A (−500)" in refusal_.message) == ("does_not_add_up", True)
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]], difference=-500)
    assert field_of(event_row(found["2"])).chips == 19_500


def test_only_events_of_a_later_stage_take_players(make_event: MakesEvents, clerk: Actor) -> None:
    found, _players = two_flights(make_event, clerk)
    assert refused(found["1A"], clerk) == "first_stage"
    assert refused(make_event(), clerk) == "no_stage"
    assert refused(found["2"], clerk, sources=[found["2"]]) == "not_a_source"
    assert events() == found


@pytest.mark.django_db(transaction=True)
def test_players_are_brought_into_one_event_at_a_time(make_event: MakesEvents, clerk: Actor) -> None:
    """Two events that wait for the rows of each other would be a deadlock. SQLite queues writers, so it has none."""
    found, _players = two_flights(make_event, clerk)
    outcomes: list[object] = []

    def meanwhile() -> None:
        try:
            outcomes.append(press(advance_players, found["2"], by=clerk))
        except Refused as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    if connection.vendor == "sqlite":
        meanwhile()
        assert len(outcomes) == 1
        return
    with transaction.atomic():
        MultiStageEvent.objects.select_for_update().get()
        other = threading.Thread(target=meanwhile)
        other.start()
        other.join(20)
    assert outcomes == ["conflict"]
    press(advance_players, found["2"], by=clerk)
