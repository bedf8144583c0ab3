"""A sale is decided from one loaded request that reads each row it needs once."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from desk.commands.bookings import check_in
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking
from desk.services.check_context import preview
from desk.services.entry_request import EntryRequest
from desk.services.waiting_list_turn import check_can_register_now
from players.models import Player
from tests.desk.lists import leaves, plays, reserves, starts, state, waits
from tests.desk.tills import drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament

pytestmark = pytest.mark.django_db
Case = Callable[[int, Actor, Actor], int]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event by Munot's rulebook with registration open and room for two players."""
    made = make_event(book="munot")
    sold(made, capacity=2, late_ends="row", late_row=1)
    return made


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """Return a clerk with an open drawer."""
    drawer(desk)
    return desk


def new_player(event: int, clerk: Actor, director: Actor) -> int:
    starts(event, director)
    return player("Nora New")


def busted_player(event: int, clerk: Actor, director: Actor) -> int:
    who = player("Rea Entry")
    enter(event, clerk, who)
    starts(event, director)
    leaves(Entry.objects.get(tournament=event, player=who))
    return who


def called_player(event: int, clerk: Actor, director: Actor) -> int:
    who = first_in_line(event, clerk, director)
    assert process_waiting_list_if_due(event)
    assert state(Booking.objects.get(player=who)) == "called"
    return who


def first_in_line(event: int, clerk: Actor, director: Actor) -> int:
    """Return the first player on the waiting list, not yet called, with another player behind."""
    plays(event, "One")
    gone = plays(event, "Two")
    starts(event, director)
    who = player("Will Wait")
    waits(event, clerk, who)
    waits(event, clerk, "Behind Him")
    leaves(gone)
    return who


def player_with_booking(event: int, clerk: Actor, director: Actor) -> int:
    who = player("Bo Booked")
    press(check_in, event, by=clerk, booking=reserves(event, clerk, who).pk)
    starts(event, director)
    return who


def reads(queries: CaptureQueriesContext) -> Counter[str]:
    """Count the queries of the rows that decide an entry."""
    found: Counter[str] = Counter()
    for sql in (query["sql"] for query in queries.captured_queries if query["sql"].startswith("SELECT")):
        if 'FROM "desk_registration"' in sql:
            found["registration"] += 1
        elif 'FROM "desk_desksettings"' in sql:
            found["settings"] += 1
        elif 'FROM "clock_clock"' in sql:
            found["clock"] += 1
        elif 'FROM "desk_booking"' in sql:
            joined, counted = "JOIN" in sql, "COUNT(" in sql
            found["waiting list" if joined else "places" if counted else "booking"] += 1
    return found


CASES = (new_player, busted_player, called_player, first_in_line, player_with_booking)


@pytest.mark.parametrize("case", CASES, ids=[case.__name__ for case in CASES])
def test_sale_reads_registration_booking_and_waiting_list_once(
    case: Case, event: int, clerk: Actor, director: Actor
) -> None:
    who = case(event, clerk, director)
    with CaptureQueriesContext(connection) as queries:
        enter(event, clerk, who)
    wanted = {"registration": 1, "settings": 1, "clock": 1, "booking": 1}
    if case is not called_player and case is not player_with_booking:
        wanted["places"] = 1
    if case is first_in_line:
        wanted["waiting list"] = 1
    assert reads(queries) == wanted


def test_entry_request_caches_its_reads(event: int, clerk: Actor, director: Actor) -> None:
    who = Player.objects.get(pk=first_in_line(event, clerk, director))
    request = EntryRequest(preview(Tournament.objects.get(pk=event), clerk), who)
    check_can_register_now(request)
    with CaptureQueriesContext(connection) as queries:
        check_can_register_now(request)
    assert not reads(queries)


def test_new_entry_request_reads_current_data(event: int, clerk: Actor, director: Actor) -> None:
    first_in_line(event, clerk, director)
    other = Player.objects.get(pk=player("Late Comer"))
    seen = preview(Tournament.objects.get(pk=event), clerk)
    with pytest.raises(Refused) as refused:
        check_can_register_now(EntryRequest(seen, other))
    assert refused.value.code == "wait_your_turn"
    Booking.objects.update(state="cancelled")
    check_can_register_now(EntryRequest(seen, other))
