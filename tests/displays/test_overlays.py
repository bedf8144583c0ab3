"""Overlays for streaming software: what they show, and the delay, which applies to everything."""

import json
import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clock.commands.events import close_event, reopen_event
from displays.boards.feature_table import feature_table
from displays.boards.overlay import overlay_board
from displays.commands.feature_table import choose_feature_table
from displays.commands.overlays import change_overlay
from displays.models import FeatureTable, OverlayState
from displays.periodic import record_overlays
from displays.services import overlay_states
from displays.services.overlay_facts import Facts, facts_of
from players.commands.anonymisation import anonymise_player
from players.commands.players import change_player
from players.models import Player
from seating.commands import bust, count_stack, put_button
from seating.commands.calls import call_floor
from seating.models import Seat
from tests.displays.overlay_scenes import SEATED, event, overlay, places, shown
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.prizes.evenings import closed, evening, out
from tests.prizes.test_locking_prizes import dealt
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.journal.undo import undo
from tourney.models import Entry

__all__ = ["event", "places"]
pytestmark = pytest.mark.django_db


def test_feature_table_is_the_chosen_one_else_the_final_table(
    event: int, places: dict[tuple[int, int], int], floor: Actor, wall: Wall
) -> None:
    def number() -> int | None:
        board = feature_table(event)
        assert board is not None
        return board.number

    assert number() is None
    chosen = press(choose_feature_table, event, by=floor, number=7)
    assert number() == 7
    assert refusal(choose_feature_table, event, by=floor, number=6).code == "not_found"
    press(undo, event, by=floor, seq=chosen.seq)
    assert number() is None
    press(choose_feature_table, event, by=floor, number=5)
    press(choose_feature_table, event, by=floor, number=None)
    assert not FeatureTable.objects.exists()
    for seat in (1, 3, 5, 9):
        press(bust, event, by=floor, entry=places[7, seat])
        wall.passes(minutes=1)
    board = feature_table(event)
    assert board is not None
    assert (board.number, board.final, board.chosen, len(board.players)) == (5, True, None, 6)
    press(put_button, event, by=floor, number=5, button=3)
    press(count_stack, event, by=floor, entry=places[5, 2], chips=24_500)
    press(bust, event, by=floor, entry=places[5, 6])
    press(call_floor, event, by=floor, number=5, kind="all_in", seat=2)
    board = feature_table(event)
    assert board is not None
    assert (board.button, board.seats, board.all_in) == (3, 9, True)
    assert [(one.seat, one.stack, one.all_in) for one in board.players][1] == (2, 24_500, True)
    assert [one.seat for one in board.out] == [6]
    assert board.out[0].name
    press(choose_feature_table, event, by=floor, number=7)
    with CaptureQueriesContext(connection) as queries:
        board = feature_table(event)
    assert board is not None
    assert (board.number, board.chosen) == (7, 7)
    assert sum("displays_featuretable" in one["sql"] for one in queries.captured_queries) == 1
    journal_tells_the_rows()


def test_overlay_shows_table_clock_and_busts_by_public_names_only(
    event: int, places: dict[tuple[int, int], int], floor: Actor, director: Actor, wall: Wall
) -> None:
    overlay(event, director)
    press(choose_feature_table, event, by=floor, number=5)
    press(count_stack, event, by=floor, entry=places[5, 1], chips=12_345 - 345)
    person = Entry.objects.get(pk=places[5, 1]).player
    press(
        change_player,
        by=director,
        player=person.pk,
        name="Anna Maria Berger",
        privacy="short",
        nickname="Ace",
    )
    wall.passes(minutes=3)
    press(bust, event, by=floor, entry=places[7, 9])
    press(set_field, event, by=floor, entries=10, left=9)
    answer = shown()
    now = answer["shown"]
    assert (answer["state"], now["event"], now["left"]) == ("shown", "Main Event", 9)
    first = now["table"]["players"][0]
    assert (first["name"], first["stack"], first["counted"]) == ("Anna B.", 12_000, 180_000)
    big = now["clock"]["level"]["big_blind"]
    assert first["big_blinds"] == 120_000 // big
    assert now["clock"]["state"] == "running"
    assert now["busts"][0]["ago"] == 0
    text = json.dumps(answer)
    assert "Berger" not in text
    assert "Ace" not in text
    assert "entry" not in text


def test_overlay_says_which_prizes_a_deal_divided(
    director: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="munot")
    left = evening(event, floor, 8)
    closed(event)
    out(event, *left[:6])
    overlay(event, director)
    before = shown()["shown"]["prizes"]["rows"]
    assert not any(row["deal"] for row in before)
    dealt(event, floor, left[6:])
    after = shown()["shown"]["prizes"]["rows"]
    assert [(row["from"], row["to"]) for row in after if row["deal"]] == [(1, 2)]


def test_overlay_names_the_winner_once_one_player_is_left(
    places: dict[tuple[int, int], int], event: int, director: Actor, floor: Actor
) -> None:
    overlay(event, director)
    first, *others = places.values()
    for entry in others:
        assert shown()["shown"]["winner"] is None
        press(bust, event, by=floor, entry=entry)
    winner = shown()["shown"]["winner"]
    person = Entry.objects.get(pk=first).player
    assert winner
    assert winner.split()[0] == person.name.split()[0]


@pytest.mark.parametrize("seed", [1, 2])
def test_delay_lets_nothing_newer_through_and_is_only_seconds_longer(
    seed: int, event: int, places: dict[tuple[int, int], int], floor: Actor, director: Actor, wall: Wall
) -> None:
    delay = timedelta(minutes=10)
    overlay(event, director, delay=10)
    press(choose_feature_table, event, by=floor, number=5)
    press(set_field, event, by=floor, entries=10, left=10)
    chance, entries = random.Random(seed), list(places.values())
    # Players left from a time on.
    history = [(wall.now, 10)]
    began, seen = wall.now, set()
    while wall.now < began + timedelta(minutes=25):
        if len(entries) > 2 and chance.random() < 0.06:
            press(bust, event, by=floor, entry=entries.pop())
            press(set_field, event, by=floor, entries=10, left=len(entries))
            history.append((wall.now, len(entries)))
        record_overlays()
        answer = overlay_board(event, 10)
        past = [left for at, left in history if at <= wall.now - delay]
        settled = [left for at, left in history if at <= wall.now - delay - timedelta(seconds=14)]
        if answer.shown is None:
            assert not settled
        else:
            # Only ever fewer are left: a smaller number would be a newer one.
            assert past, "shown before anything is as old as the delay"
            assert past[-1] <= answer.shown.left <= (settled or [10])[-1]
            assert answer.shown.at == round((wall.now - delay).timestamp() * 1000)
            assert len(answer.shown.busts) == min(5, 10 - answer.shown.left)
            assert all(one.ago >= 0 for one in answer.shown.busts)
            seen.add(answer.shown.left)
        wall.passes(seconds=chance.randint(1, 9))
    assert len(seen) > 2


def test_new_or_longer_delay_says_starting_and_shows_nothing_live(
    event: int, floor: Actor, director: Actor, wall: Wall
) -> None:
    key = overlay(event, director)
    assert shown()["state"] == "shown"
    change = {"overlay": key, "name": "Stream", "tournament": event}
    press(change_overlay, by=director, delay=10, **change)
    assert shown() == {"state": "starting", "delay": 10, "starts_in": None, "shown": None}
    record_overlays()
    assert shown()["starts_in"] == 600_000
    wall.passes(minutes=9, seconds=59)
    record_overlays()
    assert shown()["shown"] is None
    wall.passes(seconds=1)
    remaining = shown()["shown"]["clock"]["remaining"]
    # The clock is late as well: it shows the first second of the level.
    assert remaining == 20 * 60_000
    press(change_overlay, by=director, delay=60, **change)
    assert shown()["state"] == "starting"
    press(change_overlay, by=director, delay=0, **change)
    record_overlays()
    assert not OverlayState.objects.exists()
    assert refusal(change_overlay, by=director, delay=61, **change).code == "bad_argument"


def test_delayed_players_keep_their_names_but_never_against_their_wish(
    event: int, places: dict[tuple[int, int], int], floor: Actor, director: Actor, wall: Wall
) -> None:
    overlay(event, director, delay=10)
    press(choose_feature_table, event, by=floor, number=5)
    people = {seat: Entry.objects.get(pk=places[5, seat]).player_id for seat in SEATED[5]}
    for seat, name in ((1, "Ada Alt"), (2, "Bo Berg"), (3, "Cy Clas")):
        press(change_player, by=director, player=people[seat], name=name, privacy="full")
    record_overlays()
    # Since then: an entry undone, a wish for privacy, personal data deleted, a record merged.
    Seat.objects.filter(entry=places[5, 1]).delete()
    Entry.objects.filter(pk=places[5, 1]).delete()
    press(change_player, by=director, player=people[2], name="Bo Berg", privacy="nickname", nickname="Ace")
    press(bust, event, by=floor, entry=places[5, 3])
    press(anonymise_player, by=director, player=people[3])
    kept = Player.objects.create(name="Di Dorn", privacy="full", created_at=wall.now)
    Player.objects.filter(pk=people[4]).update(merged_into=kept)
    Entry.objects.filter(pk=places[5, 4]).update(player=kept)
    wall.passes(minutes=10)
    names = {one["seat"]: one["name"] for one in shown()["shown"]["table"]["players"]}
    assert (names[1], names[2]) == ("Ada A.", "Ace")
    assert "Clas" not in names[3]
    assert names[4] == "Di D."


def test_event_that_fails_does_not_stop_the_records_of_others(
    event: int, make_event: MakesEvents, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_event(name="Side Event")
    overlay(event, director, delay=10)
    overlay(other, director, delay=10, secret="another-secret")
    read = overlay_states.facts_of

    def facts(key: int) -> tuple[int, Facts]:
        if key == min(event, other):
            raise ValueError(key)
        return read(key)

    monkeypatch.setattr(overlay_states, "facts_of", facts)
    record_overlays()
    assert set(OverlayState.objects.values_list("tournament", flat=True)) == {max(event, other)}


def test_closed_event_is_recorded_once_more_and_keeps_that_state(
    event: int, director: Actor, wall: Wall
) -> None:
    overlay(event, director, delay=10)
    record_overlays()
    wall.passes(minutes=2)
    press(close_event, event, by=director, although_unfinished=True)
    for _minute in range(80):
        record_overlays()
        wall.passes(minutes=1)
    assert OverlayState.objects.filter(tournament=event).count() == 1
    assert shown()["shown"]["closed"]
    press(reopen_event, event, by=director)
    record_overlays()
    wall.passes(minutes=10)
    assert not shown()["shown"]["closed"]


def test_states_kept_of_an_event_are_bounded_and_reach_back_an_hour(
    event: int, floor: Actor, director: Actor, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay(event, director, delay=60)
    seq, (_seq, facts) = [0], facts_of(event)
    monkeypatch.setattr(overlay_states, "facts_of", lambda _event: (seq[0], facts))
    # A change every second for an hour and a half, and a restart of everything between: the rows are all there is.
    for second in range(90 * 60):
        seq[0] = second
        if second % 5 == 0:
            record_overlays()
        wall.passes(seconds=1)
    rows = OverlayState.objects.filter(tournament=event)
    assert 700 <= rows.count() <= 722
    assert shown()["state"] == "shown"
