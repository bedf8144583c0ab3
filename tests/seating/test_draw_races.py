"""Concurrent draws: only one of two late entries gets the last seat, and a field is drawn once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from seating.commands import draw_one_seat, draw_seats, set_plan
from seating.models import Draw, Seat
from seating.services import draws
from seating.services.draw_verification import verdict_of
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press
from tests.fixtures.together import at_once, codes
from tests.seating.people import drawn_event, places_of, register_entries, tables_for
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock

pytestmark = pytest.mark.django_db(transaction=True)


def late(event: int, by: Actor, entry: int) -> Callable[[], object]:
    return lambda: press(draw_one_seat, event, by=by, entry=entry).answer


def test_last_seat_goes_to_one_of_two_late_entries(event: int, floor: Actor, desk: Actor) -> None:
    drawn_event(event, 4, [1], seats_per_table=5)
    one, other = register_entries(event, 2)
    found = at_once(late(event, floor, one), late(event, desk, other))
    assert codes(found).count("no_room") == 1
    [answer] = [one for one in found if isinstance(one, dict)]
    assert len(places_of(event)) == 5
    assert (answer["table"], answer["seat"]) in places_of(event).values()
    journal_tells_the_rows()


def test_without_the_lock_two_late_entries_get_the_same_seat(
    event: int, floor: Actor, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both transactions read before either assigns a seat. SQLite queues them anyway."""
    if connection.vendor != "postgresql":
        # The first transaction blocks the other's read, so there is no race to show.
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
        return
    drawn_event(event, 4, [1], seats_per_table=5)
    one, other = register_entries(event, 2)
    both_have_looked = threading.Barrier(2)
    held = draws.hold

    def hold(*words: Any) -> Any:
        both_have_looked.wait(10)
        return held(*words)

    monkeypatch.setattr(draws, "hold", hold)
    with without_lock():
        found = at_once(late(event, floor, one), late(event, desk, other))
    assert codes(found).count("conflict") == 1, found
    assert len(places_of(event)) == 5


def test_a_field_that_two_draw_at_once_is_drawn_once(event: int, floor: Actor, desk: Actor) -> None:
    tables_for(event, range(1, 6))
    press(set_plan, event, by=floor, seats_per_table=9)
    entries = register_entries(event, 40)
    found = at_once(*(lambda by=by: press(draw_seats, event, by=by).answer for by in (floor, desk)))
    assert codes(found).count("no_entries") == 1
    assert set(places_of(event)) == set(entries)
    assert Draw.objects.count() == 1
    journal_tells_the_rows()


def test_simultaneous_late_entries_each_get_their_own_seat_and_draw(
    event: int, floor: Actor, desk: Actor
) -> None:
    drawn_event(event, 4, [1, 2], seats_per_table=6)
    entries = register_entries(event, 10)
    found = at_once(*(late(event, by, entry) for entry, by in zip(entries, [floor, desk] * 5, strict=True)))
    assert codes(found).count("no_room") == 2
    assert Seat.objects.count() == 12
    held = list(Draw.objects.order_by("id"))
    assert len(held) == 9
    assert [one.next_digest for one in held[:-1]] == [one.digest for one in held[1:]]
    assert all(verdict_of(one).fits for one in held)
    journal_tells_the_rows()
