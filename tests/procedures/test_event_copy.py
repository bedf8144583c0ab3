"""A copied event has the same setup and none of the original's history."""

from typing import Any

import pytest

from clock.commands.clock import start
from clock.models import Clock, Structure
from clock.services.event_clock import levels_of
from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.models import Extra, Registration
from prizes.commands.payouts import set_payout
from prizes.models import Payout
from procedures.commands.event_copy import copy_event
from procedures.commands.shot_clock import set_shot_clock
from procedures.models import ShotClock
from seating.commands import set_plan
from seating.models import Plan
from tests.desk.tills import cash, enter, player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import Actor
from tourney.models import Entry, Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of

pytestmark = pytest.mark.django_db
HOUR = 3_600_000
"""Milliseconds."""


@pytest.fixture
def played(make_event: MakesEvents, director: Actor) -> int:
    """Create an event in play with prices, a rebuy, seating, prizes and a shot clock."""
    event = make_event(book="other_poker", name="Tuesday Turbo")
    rebuy: dict[str, Any] = {"kind": "rebuy", "pool": 2_000, "chips": 5_000, "from_row": 0, "until_row": 1}
    press(
        set_registration,
        event,
        by=director,
        pool=4_000,
        fee=500,
        capacity=45,
        late_ends="row",
        late_row=2,
        re_entries_most=1,
        extras=[rebuy],
    )
    press(set_plan, event, by=director, seats_per_table=8, keep_apart=True)
    press(set_payout, event, by=director, method="formula", percent=2_000)
    press(set_shot_clock, event, by=director, seconds=25, bank_seconds=30, banks=3)
    press(open_drawer, by=director, opening_float=0)
    enter(event, director, player("Anna Arnold"), [cash(4_500)])
    press(start, event, by=director)
    return event


def copied(event: int, by: Actor, **arguments: Any) -> int:
    """Copy an event and return the id of the copy."""
    answer = press(copy_event, by=by, copied=event, **{"name": "Next Tuesday", **arguments}).answer
    assert answer is not None
    return int(answer["tournament"])


def test_a_copy_has_the_structure_prices_seating_and_prizes(played: int, director: Actor) -> None:
    made = copied(played, director)
    old, new = Tournament.objects.get(pk=played), Tournament.objects.get(pk=made)
    assert (new.name, new.book, new.starting_stack) == ("Next Tuesday", old.book, old.starting_stack)
    assert levels_of(Structure.objects.get(tournament=new)) == levels_of(
        Structure.objects.get(tournament=old)
    )
    registration = Registration.objects.get(tournament=new)
    assert (registration.price, registration.capacity, registration.late_row) == (4_500, 45, 2)
    assert registration.re_entries_most == 1
    assert Extra.objects.get(registration=registration).price == 2_000
    plan = Plan.objects.get(tournament=new)
    assert (plan.seats_per_table, plan.keep_apart) == (8, True)
    payout = Payout.objects.get(tournament=new)
    assert (payout.method, payout.percent) == ("formula", 2_000)
    assert ShotClock.objects.get(tournament=new).seconds == 25


def test_a_copy_has_no_players_and_has_not_started(played: int, director: Actor) -> None:
    made = copied(played, director)
    assert not Entry.objects.filter(tournament=made).exists()
    assert field_of(Tournament.objects.get(pk=made)).entries == 0
    assert not Clock.objects.get(tournament=made).started
    assert Registration.objects.get(tournament=made).started_at is None


def test_the_copys_draw_announces_a_seed_of_its_own(played: int, director: Actor) -> None:
    made = copied(played, director)
    digests = set(Plan.objects.filter(tournament__in=(played, made)).values_list("next_digest", flat=True))
    assert len(digests) == 2
    assert "" not in digests


def test_late_registration_ends_as_long_after_the_start_as_before(
    make_event: MakesEvents, director: Actor
) -> None:
    now = to_ms(room_now()) or 0
    event = make_event(planned_start=now + HOUR)
    press(set_registration, event, by=director, pool=100, late_ends="time", late_at=now + 3 * HOUR)
    made = copied(event, director, planned_start=now + 24 * HOUR)
    assert to_ms(Registration.objects.get(tournament=made).late_at) == now + 26 * HOUR


def test_an_event_is_not_copied_into_the_past(played: int, director: Actor) -> None:
    past = (to_ms(room_now()) or 0) - HOUR
    refused = refusal(copy_event, by=director, copied=played, name="Yesterday", planned_start=past)
    assert refused.code == "in_the_past"
    assert refusal(copy_event, by=director, copied=played, name=" ").fields["name"]


def test_a_demo_is_not_copied(event: int, director: Actor) -> None:
    Tournament.objects.filter(pk=event).update(demo_speed=20)
    assert refusal(copy_event, by=director, copied=event, name="Real").code == "is_demo"


def test_the_journal_holds_every_row_of_a_copy(played: int, director: Actor) -> None:
    copied(played, director)
    journal_tells_the_rows()
