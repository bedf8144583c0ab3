"""Players of several flights come into the second day, with the stacks that they bagged."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Sum

from clock.commands.clock import pause, resume, start
from clock.models import Clock
from desk.commands.registration import open_again
from notifications.boards.own import events_of
from notifications.services.texts import notice_text
from penalties.commands.penalties import impose
from penalties.models import Penalty
from prizes.services.places import winners_of
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.commands.shot_clock import set_shot_clock, use_bank
from procedures.commands.stack_counts import count_table, open_count
from procedures.models import ShotClock
from procedures.services.shot_clock import banks_left
from seating.commands import assign_table, bust, count_stack, draw_seats
from seating.models import Seat, TournamentTable
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from stages.commands.multi_stage_events import add_stage_event
from stages.models import AdvancedStack, Join, MultiStageEvent, StageEvent
from stages.services import publishing
from tests.desk.tills import drawer
from tests.fixtures.journalled import all_rows, journal_tells_the_rows, rows_alone
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import (
    bag,
    bagged_flight,
    enter_all,
    entry_of,
    event_row,
    events,
    flights,
    people,
    seat_everybody,
    stacks_in,
)
from tests.web.visitors import client_of
from tests.web.visitors import text_of as web_text
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import ChipMove, Entry, JournalEntry, Notice
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz")


@pytest.fixture
def clerk(director: Actor) -> Actor:
    """Open the director's drawer."""
    drawer(director)
    return director


def two_flights(make_event: MakesEvents, clerk: Actor, **more: Any) -> tuple[dict[str, int], list[int]]:
    """Play and bag two flights: Anna bags in both, Bert and Dora bust.

    Returns:
        The events by label, and the players.
    """
    found = flights(make_event, **more)
    anna, bert, cleo, dora, emil, fritz = people(*NAMES)
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 0, cleo: 18_000})
    bagged_flight(found["1B"], clerk, [2], {anna: 15_000, dora: 0, emil: 20_000, fritz: 5_000})
    return found, [anna, bert, cleo, dora, emil, fritz]


def test_the_best_stack_of_each_player_comes_into_day_2_and_seats_are_drawn_with_it(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, (anna, _bert, cleo, _dora, emil, fritz) = two_flights(make_event, clerk)
    done = press(advance_players, found["2"], by=clerk)
    assert done.answer == {
        "players": 4,
        "chips": 58_000,
        "forfeited": 12_000,
        "left": 0,
        "labels": ["1A", "1B"],
        "seated": 0,
    }
    assert field_of(event_row(found["2"])).chips == 58_000
    seat_everybody(found["2"], [3])
    assert stacks_in(found["2"]) == {anna: 15_000, cleo: 18_000, emil: 20_000, fritz: 5_000}
    notice = Notice.objects.filter(player=anna, kind="seated").last()
    assert notice is not None
    said = notice_text(notice.kind, notice.values)
    assert said.startswith("You are in Main Event Day 2 with 15,000 chips: table 3, seat ")
    forfeited = AdvancedStack.objects.get(carried=False)
    assert (forfeited.source, forfeited.chips) == (entry_of(found["1A"], anna), 12_000)
    assert "Advanced 4 players from 1A, 1B to this event: 58,000 chips" in [
        text_of(line) for line in JournalEntry.journal(found["2"])
    ]
    journal_tells_the_rows()


@pytest.mark.parametrize(
    ("preset", "stack", "chips"), [("flights_sum", 27_000, 70_000), ("flights_one", 12_000, 55_000)]
)
def test_stacks_are_added_up_or_chosen_if_the_mode_says_so(
    make_event: MakesEvents, clerk: Actor, preset: str, stack: int, chips: int
) -> None:
    found, (anna, *_others) = two_flights(make_event, clerk, preset=preset)
    if preset == "flights_one":
        refused = refusal(advance_players, found["2"], by=clerk)
        assert (refused.code, "Anna" in refused.message) == ("choose_stack", True)
    chosen = [entry_of(found["1A"], anna).pk] if preset == "flights_one" else []
    press(advance_players, found["2"], by=clerk, chosen=chosen)
    moves = ChipMove.objects.filter(tournament=found["2"])
    assert moves.get(entry__player=anna).chips == stack
    assert moves.aggregate(Sum("chips"))["chips__sum"] == chips


def test_flights_are_closed_and_their_tables_are_free_for_day_2(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, _players = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    assert event_row(found["1A"]).closed_at is not None
    assert not TournamentTable.objects.filter(released_at__isnull=True).exists()


def test_a_bagged_flight_is_ended_so_that_the_next_one_has_its_tables(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert, cleo = people("Anna", "Bert", "Cleo")
    assert refusal(end_event, found["2"], by=clerk).code == "no_later_stage"
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(end_event, found["1A"], by=clerk)
    press(assign_table, found["1B"], by=clerk, number=1)
    entries = enter_all(found["1B"], clerk, [anna, cleo])
    press(draw_seats, found["1B"], by=clerk)
    assert refusal(end_event, found["1B"], by=clerk).code == "not_bagged"
    bag(found["1B"], clerk, {entries[anna]: 15_000, entries[cleo]: 5_000})
    press(advance_players, found["2"], by=clerk)
    moves = ChipMove.objects.filter(tournament=found["2"])
    assert dict(moves.values_list("entry__player", "chips")) == {anna: 15_000, bert: 8_000, cleo: 5_000}


def test_a_flight_without_players_is_ended_so_that_day_2_can_be_won(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    seat_everybody(found["2"], [3])
    press(bust, found["2"], by=clerk, entry=entry_of(found["2"], bert).pk)
    page = f"/staff/t/{found['2']}/results/"
    waits = "“Main Event 1B” can still bring players."
    assert winners_of(event_row(found["2"])) == ()
    assert waits in web_text(client_of(clerk).get(page))
    done = press(end_event, found["1B"], by=clerk)
    assert done.answer == {"players": 0, "chips": 0}
    assert winners_of(event_row(found["2"])) == (entry_of(found["2"], anna).pk,)
    assert waits not in web_text(client_of(clerk).get(page))
    assert refusal(open_again, found["1B"], by=clerk)
    press(undo, found["1B"], by=clerk, seq=done.seq)
    assert winners_of(event_row(found["2"])) == ()


def test_bags_of_a_closed_day_are_joined(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    anna, bert = people("Anna", "Bert")
    entries = enter_all(found["1A"], clerk, [anna, bert])
    seat_everybody(found["1A"], [1])
    press(open_count, found["1A"], by=clerk, occasion="day_end")
    chips = {entries[anna]: 12_000, entries[bert]: 8_000}
    seats = Seat.objects.filter(tournament_table__tournament=found["1A"])
    stacks = [{"seat": seat.number, "chips": chips[seat.entry_id or 0]} for seat in seats]
    press(count_table, found["1A"], by=clerk, number=1, stacks=stacks)
    press(seal_table, found["1A"], by=clerk, number=1)
    assert refused(found["2"], clerk, sources=[found["1A"]]) == "not_bagged"
    press(hand_in, found["1A"], by=clerk, number=1)
    press(close_day, found["1A"], by=clerk)
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    moves = ChipMove.objects.filter(tournament=found["2"])
    assert dict(moves.values_list("entry__player", "chips")) == {anna: 12_000, bert: 8_000}


def test_phones_show_day_2_before_the_flight_that_is_over(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event)
    stage = StageEvent.objects.get(label="1B").stage_id
    press(add_stage_event, by=clerk, stage=stage, label="1C")
    later = events()["1C"]
    anna, bert = people("Anna", "Bert")
    bagged_flight(later, clerk, [1], {anna: 12_000, bert: 8_000})
    press(advance_players, found["2"], by=clerk, sources=[later])
    assert events_of(0, [anna])[anna].events == [found["2"], later]


def test_two_groups_of_day_2_meet_again_on_day_3(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, days=3)
    press(add_stage_event, by=clerk, stage=StageEvent.objects.get(label="2").stage_id, label="2B")
    second = events()["2B"]
    anna, bert, cleo, dora = people("Anna", "Bert", "Cleo", "Dora")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    bagged_flight(found["1B"], clerk, [2], {cleo: 15_000, dora: 5_000})
    for event, source, table, stacks in (
        (found["2"], found["1A"], 3, {anna: 13_000, bert: 7_000}),
        (second, found["1B"], 4, {cleo: 11_000, dora: 9_000}),
    ):
        press(advance_players, event, by=clerk, sources=[source])
        seat_everybody(event, [table])
        bag(event, clerk, {entry_of(event, who).pk: chips for who, chips in stacks.items()})
    press(advance_players, found["3"], by=clerk)
    seat_everybody(found["3"], [5])
    assert stacks_in(found["3"]) == {anna: 13_000, bert: 7_000, cleo: 11_000, dora: 9_000}
    assert field_of(event_row(found["3"])).chips == 40_000


def test_a_late_entry_into_day_2_is_sold_if_the_director_reopens_its_registration(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, (_anna, bert, *_others) = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    press(open_again, found["2"], by=clerk)
    enter_all(found["2"], clerk, [bert])
    assert field_of(event_row(found["2"])).chips == 58_000 + 10_000


def test_an_advance_is_undone_as_a_whole_and_screens_of_the_flights_hear_of_it(
    make_event: MakesEvents,
    clerk: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]],
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(publishing, "publish", lambda topic, _seq, _boards: shown.append(topic))
    found, _players = two_flights(make_event, clerk)
    flights_shown = [f"t{found['1A']}", f"t{found['1B']}"]
    before = rows_alone()
    with django_capture_on_commit_callbacks(execute=True):
        done = press(advance_players, found["2"], by=clerk)
    assert sorted(shown) == flights_shown
    with django_capture_on_commit_callbacks(execute=True):
        press(undo, found["2"], by=clerk, seq=done.seq)
    assert sorted(shown) == sorted(2 * flights_shown)
    assert rows_alone() == before
    journal_tells_the_rows()


def test_the_clock_of_day_2_begins_with_the_level_after_the_last_one_played(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, _players = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    assert Clock.objects.get(tournament=found["2"]).position == 1
    press(start, found["2"], by=clerk)
    assert Clock.objects.get(tournament=found["2"]).position == 1


def test_penalties_warnings_and_time_banks_come_along(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, book="pokerstars_live")
    anna, bert = people("Anna", "Bert")
    entries = enter_all(found["1A"], clerk, [anna, bert])
    for event in (found["1A"], found["2"]):
        press(set_shot_clock, event, by=clerk, seconds=30, bank_seconds=30, banks=5)
    seat_everybody(found["1A"], [1])
    press(impose, found["1A"], by=clerk, entry=entries[anna], kind="hands", count=8, reason="Late")
    press(impose, found["1A"], by=clerk, entry=entries[anna], kind="warning", reason="Phone")
    seat = Seat.objects.get(entry=entries[anna])
    press(use_bank, found["1A"], by=clerk, number=1, seat=seat.number)
    press(use_bank, found["1A"], by=clerk, number=1, seat=seat.number)
    bag(found["1A"], clerk, {entries[anna]: 8_000, entries[bert]: 12_000})
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    entry = entry_of(found["2"], anna)
    rows = Penalty.objects.filter(entry=entry, tournament=found["2"])
    assert sorted((row.kind, row.hands_left) for row in rows) == [("hands", 8), ("warning", None)]
    clock = ShotClock.objects.get(tournament=found["2"])
    assert banks_left(clock, [entry.pk, entry_of(found["2"], bert).pk]) == {
        entry.pk: 3,
        entry_of(found["2"], bert).pk: 5,
    }
    line = JournalEntry.journal(found["2"]).last()
    assert line is not None
    assert line.rule == "PokerStars Live 6.9.4"


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
    assert "because they play in this stage already: Anna" in page
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
