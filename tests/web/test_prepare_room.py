"""The demo room after the first start."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from desk.models import Booking, Drawer, Registration
from desk.services.till import cash_in
from desk.services.waiting_list_turn import next_steps
from players.models import Player
from seating.models import Seat, Table
from seating.services.draws import count_free_seats, has_drawn
from simulation.services.demo_people import people
from tourney.journal.replay import disagreements, gaps, replay
from tourney.models import Entry, JournalEntry, Tournament, User
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db


def prepare() -> dict[str, object]:
    out = StringIO()
    call_command("prepare_room", stdout=out)
    content: dict[str, object] = json.loads(out.getvalue())
    return content


def test_the_first_start_makes_a_room_in_which_the_desk_can_be_tried_at_once() -> None:
    printed = prepare()
    director, clerk = User.objects.order_by("pk")
    assert (director.role, clerk.role) == ("director", "desk")
    assert director.check_password(str(printed["password"]))
    others = printed["others"]
    assert isinstance(others, dict)
    assert clerk.check_password(others[clerk.username])
    assert Player.objects.count() == len(people())
    assert all(table.across is not None and table.down is not None for table in Table.objects.all())

    running, waiting = Tournament.objects.order_by("pk")
    assert has_drawn(running)
    assert count_free_seats(running) == 0
    assert Seat.objects.filter(kind="player").count() == 27
    assert (field_of(running).entries, field_of(running).left) == (32, 27)
    # No seat is free, so the waiting players keep waiting.
    assert Booking.objects.filter(tournament=running, state="waiting").count() == 4
    assert next_steps(running) == []

    registration = Registration.objects.get(tournament=waiting)
    assert (registration.price, registration.late_row, registration.re_entries_most) == (5_000, 7, 2)
    assert Booking.objects.filter(tournament=waiting, state="reserved").count() == 15
    assert Entry.objects.filter(tournament=waiting).count() == 6
    assert count_free_seats(waiting) > 15

    drawer = Drawer.objects.get()
    assert drawer.closed_at is not None
    assert drawer.counted == cash_in(drawer)


def test_preparation_is_journalled_and_happens_once() -> None:
    prepare()
    assert disagreements(replay(JournalEntry.objects.order_by("pk"))) == []
    assert [gaps(None), *(gaps(event) for event in Tournament.objects.values_list("pk", flat=True))] == [
        []
    ] * 3
    lines = JournalEntry.objects.count()
    assert prepare() == {"first_start": False, "login": "director"}
    assert JournalEntry.objects.count() == lines
