"""Nobody plays in two running flights, and an event whose players went on does not change any more."""

from functools import partial

import pytest
from django.db import connection

from clock.commands.clock import resume
from clock.commands.events import close_event, reopen_event
from desk.commands.bookings import reserve
from desk.commands.sales import register_player
from desk.services.flights import flights_of
from prizes.commands.payouts import set_payout
from seating.commands import bust, reinstate
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import add_stage_event, set_stage_rule, set_up_stages
from stages.models import Stage, StageEvent
from tests.desk.tills import cash, drawer, player, sold
from tests.fixtures.journalled import rows_alone
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.together import at_once, codes
from tests.stages.stage_scenes import (
    bagged_flight,
    enter_all,
    entry_of,
    event_row,
    flights,
    people,
)
from tourney.access.roles import Actor
from tourney.journal.tx import Tx
from tourney.journal.undo import undo, undo_in_room
from tourney.models import Entry, JournalEntry

pytestmark = pytest.mark.django_db


def entering(event: int, by: Actor, who: int) -> str:
    """Return the code of the refusal to sell an entry."""
    return refusal(register_player, event, by=by, player=who, payments=[cash()]).code


def test_a_player_is_not_in_two_running_flights(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    (anna,) = people("Anna")
    entries = enter_all(found["1A"], clerk, [anna])
    refused = refusal(register_player, found["1B"], by=clerk, player=anna, payments=[cash()])
    assert (refused.code, "“Main Event 1A”" in refused.message) == ("in_running_flight", True)
    # A place in a later flight may be reserved, and taken after busting.
    press(reserve, found["1B"], by=clerk, player=anna)
    press(bust, found["1A"], by=clerk, entry=entries[anna])
    enter_all(found["1B"], clerk, [anna])
    assert (
        refusal(reinstate, found["1A"], by=clerk, entry=entries[anna], table=1, seat=1).code
        == "in_running_flight"
    )
    line = JournalEntry.journal(found["1A"]).filter(kind="entry.bust").last()
    assert line is not None
    assert refusal(undo, found["1A"], by=clerk, seq=line.seq).code == "in_running_flight"


def test_flights_of_one_stage_are_the_flights_that_admission_knows(make_event: MakesEvents) -> None:
    found = flights(make_event, labels=("1B", "1C"))
    assert flights_of(event_row(found["1B"])) == [found["1B"], found["1A"], found["1C"]]
    assert flights_of(event_row(found["2"])) == [found["2"]]


@pytest.mark.parametrize(("preset", "allowed"), [("flights_best", True), ("flights_only", False)])
def test_a_bagged_player_enters_another_flight_only_if_several_stacks_may_be_bagged(
    make_event: MakesEvents, clerk: Actor, preset: str, allowed: bool
) -> None:
    found = flights(make_event, preset=preset)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    if allowed:
        enter_all(found["1B"], clerk, [anna])
    else:
        assert entering(found["1B"], clerk, anna) == "has_a_stack"


def test_a_player_of_a_flight_that_is_played_on_after_its_count_enters_no_other(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(resume, found["1A"], by=clerk)
    assert entering(found["1B"], clerk, anna) == "in_running_flight"


def test_a_label_of_spaces_is_refused(make_event: MakesEvents, clerk: Actor) -> None:
    stage = Stage.objects.get(pk=StageEvent.objects.get(tournament=flights(make_event)["1A"]).stage_id)
    assert refusal(add_stage_event, by=clerk, stage=stage.pk, label=" ").code == "bad_argument"


def test_entries_are_limited_over_all_flights(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, entries_most=2)
    (anna,) = people("Anna")
    for label in ("1A", "1B"):
        entries = enter_all(found[label], clerk, [anna])
        press(bust, found[label], by=clerk, entry=entries[anna])
    assert entering(found["1B"], clerk, anna) == "no_entries_left"


def test_day_2_is_entered_only_from_the_flights(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, labels=("1B", "1C"))
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    assert entering(found["2"], clerk, cleo) == "registration_closed"
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert entering(found["1B"], clerk, anna) == "in_later_stage"


def test_an_event_whose_players_went_on_does_not_change(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 20_000, bert: 0})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert refusal(reopen_event, found["1A"], by=clerk).code == "joined"
    line = JournalEntry.journal(found["1A"]).filter(kind="stacks.close_count").last()
    assert line is not None
    assert refusal(undo, found["1A"], by=clerk, seq=line.seq).code == "joined"
    gone = entry_of(found["1A"], bert).pk
    again = refusal(reinstate, found["1A"], by=clerk, entry=gone, table=1, seat=1)
    assert again.code == "event_closed"


def test_the_rule_is_fixed_once_a_flight_is_played(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    stage = Stage.objects.get(number=2).pk
    press(set_stage_rule, by=clerk, stage=stage, take="sum", percent=20)
    rule = Stage.objects.get(pk=stage).rule
    assert (rule["stack"], rule["who"]["percent"]) == ({"kind": "carried", "take": "sum"}, 20)
    press(close_event, found["1A"], by=clerk)
    refused = refusal(set_stage_rule, by=clerk, stage=stage, take="best")
    assert (refused.code, "“Main Event 1A”" in refused.message) == ("stages_running", True)


def test_a_stage_event_is_set_up_once_and_labels_are_unique(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    again = refusal(set_up_stages, by=clerk, name="Again", first=found["1A"], preset="flights_sum")
    assert again.code == "has_stages"
    stage = StageEvent.objects.get(label="1A").stage_id
    assert refusal(add_stage_event, by=clerk, stage=stage, label="1B").code == "label_taken"
    press(add_stage_event, by=clerk, stage=stage, label="1C")
    other = make_event(book="tda")
    assert refusal(set_up_stages, by=clerk, name="X", first=other, preset="re_start").code == "unknown_preset"


def test_setting_up_stages_is_undone_as_a_whole(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    sold(event)
    press(set_payout, event, by=clerk, method="table", table="club")
    before = rows_alone()
    done = press(
        set_up_stages,
        by=clerk,
        name="Main Event",
        first=event,
        preset="flights_sum",
        flights=[{"label": "1B"}],
    )
    press(undo_in_room, by=clerk, seq=done.seq)
    assert rows_alone() == before


def admitted_at_once(found: dict[str, int], clerks: tuple[Actor, Actor], who: int) -> list[str]:
    """Sell a player entries into two flights at two desks at the same time."""
    tries = [
        partial(press, register_player, found[label], by=clerk, player=who, payments=[cash()])
        for label, clerk in zip(("1A", "1B"), clerks, strict=True)
    ]
    return sorted(codes(at_once(*tries)))


@pytest.mark.django_db(transaction=True)
def test_two_desks_admit_a_player_to_one_of_two_flights(
    make_event: MakesEvents, desk: Actor, floor: Actor
) -> None:
    found = flights(make_event)
    drawer(desk)
    drawer(floor)
    for round_ in range(5):
        who = player(f"Anna {round_}")
        assert admitted_at_once(found, (desk, floor), who) == ["done", "in_running_flight"]
    assert Entry.objects.count() == 5


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_on_the_player_two_desks_admit_a_player_twice(
    make_event: MakesEvents, desk: Actor, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control of the test above: on PostgreSQL the race is lost sooner or later."""
    monkeypatch.setattr(Tx, "lock", Tx.get)
    found = flights(make_event)
    drawer(desk)
    drawer(floor)
    alone = connection.vendor == "sqlite"
    for round_ in range(3 if alone else 30):
        outcome = admitted_at_once(found, (desk, floor), player(f"Anna {round_}"))
        if outcome == ["done", "done"]:
            assert not alone
            return
    assert alone, "the race was never lost"
