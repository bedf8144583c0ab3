"""All-in tables are resolved one after another during hand-for-hand (PokerStars Live 3.13.1)."""

import pytest

from procedures.commands.hand_for_hand import all_in, announce, resolve
from seating.commands import bust
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tests.procedures.hand_for_hand_scenes import ends_hand, shown
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def test_table_left_with_one_player_by_its_all_in_does_not_hold_up_the_next(
    make_event: MakesEvents, floor: Actor, dealer: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    at = seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6), 3: (1, 9)})
    press(announce, event, by=floor)
    press(all_in, event, by=dealer, number=3, hand=0)
    press(all_in, event, by=dealer, number=1, hand=0)
    ends_hand(event, dealer, 2)
    press(resolve, event, by=floor, number=3, hand=0)
    press(bust, event, by=dealer, entry=at[3, 9])
    # Its last player has no opponent, so the table never reports the end of its hand.
    press(resolve, event, by=floor, number=1, hand=0)
    ends_hand(event, dealer, 1)
    assert shown(event)["over"]
    journal_tells_the_rows()
