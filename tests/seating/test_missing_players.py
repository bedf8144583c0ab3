"""Eliminations at a table: reoccupied seats do not count (Issue 15, A 5)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating import periodic
from seating.commands import bust, give_seat
from seating.models import Proposal
from seating.rules.table_halt import missing_by_elimination
from seating.services.played_tables import played_tables
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wall import Wall
from tests.seating.people import HOUSE, register_entries
from tests.seating.seating_scenes import Places, seated
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Tournament

pytestmark = pytest.mark.django_db
FULL = tuple(range(1, 10))


@pytest.fixture(params=["tda", "wsop"], ids=["TDA 11D", "WSOP 67"])
def event(make_event: MakesEvents, request: pytest.FixtureRequest) -> int:
    """Create an event whose rulebook halts tables that are short by elimination."""
    return make_event(book=request.param)


@pytest.fixture
def at(event: int, wall: Wall) -> Places:
    """Set up a full table, one with six of nine seats sold, and another full one."""
    return seated(event, {1: FULL, 2: (1, 2, 3, 4, 5, 6), 3: FULL})


def missing(event: int, number: int) -> int:
    tables = played_tables(Tournament.objects.get(pk=event)).values()
    return next(table.busted for table in tables if table.number == number)


def halts(event: int) -> list[int]:
    periodic.review_floors()
    rows = Proposal.objects.filter(tournament=event, kind="halt", state="open")
    return [row.detail["table"] for row in rows]


def comes(event: int, table: int, seat: int) -> int:
    """Register a late entry in a seat of the floor's choice."""
    (entry,) = register_entries(event, 1)
    press(give_seat, event, by=HOUSE, entry=entry, table=table, seat=seat)
    return entry


def test_seats_retaken_by_late_entries_halt_no_table(
    event: int, at: Places, floor: Actor, wall: Wall
) -> None:
    for seat in (1, 2, 3):
        wall.passes(minutes=1)
        press(bust, event, by=floor, entry=at[2, seat])
    assert missing(event, 2) == 3
    for seat in (1, 7, 8):
        wall.passes(minutes=1)
        comes(event, 2, seat)
    # The table is at its highest number of players, and seats 2 and 3 are empty.
    assert missing(event, 2) == 0
    assert halts(event) == []
    wall.passes(minutes=1)
    press(bust, event, by=floor, entry=at[2, 4])
    assert missing(event, 2) == 1


def test_a_table_that_busts_emptied_stops(event: int, at: Places, floor: Actor, wall: Wall) -> None:
    for seat in (1, 2, 3):
        wall.passes(minutes=1)
        press(bust, event, by=floor, entry=at[2, seat])
    assert halts(event) == [2]


def test_late_player_who_busts_takes_one_place(event: int, at: Places, floor: Actor, wall: Wall) -> None:
    wall.passes(minutes=1)
    press(bust, event, by=floor, entry=at[2, 1])
    wall.passes(minutes=1)
    late = comes(event, 2, 9)
    wall.passes(minutes=1)
    line = press(bust, event, by=floor, entry=late)
    assert missing(event, 2) == 1
    press(undo, event, by=floor, seq=line.seq)
    assert missing(event, 2) == 0


def test_another_seat_at_the_table_is_no_arrival(event: int, at: Places, floor: Actor, wall: Wall) -> None:
    for seat in (1, 2):
        wall.passes(minutes=1)
        press(bust, event, by=floor, entry=at[2, seat])
    wall.passes(minutes=1)
    press(give_seat, event, by=floor, entry=at[2, 4], table=2, seat=1)
    assert missing(event, 2) == 2
    press(give_seat, event, by=floor, entry=at[1, 4], table=2, seat=2)
    assert missing(event, 2) == 1


def test_place_of_a_player_who_moves_away_is_not_empty_by_elimination(
    event: int, at: Places, floor: Actor, wall: Wall
) -> None:
    for seat in (1, 2, 3):
        wall.passes(minutes=1)
        press(bust, event, by=floor, entry=at[2, seat])
    for number in (1, 3):
        press(bust, event, by=floor, entry=at[number, 9])
    wall.passes(minutes=1)
    late = comes(event, 2, 1)
    press(give_seat, event, by=floor, entry=at[1, 4], table=2, seat=2)
    assert missing(event, 2) == 1
    wall.passes(minutes=1)
    press(give_seat, event, by=floor, entry=late, table=1, seat=4)
    line = press(give_seat, event, by=floor, entry=at[1, 4], table=3, seat=9)
    assert missing(event, 2) == 1
    assert halts(event) == []
    press(undo, event, by=floor, seq=line.seq)
    assert missing(event, 2) == 1
    # One who was there before the busts, and moves away, fills none of their places.
    press(give_seat, event, by=floor, entry=at[2, 6], table=1, seat=9)
    assert missing(event, 2) == 1
    # Coming back fills a place again.
    press(give_seat, event, by=floor, entry=at[2, 6], table=2, seat=9)
    assert missing(event, 2) == 0


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
times = st.integers(0, 50).map(lambda minutes: NOON + timedelta(minutes=minutes))


@given(st.lists(times, max_size=9), st.lists(times, max_size=9))
def test_missing_players_lie_between_unreplaced_and_all_busts(
    busts: list[datetime], arrivals: list[datetime]
) -> None:
    found = missing_by_elimination(busts, arrivals)
    assert max(0, len(busts) - len(arrivals)) <= found <= len(busts)
    later = NOON + timedelta(hours=2)
    assert missing_by_elimination([*busts, later], arrivals) == found + 1
    assert missing_by_elimination(busts, [*arrivals, later]) == max(0, found - 1)
    assert missing_by_elimination(busts, []) == len(busts)
