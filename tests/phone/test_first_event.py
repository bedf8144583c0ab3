"""Which of several events a player's page opens with."""

import pytest

from prizes.commands.payments import pay_prize
from prizes.services.payables import payable_to
from tests.fixtures.room import MakesEvents, press
from tests.phone.people import a_booking, a_registration
from tests.prizes.evenings import closed, evening, out
from tests.stages.stage_scenes import event_row
from tourney.access.roles import Actor
from tourney.models import Entry
from web.phone.page import events_with_mine

pytestmark = pytest.mark.django_db


def test_a_prize_to_collect_comes_before_a_seat_that_is_only_reserved(
    make_event: MakesEvents, floor: Actor
) -> None:
    event, later = make_event(book="munot"), make_event(book="munot")
    a_registration(later)
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:-1])
    without, second = (Entry.objects.get(pk=entry) for entry in (entries[0], entries[-2]))
    for one in (without, second):
        a_booking(later, one.player, "reserved")

    def opens_with(one: Entry) -> int:
        return events_with_mine(one.player_id)[0][0].pk

    assert opens_with(without) == later
    assert opens_with(second) == event
    press(
        pay_prize, event, by=floor, entry=second.pk, amount=payable_to(event_row(event), second.pk, "prize")
    )
    assert opens_with(second) == later
