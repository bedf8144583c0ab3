"""Two floor people call from one list at once, with one seat left."""

import threading
from typing import Any

import pytest
from django.db import connection

from cash.commands import calls
from cash.commands.calls import call_next
from cash.commands.lists import join_list
from cash.models import ListEntry
from cash.services import lists as services
from tests.cash.scenes import open_game, people, sit
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.journal.refused import Refused
from tourney.models import Notice

pytestmark = pytest.mark.django_db(transaction=True)


def _two_callers(
    floor: Actor, monkeypatch: pytest.MonkeyPatch, *, inside: bool
) -> tuple[list[int], list[str]]:
    """Let two floor people call the next player at the same time.

    Args:
        inside: whether they also read the tables at the same time within the command, which is possible only
            without its lock.

    Returns:
        The open seats that each of them saw, and the outcomes.
    """
    game = open_game(7, seats=2)
    sit(7, {1: "Zoe"})
    for one in people("Anna", "Ben"):
        press(join_list, by=floor, player=one, game=game)
    both, both_inside = threading.Barrier(2), threading.Barrier(2)
    seen: list[int] = []
    outcomes: list[str] = []
    read = services.open_tables_of

    def watched(game: int) -> Any:
        found = read(game)
        seen.append(sum(one.open for one in found))
        if inside:
            both_inside.wait(20)
        return found

    monkeypatch.setattr(calls, "open_tables_of", watched)

    def work() -> None:
        both.wait(20)
        try:
            press(call_next, by=floor, game=game)
            outcomes.append("called")
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    callers = [threading.Thread(target=work) for _ in range(2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(40)
    return sorted(seen), sorted(outcomes)


def test_two_floor_people_call_one_player_to_the_last_seat(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, outcomes = _two_callers(floor, monkeypatch, inside=False)
    assert (seen, outcomes) == ([0, 1], ["called", "table_full"])
    assert list(ListEntry.objects.filter(state="called").values_list("player__name", flat=True)) == ["Anna"]
    assert Notice.objects.filter(kind="cash_called").count() == 1


def test_without_the_lock_both_of_them_give_the_last_seat_away(
    floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the race is real. On SQLite the transactions themselves queue."""
    if connection.vendor != "postgresql":
        return
    with without_lock():
        seen, _outcomes = _two_callers(floor, monkeypatch, inside=True)
    assert seen == [1, 1]
