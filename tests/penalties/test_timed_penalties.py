"""Without hand counts, penalties are served by time played, once, and never while the clock is stopped."""

from typing import Any

import pytest

from clock.commands.clock import next_level, pause, previous_level, resume, start
from clock.commands.events import close_event
from desk.commands.registration import set_registration
from desk.services.admission import check
from desk.services.entry_request import EntryRequest
from penalties.commands.penalties import impose, lift, reckon
from penalties.commands.retention import keep_penalties
from penalties.models import Penalty
from penalties.periodic import forget_old_ones, serve_by_time, serve_in
from penalties.services.timed_penalties import due_in
from players.commands.anonymisation import anonymise_player
from players.models import Player
from procedures.commands.hand_for_hand import announce, end
from seating.commands import bust, finish_hand, halt_table
from seating.models import TournamentTable
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import CLOCKWORK, Actor
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db
# Estimated duration of a hand (`penalties.rules.served_estimate`).
HAND = 2.4


@pytest.fixture
def event(make_event: MakesEvents, wall: Wall, director: Actor) -> int:
    """Create a TDA event in play: 20 minutes, 20 minutes, a break of 10."""
    return make_event(book="tda")


@pytest.fixture
def at(event: int, director: Actor) -> Places:
    """Seat players at two tables."""
    found = seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6)})
    press(start, event, by=director)
    return found


def given(event: int, entry: int, kind: str = "hands", **more: Any) -> Penalty:
    done = press(impose, event, by=HOUSE, entry=entry, kind=kind, reason="Phone", **more)
    assert done.answer is not None
    return Penalty.objects.get(pk=done.answer["penalty"])


def left(row: Penalty) -> int | None:
    row.refresh_from_db()
    return None if row.ended_at else row.hands_left


def hand(event: int, number: int) -> None:
    hands = TournamentTable.objects.get(table__number=number).hands
    press(finish_hand, event, by=HOUSE, number=number, hand=hands + 1)


def test_hands_are_estimated_from_the_end_of_the_running_one_and_marked(
    event: int, at: Places, wall: Wall
) -> None:
    row = given(event, at[1, 3], count=2)
    wall.passes(minutes=2 * HAND - 0.1)
    serve_by_time()
    assert left(row) == 2
    wall.passes(minutes=0.2)
    serve_by_time()
    assert left(row) == 1
    wall.passes(minutes=HAND)
    serve_by_time()
    row.refresh_from_db()
    assert (row.outcome, row.served, row.estimated) == ("served", 2, 2)
    line = JournalEntry.journal(event).latest("seq")
    assert (line.kind, line.actor) == ("penalty.reckon", "system:clock")
    journal_tells_the_rows()


def test_job_delivered_twice_counts_once(event: int, at: Places, wall: Wall) -> None:
    row = given(event, at[1, 3], count=5)
    wall.passes(minutes=3 * HAND + 0.1)
    tournament = Tournament.objects.get(pk=event)
    (due,) = due_in(tournament)
    serve_by_time()
    assert left(row) == 3
    lines = JournalEntry.journal(event).count()
    for _again in range(3):
        serve_by_time()
        serve_in(tournament)
    # A command prepared before another one was applied.
    late = refusal(reckon, event, by=CLOCKWORK, penalty=row.pk, served=due.served)
    assert late.code == "counted_since"
    assert refusal(reckon, event, by=CLOCKWORK, penalty=row.pk, served=2).code == "not_due"
    assert (left(row), JournalEntry.journal(event).count()) == (3, lines)


def test_no_hands_are_estimated_while_the_clock_is_stopped_or_in_a_break(
    event: int, at: Places, wall: Wall, director: Actor
) -> None:
    row = given(event, at[1, 3], count=100)
    press(pause, event, by=director)
    wall.passes(minutes=60)
    serve_by_time()
    assert left(row) == 100
    press(resume, event, by=director)
    serve_by_time()
    assert left(row) == 100
    wall.passes(minutes=20)
    serve_by_time()
    assert left(row) == 100 - 7
    # To the end of the second level and into the break.
    wall.passes(minutes=21)
    serve_by_time()
    in_break = left(row)
    wall.passes(minutes=8)
    serve_by_time()
    assert left(row) == in_break


def test_clock_set_back_restarts_the_time_count(event: int, at: Places, wall: Wall, director: Actor) -> None:
    press(next_level, event, by=director)
    row = given(event, at[1, 3], count=50)
    press(previous_level, event, by=director)
    serve_by_time()
    assert left(row) == 50
    wall.passes(minutes=3 * HAND + 0.1)
    serve_by_time()
    assert left(row) == 48


def test_a_level_that_is_skipped_was_not_played(event: int, at: Places, wall: Wall, director: Actor) -> None:
    row = given(event, at[1, 3], count=50)
    press(next_level, event, by=director)
    wall.passes(minutes=3 * HAND + 0.1)
    serve_by_time()
    assert left(row) == 48


def test_reported_hands_count_until_the_table_stops_reporting(event: int, at: Places, wall: Wall) -> None:
    hand(event, 1)
    row = given(event, at[1, 3], count=9)
    wall.passes(minutes=4)
    serve_by_time()
    hand(event, 1)
    hand(event, 1)
    assert left(row) == 8
    wall.passes(minutes=9)
    serve_by_time()
    assert left(row) == 8
    wall.passes(minutes=1)
    serve_by_time()
    assert left(row) == 4
    # The table reports hands again: part of the current one was estimated already.
    hand(event, 1)
    assert left(row) == 4
    hand(event, 1)
    row.refresh_from_db()
    assert (row.hands_left, row.served, row.estimated) == (3, 6, 4)


def test_no_hands_are_estimated_at_a_halted_table_or_in_hand_for_hand(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    one, other = given(event, at[1, 3], count=9), given(event, at[2, 4], count=9)
    press(halt_table, event, by=floor, number=1, halted=True)
    wall.passes(minutes=HAND * 2 + 0.1)
    serve_by_time()
    assert (left(one), left(other)) == (9, 8)
    press(halt_table, event, by=floor, number=1, halted=False)
    press(announce, event, by=floor, way="running")
    wall.passes(minutes=15)
    serve_by_time()
    assert (left(one), left(other)) == (9, 8)


def test_hands_are_timed_at_once_after_floor_driven_hand_for_hand(
    event: int, at: Places, wall: Wall, floor: Actor
) -> None:
    press(announce, event, by=floor, way="running")
    for number in (1, 2):
        press(finish_hand, event, by=floor, number=number, hand=1)
    press(end, event, by=floor, hand=0)
    row = given(event, at[1, 3], count=9)
    wall.passes(minutes=HAND * 2 + 0.1)
    serve_by_time()
    assert left(row) == 8


def test_pokerstars_live_6_9_4_rest_of_sixteen_hands_continues_next_day(
    make_event: MakesEvents, wall: Wall, director: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    at = seated(event, {1: (1, 2, 3, 4, 5, 6, 7, 8)})
    press(start, event, by=director)
    row = given(event, at[1, 3], "orbits", count=2)
    assert row.hands_left == 16
    for _hand in range(6):
        hand(event, 1)
    assert left(row) == 11
    press(pause, event, by=director)
    wall.passes(minutes=14 * 60)
    serve_by_time()
    press(resume, event, by=director)
    serve_by_time()
    assert left(row) == 11
    for _hand in range(10):
        hand(event, 1)
    assert left(row) == 1
    hand(event, 1)
    assert left(row) is None


def test_minutes_are_minutes_of_play(event: int, at: Places, wall: Wall, director: Actor) -> None:
    row = given(event, at[1, 3], "time_out", count=10)
    wall.passes(minutes=9)
    serve_by_time()
    press(pause, event, by=director)
    wall.passes(minutes=9)
    press(resume, event, by=director)
    serve_by_time()
    row.refresh_from_db()
    assert row.ended_at is None
    wall.passes(minutes=1)
    serve_by_time()
    row.refresh_from_db()
    assert row.outcome == "served"


def test_unreported_orbits_take_one_hand_for_each_player(
    make_event: MakesEvents, wall: Wall, director: Actor
) -> None:
    event = make_event(book="five_spades")
    at = seated(event, {1: (1, 3, 5, 7)})
    press(start, event, by=director)
    row = given(event, at[1, 3], "orbits", count=2)
    wall.passes(minutes=5 * HAND + 0.1)
    serve_by_time()
    row.refresh_from_db()
    assert (row.rounds_left, row.served) == (1, 4)
    wall.passes(minutes=4 * HAND)
    serve_by_time()
    row.refresh_from_db()
    assert (row.outcome, row.served, row.estimated) == ("served", 8, 8)


# --- bans, and records ------------------------------------------------------------------------------------------------
def enters(event: int, player: Player) -> str:
    """Return the code that refuses an entry; "" if admitted."""
    try:
        tx = Tx(Tournament.objects.get(pk=event), HOUSE, player.created_at, None)
        check(EntryRequest(tx, player), id_seen=True)
    except Refused as refused:
        return refused.code
    return ""


def test_pokerstars_live_6_9_1_banned_player_cannot_re_enter(
    make_event: MakesEvents, director: Actor
) -> None:
    event, other = make_event(book="pokerstars_live"), make_event(book="pokerstars_live", name="Turbo")
    flight = make_event(book="pokerstars_live", name="Friday Deep 1b")
    for one in (event, flight):
        press(set_registration, one, by=HOUSE, flights="Friday Deep")
    at = seated(event, {1: (1, 3, 5, 7)})
    for seat, kind in ((1, "event_ban"), (3, "all_events_ban"), (5, "disqualification")):
        given(event, at[1, seat], kind)
    players = {seat: Entry.objects.get(pk=at[1, seat]).player for seat in (1, 3, 5)}
    assert [enters(event, players[seat]) for seat in (1, 3, 5)] == ["banned_from_event", "banned", ""]
    # A player banned from one flight is banned from the tournament.
    assert [enters(flight, players[seat]) for seat in (1, 3, 5)] == ["banned_from_event", "banned", ""]
    assert [enters(other, players[seat]) for seat in (1, 3, 5)] == ["", "banned", ""]


def test_ban_from_all_events_needs_its_permission(make_event: MakesEvents, desk: Actor) -> None:
    event = make_event(book="pokerstars_live")
    at = seated(event, {1: (1, 3)})
    no = refusal(impose, event, by=desk, entry=at[1, 1], kind="all_events_ban", reason="x")
    assert no.code == "not_allowed"
    assert Entry.objects.get(pk=at[1, 1]).in_play


def test_old_penalties_expire_by_room_setting(event: int, at: Places, wall: Wall, director: Actor) -> None:
    given(event, at[1, 3], "warning")
    given(event, at[1, 5], count=5)
    wall.passes(minutes=60 * 24 * 70)
    forget_old_ones()
    press(keep_penalties, by=director, months=2)
    forget_old_ones()
    # The event continues.
    assert Penalty.objects.count() == 2
    press(close_event, event, by=director)
    forget_old_ones()
    assert Penalty.objects.count() == 1
    wall.passes(minutes=60 * 24 * 70)
    forget_old_ones()
    forget_old_ones()
    assert Penalty.objects.count() == 0
    assert JournalEntry.journal(None).filter(kind="penalty.forget").count() == 2
    journal_tells_the_rows()


def test_penalty_of_an_anonymised_player_is_kept(event: int, at: Places, director: Actor) -> None:
    row = given(event, at[1, 3], "warning")
    press(bust, event, by=HOUSE, entry=at[1, 3])
    press(anonymise_player, by=director, player=row.entry.player_id)
    row.refresh_from_db()
    assert (row.reason, row.kind) == ("", "warning")
    journal_tells_the_rows()


def test_lifting_a_queued_penalty_leaves_the_current_one_unchanged(
    event: int, at: Places, wall: Wall
) -> None:
    served = given(event, at[1, 3], count=18)
    wall.passes(minutes=1)
    waiting = given(event, at[1, 3], count=2)
    for _hand in range(9):
        wall.passes(minutes=2)
        hand(event, 1)
    assert left(served) == 10
    press(lift, event, by=HOUSE, penalty=waiting.pk, reason="Twice noted")
    serve_by_time()
    assert left(served) == 10
    hand(event, 1)
    assert left(served) == 9
    journal_tells_the_rows()


def test_time_of_one_penalty_does_not_count_for_the_next(event: int, at: Places, wall: Wall) -> None:
    away = given(event, at[1, 3], "time_out", count=10)
    after = given(event, at[1, 3], count=5)
    wall.passes(minutes=10.1)
    serve_by_time()
    away.refresh_from_db()
    assert away.outcome == "served"
    serve_by_time()
    assert left(after) == 5
    wall.passes(minutes=HAND * 2 + 0.1)
    serve_by_time()
    found = left(after)
    assert found is not None
    assert 3 <= found < 5
