"""Dates of birth before they are saved: the room's minimum age, and dates on file that bar a player."""

from datetime import date

import pytest
from django.utils.timezone import localdate

from desk.models import DeskSettings
from players.commands.player_import import import_players
from players.commands.players import add_player, change_player
from players.models import Player
from players.services.birth_dates import under_age_note
from tests.fixtures.room import press, refusal
from tests.players.record_scenes import add
from tourney.access.roles import Actor
from tourney.now import room_now

pytestmark = pytest.mark.django_db


def born(years: int) -> str:
    """The date of birth of a player whose birthday is today."""
    today = localdate(room_now())
    # Nobody has a birthday on 29 February every year.
    day = 28 if (today.month, today.day) == (2, 29) else today.day
    return date(today.year - years, today.month, day).isoformat()


def test_a_minor_is_added_only_after_a_confirmation(desk: Actor) -> None:
    refused = refusal(add_player, by=desk, name="Tim Young", birth_date=born(17))
    assert (refused.code, list(refused.fields)) == ("under_age", ["birth_date"])
    assert str(refused).startswith("Under 18:")
    assert not Player.objects.exists()
    press(add_player, by=desk, name="Tim Young", birth_date=born(17), under_age=True)
    press(add_player, by=desk, name="Ada Adult", birth_date=born(18))
    press(add_player, by=desk, name="Nora Noday")
    assert Player.objects.count() == 3


def test_a_corrected_date_of_a_minor_is_confirmed_as_well(desk: Actor) -> None:
    tim = add("Tim", birth_date=born(30))
    assert refusal(change_player, by=desk, player=tim, name="Tim", birth_date=born(12)).code == "under_age"
    press(change_player, by=desk, player=tim, name="Tim", birth_date=born(12), under_age=True)
    # Other fields are changed without a question.
    press(change_player, by=desk, player=tim, name="Tim Young")
    press(change_player, by=desk, player=tim, name="Tim Young", birth_date=born(12), nickname="T")
    assert Player.objects.get().nickname == "T"


def test_the_rooms_minimum_age_counts_before_a_record_is_saved(desk: Actor) -> None:
    DeskSettings.objects.create(pk=1, minimum_age=21)
    today = localdate(room_now())
    assert under_age_note(date.fromisoformat(born(20)), today).startswith("Under 21:")
    assert under_age_note(date.fromisoformat(born(21)), today) == ""
    assert under_age_note(None, today) == ""
    DeskSettings.objects.update(minimum_age=0)
    press(add_player, by=desk, name="Tim Young", birth_date=born(3))


def test_a_clerk_corrects_a_date_of_birth_but_does_not_remove_it(desk: Actor, floor: Actor) -> None:
    tim = add("Tim", birth_date=born(12), under_age=True)
    refused = refusal(change_player, by=desk, player=tim, name="Tim", birth_date="")
    assert (refused.code, list(refused.fields)) == ("birth_date_on_file", ["birth_date"])
    row = {"do": "change", "player": tim, "name": "Tim", "birth_date": ""}
    assert refusal(import_players, by=desk, rows=[row]).code == "birth_date_on_file"
    assert str(Player.objects.get().birth_date) == born(12)
    press(change_player, by=desk, player=tim, name="Tim", birth_date=born(30))
    press(change_player, by=floor, player=tim, name="Tim", birth_date="")
    assert Player.objects.get().birth_date is None
    # An empty field of a record without a date changes nothing.
    press(change_player, by=desk, player=tim, name="Tim Young", birth_date="")
