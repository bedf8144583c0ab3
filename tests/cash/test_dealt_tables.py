"""Dealers are pushed to cash tables in play."""

import pytest

from cash.commands.seats import leave_seat
from dealers.boards.dealers import rotation
from dealers.commands.dealers import add_dealer, begin_shift, push_dealers
from tests.cash.scenes import open_game, sit
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


def on_shift(floor: Actor, name: str) -> None:
    answer = press(add_dealer, by=floor, name=name).answer
    assert answer is not None
    press(begin_shift, by=floor, dealer=answer["dealer"])


def test_dealers_are_pushed_to_cash_tables_with_players(floor: Actor, make_event: MakesEvents) -> None:
    seated(make_event(book="tda"), {1: (1, 3)})
    game = open_game(7)
    assert rotation().tables == [1]
    sit(7, {2: "Anna"})
    open_game(8, game)
    assert rotation().tables == [1, 7]
    for name in ("Ada", "Bob"):
        on_shift(floor, name)
    press(push_dealers, by=floor)
    found = {one.table: one.event for one in rotation().on}
    assert found[7] == "No-Limit Hold’em 5/10"
    assert rotation().without == []
    press(leave_seat, by=floor, table=7, seat=2, stake=0)
    assert rotation().tables == [1]
