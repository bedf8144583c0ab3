"""Players who advance from one event keep their tables and seats, where the stage says so."""

import pytest
from django.test import Client

from clock.commands.clock import start
from seating.commands import add_tables, assign_table, draw_seats
from seating.models import Seat, TournamentTable
from stages.boards.stages import advance_preview
from stages.commands.advance import advance_players
from stages.commands.event_end import end_event
from stages.commands.kept_seats import set_stage_seats
from stages.models import Stage, StageEvent
from stages.services.rules import stage_event_of
from tests.fixtures.room import MakesEvents, press, refusal
from tests.stages.stage_scenes import bagged_flight, club_event, event_row, flights, people, stacks_in
from tests.web.test_stages_page import sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo, undo_in_room
from tourney.models import JournalEntry, Notice

pytestmark = pytest.mark.django_db


def stage(number: int) -> int:
    """Return the stage of a day."""
    return Stage.objects.get(number=number).pk


def chairs(event: int) -> dict[int, tuple[int, int]]:
    """Return table and seat of each player."""
    rows = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    found = rows.values_list("entry__player", "tournament_table__table__number", "number")
    return {player: (table, number) for player, table, number in found}


def test_players_keep_their_seats_with_their_stacks_on_day_2(make_event: MakesEvents, clerk: Actor) -> None:
    found = flights(make_event, ())
    press(set_stage_seats, by=clerk, stage=stage(2), seats="kept")
    anna, bert, cleo, dana = people("Anna", "Bert", "Cleo", "Dana")
    bagged_flight(found["1A"], clerk, [1, 2], {anna: 22_000, bert: 10_000, cleo: 8_000, dana: 0})
    before = chairs(found["1A"])
    table = before[anna][0]
    TournamentTable.objects.filter(tournament=found["1A"], table__number=table).update(
        button=1, small_blind=2, big_blind=3, button_at=event_row(found["1A"]).created_at
    )
    assert (press(advance_players, found["2"], by=clerk).answer or {})["seated"] == 3
    assert chairs(found["2"]) == before
    assert stacks_in(found["2"]) == {anna: 22_000, bert: 10_000, cleo: 8_000}
    kept = TournamentTable.objects.get(tournament=found["2"], table__number=table)
    assert (kept.state, kept.button, kept.big_blind) == ("open", 1, 3)
    assert not TournamentTable.objects.filter(tournament=found["1A"], released_at=None).exists()
    assert refusal(draw_seats, found["2"], by=clerk).code == "no_entries"
    press(start, found["2"], by=clerk)
    assert refusal(set_stage_seats, by=clerk, stage=stage(2), seats="redraw").code == "stages_running"


def test_undo_of_the_advance_puts_players_back_at_the_tables_of_the_day_before(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, (), book="pokerstars_live")
    press(set_stage_seats, by=clerk, stage=stage(2), seats="kept")
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    before = chairs(found["1A"])
    press(advance_players, found["2"], by=clerk)
    # The book draws the button again for a new day (PokerStars Live 3.1).
    assert TournamentTable.objects.get(tournament=found["2"]).button is not None
    press(undo, found["2"], by=clerk, seq=JournalEntry.journal(found["2"]).latest("seq").seq)
    assert (chairs(found["2"]), chairs(found["1A"])) == ({}, before)
    assert TournamentTable.objects.get(released_at=None).tournament_id == found["1A"]
    press(advance_players, found["2"], by=clerk)
    assert chairs(found["2"]) == before


def test_seats_of_several_events_and_of_other_formats_cannot_be_kept(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event)
    refused = refusal(set_stage_seats, by=clerk, stage=stage(2), seats="kept")
    assert refused.code == "several_sources"
    assert "Redraw all seats" in refused.message
    assert refusal(set_stage_seats, by=clerk, stage=stage(1), seats="kept").code == "no_flights"
    # Players of 1A advanced alone; those of 1B need free seats.
    other = StageEvent.objects.get(label="1B")
    anna, bert, cleo, dana = people("Anna", "Bert", "Cleo", "Dana")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    bagged_flight(found["1B"], clerk, [2], {cleo: 15_000, dana: 5_000})
    row = Stage.objects.get(number=2)
    row.rule = {**row.rule, "seats": "kept"}
    row.save()
    target = stage_event_of(event_row(found["2"]))
    assert target is not None
    assert advance_preview(target).code == "several_sources"
    assert refusal(advance_players, found["2"], by=clerk).code == "several_sources"
    press(advance_players, found["2"], by=clerk, sources=[found["1A"]])
    assert (
        refusal(advance_players, found["2"], by=clerk, sources=[other.tournament_id]).code
        == "several_sources"
    )
    press(set_stage_seats, by=clerk, stage=row.pk, seats="redraw")
    press(advance_players, found["2"], by=clerk, sources=[other.tournament_id])
    assert set(chairs(found["2"])) == {anna, bert}


@pytest.mark.parametrize(
    ("preset", "code"),
    [
        ("re_start", "no_stacks"),
        ("landesliga", "no_stacks"),
        ("multi_round_2", "no_stacks"),
        ("shootout", "no_stacks"),
        # Stacks are carried, but opponents are new in every round (Five Spades 4.15).
        ("play_the_clock", "no_flights"),
    ],
)
def test_seats_are_kept_only_where_players_bring_their_stacks(
    make_event: MakesEvents, clerk: Actor, preset: str, code: str
) -> None:
    club_event(make_event, preset)
    refused = refusal(set_stage_seats, by=clerk, stage=stage(2), seats="kept")
    assert (refused.code, refused.rule.startswith("Five Spades")) == (code, preset != "shootout")


def test_seats_are_not_kept_at_other_tables_or_at_tables_of_another_event(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, ())
    press(set_stage_seats, by=clerk, stage=stage(2), seats="kept")
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    press(add_tables, by=FIRST_START, first=7, last=7, seats=9)
    press(assign_table, found["2"], by=clerk, number=7)
    refused = refusal(advance_players, found["2"], by=clerk)
    assert (refused.code, "other tables: 7" in refused.message) == ("other_tables", True)
    TournamentTable.objects.filter(tournament=found["2"]).delete()
    press(end_event, found["1A"], by=clerk)
    elsewhere = make_event(name="Evening", book="munot")
    press(assign_table, elsewhere, by=clerk, number=1)
    refused = refusal(advance_players, found["2"], by=clerk)
    assert (refused.code, "Table 1 is assigned to “Evening”" in refused.message) == ("table_assigned", True)
    # The floor draws seats instead, until the day begins; its undo keeps them again.
    press(set_stage_seats, by=clerk, stage=stage(2), seats="redraw")
    seq = JournalEntry.journal(None).filter(kind="stages.set_seats").latest("seq").seq
    press(undo_in_room, by=clerk, seq=seq)
    assert Stage.objects.get(number=2).rule["seats"] == "kept"
    press(set_stage_seats, by=clerk, stage=stage(2), seats="redraw")
    press(advance_players, found["2"], by=clerk)
    assert chairs(found["2"]) == {}


def test_the_floor_chooses_kept_seats_on_the_page_and_players_hear_of_them(
    make_event: MakesEvents, clerk: Actor, floor: Actor
) -> None:
    found = flights(make_event, ())
    client: Client = client_of(floor)
    status, page = sent(client, found["2"], "seats", stage=stage(2), seats="kept")
    assert (status, '<option value="kept" selected>' in page) == (200, True)
    anna, bert = people("Anna", "Bert")
    bagged_flight(found["1A"], clerk, [1], {anna: 12_000, bert: 8_000})
    page = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    assert "All players keep their tables and seats." in page
    press(advance_players, found["2"], by=clerk)
    page = text_of(client.get(f"/staff/t/{found['2']}/stages/"))
    assert "They keep their seats." in page
    told = Notice.objects.filter(player=anna, kind="seated").latest("pk")
    assert (told.values["stack"], told.values["carried"]) == (12_000, True)
