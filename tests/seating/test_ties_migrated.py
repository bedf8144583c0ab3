"""Ties that a count of hands made before they were decisions: they are kept, and asked for where an event goes on."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from seating.models import Bust
from seating.rules.one_hand import NOTED_HANDS
from tests.fixtures.room import MakesEvents
from tests.seating.seating_scenes import seated
from tourney.models import Entry, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
MIGRATION = import_module("seating.migrations.0013_ties_are_decided")


@pytest.mark.parametrize("closed", [False, True])
def test_a_tie_by_the_count_of_hands_stays_and_waits_where_the_event_goes_on(
    make_event: MakesEvents, closed: bool
) -> None:
    event = make_event(book="tda")
    at = seated(event, {1: (1, 2, 3, 4), 2: (1, 2)})
    now = room_now()
    if closed:
        Tournament.objects.filter(pk=event).update(closed_at=now)
    for minutes, (table, chair) in enumerate([(1, 1), (1, 2), (2, 1)]):
        entry = Entry.objects.select_related("seat__tournament_table").get(pk=at[table, chair])
        moment = now + timedelta(minutes=minutes)
        Bust.objects.create(
            entry=entry, tournament_table=entry.seat.tournament_table, seat=chair, hand=7, at=moment
        )
    late = Entry.objects.select_related("seat__tournament_table").get(pk=at[1, 3])
    Bust.objects.create(
        entry=late, tournament_table=late.seat.tournament_table, seat=3, hand=7, at=now + timedelta(hours=1)
    )
    MIGRATION._note_hands(apps, None)
    hands = dict(Bust.objects.values_list("entry", "together"))
    assert hands[at[1, 1]] == hands[at[1, 2]] == NOTED_HANDS
    assert hands[at[2, 1]] is hands[at[1, 3]] is None
    assert set(Bust.objects.filter(together=NOTED_HANDS).values_list("confirmed", flat=True)) == {closed}
    MIGRATION._forget_hands(apps, None)
    assert not Bust.objects.filter(together__isnull=False).exists()
