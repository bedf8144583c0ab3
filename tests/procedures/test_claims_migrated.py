"""Munot 79 for busts of earlier versions, which noted a claim only while hand-for-hand was on (Issue 15, A 1)."""

from importlib import import_module

import pytest
from django.apps import apps

from seating.commands import bust
from seating.models import Bust
from tests.fixtures.room import MakesEvents, press
from tests.procedures.test_hand_for_hand import announced_and_over, ranks
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
MIGRATION = import_module("clock.migrations.0007_claims_of_earlier_busts")


@pytest.mark.parametrize("closed", [False, True])
def test_munot_79_busts_without_a_claim_share_unless_the_event_is_closed(
    make_event: MakesEvents, floor: Actor, dealer: Actor, closed: bool
) -> None:
    event = make_event(book="munot")
    at = seated(event, {1: (1, 3, 5, 7), 2: (2, 4, 6)})
    press(bust, event, by=dealer, entry=at[1, 7])
    announced_and_over(event, floor, dealer, 1, 2)
    press(bust, event, by=dealer, entry=at[1, 1], stack=900)
    press(bust, event, by=dealer, entry=at[1, 3], stack=500, same_hand=at[1, 1])
    Bust.objects.update(claimed=False)
    before = ranks(event)
    assert (before[at[1, 1]], before[at[1, 3]]) == ((5, 5), (6, 6))
    if closed:
        Tournament.objects.filter(pk=event).update(closed_at=room_now())
    MIGRATION._note_claims(apps, None)
    claims = dict(Bust.objects.values_list("entry", "claimed"))
    assert claims == {at[1, 7]: False, at[1, 1]: not closed, at[1, 3]: not closed}
    if not closed:
        assert ranks(event)[at[1, 1]] == ranks(event)[at[1, 3]] == (5, 6)
