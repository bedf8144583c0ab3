"""Two people do the same to the same bags at once: it happens once, and the second is told."""

import pytest

from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.models import Bag, EventDay
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.together import at_once, codes
from tests.procedures.test_bags import counted
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.commands import set_field

pytestmark = pytest.mark.django_db(transaction=True)


def test_bags_are_sealed_handed_in_and_closed_once(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    press(set_field, event, by=director, entries=10, left=10)
    seated(event, {5: (1, 2, 3, 4, 5, 6), 7: (1, 3, 5, 9)})
    counted(event, director)
    press(seal_table, event, by=director, number=5)
    press(hand_in, event, by=director, number=5)
    found = at_once(
        lambda: press(seal_table, event, by=director, number=7).answer,
        lambda: press(seal_table, event, by=floor, number=7).answer,
    )
    assert codes(found).count("sealed_already") == 1
    assert Bag.objects.count() == 10
    found = at_once(
        lambda: press(hand_in, event, by=director, number=7, seats=[3]).answer,
        lambda: press(hand_in, event, by=floor, number=7, seats=[3]).answer,
    )
    assert codes(found).count("handed_in_already") == 1
    press(hand_in, event, by=director, number=7)
    found = at_once(
        lambda: press(close_day, event, by=director).answer, lambda: press(close_day, event, by=floor).answer
    )
    assert codes(found).count("no_day_count") == 1
    assert EventDay.objects.count() == 1
    journal_tells_the_rows()
