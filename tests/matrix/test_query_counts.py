"""The number of a page's queries does not grow with the field, the tables or the journal: each page at two sizes."""

import itertools
from datetime import date, timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clock.commands.clock import start
from desk.commands.bookings import wait
from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from desk.models import Booking
from players.models import Player
from prizes.commands.payouts import set_payout
from seating.commands import add_tables, assign_table, bust, draw_button, draw_seats, set_plan
from seating.commands.floor_review import review_now
from seating.models import Seat, Table
from tests.fixtures.room import MakesEvents, press
from tests.matrix.test_role_matrix import PAGES
from tests.matrix.viewers import Room
from tourney.access.roles import Actor
from tourney.live import mark_cache
from tourney.services.event_cache import clear_all

_STEP, _BUSTS, _WAITS = 14, 5, 3
# Pages whose number of queries may grow, and with what.
GROWS: dict[str, str] = {}


def _people(count: int) -> list[int]:
    first = Player.objects.count()
    rows = [
        Player(name=f"Given{number} Family{number}", birth_date=date(1980, 1, 1), created_at=timezone.now())
        for number in range(first, first + count)
    ]
    return [row.pk for row in Player.objects.bulk_create(rows)]


def _grow(event: int, director: Actor) -> None:
    """Add tables, sell entries, bust players, and let others wait, who enter first when it grows again."""
    last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
    press(add_tables, by=director, first=last + 1, last=last + 2)
    for number in (last + 1, last + 2):
        press(assign_table, event, by=director, number=number)
    first = Booking.objects.filter(state="waiting").order_by("pk").values_list("player", flat=True)
    for person in [*first, *_people(_STEP)]:
        paid = [PaymentInput(method="cash", amount=10_000)]
        press(register_player, event, by=director, player=person, payments=paid, id_seen=True)
    if not last:
        press(draw_seats, event, by=director)
        press(draw_button, event, by=director)
        press(start, event, by=director)
    seated = list(Seat.objects.filter(kind="player").order_by("tournament_table", "number"))
    for out, winner in zip(seated[:_BUSTS], seated[_BUSTS : 2 * _BUSTS], strict=True):
        press(bust, event, by=director, entry=out.entry_id, knocked_out_by=[winner.entry_id])
    for person in _people(_WAITS):
        press(wait, event, by=director, player=person)
    review_now(event)


def _counts(room: Room) -> dict[str, int]:
    """Return the number of queries of each page, for the viewer with most access that may open it."""
    found = {}
    for name, client, address in room.visits(PAGES):
        client.get(address)
        clear_all()
        with CaptureQueriesContext(connection) as sent:
            client.get(address)
        found[name] = len(sent)
    return found


@pytest.mark.django_db
def test_queries_of_a_page_do_not_grow_with_the_field(
    make_event: MakesEvents, director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No answer is served from memory, whatever time the test takes.
    later = itertools.count(0, 10_000)
    monkeypatch.setattr(mark_cache, "time", SimpleNamespace(monotonic=later.__next__))
    # Nor does a page note, once a minute, when a login was seen.
    monkeypatch.setattr("tourney.access.login_sessions.SEEN_EVERY", timedelta(days=1))
    event = make_event(book="munot")
    press(
        set_registration,
        event,
        by=director,
        pool=9_000,
        fee=1_000,
        late_ends="row",
        late_row=3,
        self_wait=True,
    )
    press(set_payout, event, by=director, method="table")
    press(set_plan, event, by=director, seats_per_table=9)
    press(open_drawer, by=director, opening_float=0)
    _grow(event, director)
    room = Room(event)
    before = _counts(room)
    for _time in range(2):
        _grow(event, director)
    after = _counts(room)
    grown = {name: (count, after[name]) for name, count in before.items() if after[name] > count}
    assert {name: counts for name, counts in grown.items() if name not in GROWS} == {}
    # An exception that does not grow any more is none.
    assert sorted(grown) == sorted(GROWS)
