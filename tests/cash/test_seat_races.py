"""Two floor people seat the same player from a list at once, at two tables."""

import threading

import pytest
from django.db import connection

from cash.commands import seats
from cash.commands.lists import join_list
from cash.commands.seats import take_seat
from cash.models import CashSeat, ListEntry
from cash.services.tables import seat_of
from tests.cash.scenes import BUY_IN, open_game, person
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.journal.refused import Refused

pytestmark = pytest.mark.django_db(transaction=True)


def _two_floor_people(
    floor: Actor, monkeypatch: pytest.MonkeyPatch, *, inside: bool
) -> tuple[list[bool], list[str]]:
    """Let two floor people seat the first in line at the same time.

    Args:
        inside: whether they also look for the player's seat at the same time within the command, which is possible
            only without its lock.

    Returns:
        Whether each of them saw the player seated, and the outcomes.
    """
    game = open_game(7)
    open_game(8, game)
    anna = person("Anna")
    press(join_list, by=floor, player=anna, game=game)
    both, both_inside = threading.Barrier(2), threading.Barrier(2)
    seen: list[bool] = []
    outcomes: list[str] = []

    def watched(player: int) -> CashSeat | None:
        found = seat_of(player)
        seen.append(found is not None)
        if inside:
            both_inside.wait(20)
        return found

    monkeypatch.setattr(seats, "seat_of", watched)

    def work(table: int) -> None:
        both.wait(20)
        try:
            press(take_seat, by=floor, player=anna, table=table, seat=3, buy_in=BUY_IN)
            outcomes.append("seated")
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    people = [threading.Thread(target=work, args=(table,)) for table in (7, 8)]
    for one in people:
        one.start()
    for one in people:
        one.join(40)
    return sorted(seen), sorted(outcomes)


def test_two_floor_people_seat_a_player_from_the_list_once(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, outcomes = _two_floor_people(floor, monkeypatch, inside=False)
    assert (seen, outcomes) == ([False, True], ["already_seated", "seated"])
    assert CashSeat.objects.filter(left_at__isnull=True).count() == 1
    assert ListEntry.objects.get().state == "seated"


def test_without_the_lock_both_of_them_see_the_player_without_a_seat(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real, and the database refuses the second seat. On SQLite the transactions queue."""
    if connection.vendor != "postgresql":
        return
    with without_lock():
        seen, outcomes = _two_floor_people(floor, monkeypatch, inside=True)
    assert seen == [False, False]
    assert outcomes == ["conflict", "seated"]
    assert CashSeat.objects.filter(left_at__isnull=True).count() == 1
