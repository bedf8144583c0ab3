"""Two records of one player are merged while both are in the cash room."""

import pytest

from cash.commands.calls import call_next
from cash.commands.lists import join_list
from cash.commands.seats import leave_seat
from cash.models import CashVisit, ListEntry
from players.commands.merge import merge_players
from tests.cash.scenes import offer, open_game, people, sit
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import FIRST_START, Actor

pytestmark = pytest.mark.django_db


def test_the_better_place_on_each_list_is_kept(floor: Actor) -> None:
    game, other = open_game(7), offer(small_blind=1_000, big_blind=2_000)
    twice, anna = people("Anna B.", "Anna Berg")
    for one, where in ((anna, game), (twice, game), (twice, other)):
        press(join_list, by=floor, player=one, game=where)
    press(call_next, by=floor, game=game)
    press(merge_players, by=FIRST_START, player=twice, into=anna)
    places = ListEntry.objects.filter(player=anna).order_by("id").values_list("game", "state")
    assert list(places) == [(game, "called"), (game, "left"), (other, "waiting")]
    journal_tells_the_rows()


def test_records_that_are_both_seated_are_not_merged(floor: Actor) -> None:
    open_game(7)
    seats = sit(7, {1: "Anna B.", 2: "Anna Berg"})
    assert refusal(merge_players, by=FIRST_START, player=seats[1], into=seats[2]).code == "both_inside"
    press(leave_seat, by=floor, table=7, seat=1, stake=0)
    press(merge_players, by=FIRST_START, player=seats[1], into=seats[2])
    assert set(CashVisit.objects.values_list("player", flat=True)) == {seats[2]}
