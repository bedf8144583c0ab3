"""Players of several flights come into the second day, with the stacks that they bagged."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db.models import Sum

from clock.commands.clock import start
from clock.models import Clock
from desk.commands.registration import open_again
from notifications.boards.own import events_of
from notifications.services.texts import notice_text
from penalties.commands.penalties import impose
from penalties.models import Penalty
from procedures.commands.shot_clock import set_shot_clock, use_bank
from procedures.models import ShotClock
from procedures.services.shot_clock import banks_left
from seating.models import Seat
from stages.commands.advance import advance_players
from stages.commands.multi_stage_events import add_stage_event
from stages.models import AdvancedStack, StageEvent
from stages.services import publishing
from tests.fixtures.journalled import journal_tells_the_rows, rows_alone
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
    two_flights,
)
from tests.web.visitors import client_of
from tests.web.visitors import text_of as page_text
from tourney.access.roles import Actor
from tourney.journal.boards import text_of
from tourney.journal.undo import undo
from tourney.models import ChipMove, JournalEntry, Notice
from tourney.services.field_counts import field_of


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
        "teams": False,
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


def test_results_of_a_flight_note_a_stack_that_is_forfeited_because_another_one_counts(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found, (_anna, *_others) = two_flights(make_event, clerk)
    press(advance_players, found["2"], by=clerk)
    client, note = client_of(clerk), "stack forfeited: another one counts"
    for flight, chips in (("1A", "12,000"), ("1B", None)):
        event = found[flight]
        for path in (
            f"/results/{event}/",
            f"/staff/t/{event}/results/",
            f"/staff/t/{event}/results/print/?names=full",
        ):
            page = page_text(client.get(path))
            assert page.count(note) == (chips is not None), path
            # In the row of the player alone.
            row = next((one for one in page.split("<tr") if note in one), "")
            assert ("Anna" in row, chips is None or chips in row) == (chips is not None, True), path


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
