"""Undo leaves events in several stages as they were played."""

import pytest

from clock.commands.clock import pause, start
from clock.commands.events import close_event
from penalties.commands.penalties import impose, lift
from penalties.models import Penalty
from prizes.commands.payouts import set_payout
from prizes.models import Payout
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.services.stack_counts import seats_with_chips
from seating.commands import set_plan
from seating.services.free_seats import free_tables
from seating.services.played_tables import played_tables
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import add_stage_event, set_stage_rule, set_up_stages
from stages.models import MultiStageEvent, Stage, StageEvent
from tests.desk.tills import sold
from tests.fixtures.journalled import rows_alone
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import (
    bag,
    bagged_flight,
    club_event,
    enter_all,
    enter_guests,
    event_row,
    events,
    flights,
    people,
    seat_everybody,
)
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo, undo_in_room
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


def last_seq(event: int | None, kind: str) -> int:
    """Return the number of the latest journal entry of a kind."""
    return JournalEntry.journal(event).filter(kind=kind).latest("seq").seq


def test_the_rule_of_a_stage_stays_as_it_was_when_its_flights_were_played(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    stage = Stage.objects.get(number=2)
    press(set_stage_rule, by=FIRST_START, stage=stage.pk, take="sum")
    seq = last_seq(None, "stages.set_rule")
    press(undo_in_room, by=clerk, seq=seq)
    press(undo_in_room, by=clerk, seq=last_seq(None, "room.undo"))
    assert MultiStageEvent.objects.get().mode == "flights_sum"
    enter_all(found["1B"], clerk, people("Anna", "Bert"))
    seat_everybody(found["1B"], [1])
    press(start, found["1B"], by=clerk)
    before = rows_alone()
    again = last_seq(None, "room.undo")
    refused = refusal(undo_in_room, by=clerk, seq=again)
    assert refused.code == "stages_running"
    assert "Main Event 1B" in refused.message
    assert rows_alone() == before


def test_stages_that_are_played_stay_set_up(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    bagged_flight(found["1A"], clerk, [1], dict(zip(people("Anna", "Bert"), (12_000, 8_000), strict=True)))
    # Another flight that nobody has used may still go.
    press(add_stage_event, by=clerk, stage=Stage.objects.get(number=1).pk, label="1C")
    press(undo_in_room, by=clerk, seq=last_seq(None, "stages.add_event"))
    refused = refusal(undo_in_room, by=clerk, seq=last_seq(None, "stages.set_up"))
    assert refused.code == "stages_running"
    assert StageEvent.objects.count() == 3


def test_stages_of_a_running_event_are_undone_and_redone_until_it_ends(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = make_event(book="munot", stack=10_000)
    sold(event, surrender_allowed=False)
    press(set_plan, event, by=clerk, seats_per_table=9)
    press(set_payout, event, by=clerk, method="table", table="club")
    enter_all(event, clerk, people("Anna", "Bert"))
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    before = rows_alone()
    given = {"name": "Main Event", "first": event, "preset": "flights_best", "flights": [{"label": "1B"}]}
    press(set_up_stages, by=clerk, **given)
    seq = last_seq(None, "stages.set_up")
    after = rows_alone()
    press(undo_in_room, by=clerk, seq=seq)
    assert rows_alone() == before
    press(undo_in_room, by=clerk, seq=last_seq(None, "room.undo"))
    assert rows_alone() == after
    (cleo,) = people("Cleo")
    enter_all(event, clerk, [cleo])
    press(undo_in_room, by=clerk, seq=seq)
    assert not StageEvent.objects.exists()
    assert event_row(event).name == "Friday Deep"
    assert Payout.objects.get().tournament_id == event


def test_stages_of_an_event_that_was_running_stay_once_others_are_used_or_it_has_ended(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = make_event(book="munot", stack=10_000)
    sold(event, surrender_allowed=False)
    press(set_plan, event, by=clerk, seats_per_table=9)
    enter_all(event, clerk, people("Anna", "Bert"))
    seat_everybody(event, [1])
    press(start, event, by=clerk)
    given = {"name": "Main Event", "first": event, "preset": "flights_best", "flights": [{"label": "1B"}]}
    press(set_up_stages, by=clerk, **given)
    seq = last_seq(None, "stages.set_up")
    press(pause, event, by=clerk)
    press(open_count, event, by=clerk, occasion="day_end")
    stacks = [{"seat": seat.number, "chips": 10_000} for seat in seats_with_chips(event)]
    press(count_table, event, by=clerk, number=1, stacks=stacks)
    press(close_count, event, by=clerk)
    refused = refusal(undo_in_room, by=clerk, seq=seq)
    assert refused.code == "stages_running"
    assert "Close events that are not needed" in refused.message
    enter_all(events()["1B"], clerk, people("Cleo"))
    refused = refusal(undo_in_room, by=clerk, seq=seq)
    assert (refused.code, "Close it on its Details page" in refused.message) == ("in_use", True)


def test_a_penalty_that_came_along_is_not_changed_by_an_undo_in_its_flight(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    entries = enter_all(found["1A"], clerk, [anna, bert])
    seat_everybody(found["1A"], [1])
    press(impose, found["1A"], by=clerk, entry=entries[anna], kind="hands", count=3, reason="late")
    penalty = Penalty.objects.get()
    press(lift, found["1A"], by=clerk, penalty=penalty.pk, reason="a mistake")
    seq = last_seq(found["1A"], "penalty.lift")
    # As long as nobody went on, it may be undone.
    press(undo, found["1A"], by=clerk, seq=seq)
    press(undo, found["1A"], by=clerk, seq=last_seq(found["1A"], "undo"))
    bag(found["1A"], clerk, {entries[anna]: 12_000, entries[bert]: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    penalty.refresh_from_db()
    assert (penalty.tournament_id, penalty.outcome) == (found["2"], "lifted")
    refused = refusal(undo, found["1A"], by=clerk, seq=seq)
    assert refused.code == "joined"
    penalty.refresh_from_db()
    assert penalty.outcome == "lifted"


def test_tables_of_a_closed_event_are_read_again_once_another_event_changes_them(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = club_event(make_event, "re_start")
    enter_guests(found["1"], clerk, people("Anna", "Bert", "Cleo"))
    seat_everybody(found["1"], [1])
    press(close_event, found["1"], by=clerk, although_unfinished=True)

    def tables() -> tuple[list[int], list[int]]:
        event = event_row(found["1"])
        played = [one.number for one in played_tables(event).values()]
        return played, [one.number for one in free_tables(event)]

    assert tables() == ([1], [1])
    # These entries are in the journal of the event that the players advance to.
    press(advance_players, found["2"], by=clerk)
    assert tables() == ([], [])
    press(undo, found["2"], by=clerk, seq=last_seq(found["2"], "stages.advance"))
    assert tables() == ([1], [1])
