"""Several people confirm a fill at once: one confirmation counts, and the one who asked has none."""

import threading
from typing import Any

import pytest
from django.db import connection

from cash.commands import money
from cash.commands.money import confirm_money, move_tray
from cash.models import TableMoney
from tests.cash.scenes import open_game
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.journal.commands import without_lock
from tourney.journal.refused import Refused
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)


def _confirmers(
    asker: Actor, people: list[Actor], monkeypatch: pytest.MonkeyPatch, *, inside: bool
) -> list[str]:
    """Let people confirm a fill of table 7 at the same time, and return the outcomes.

    Args:
        inside: whether they also read the fill at the same time within the command, which is possible only without
            its lock.
    """
    open_game()
    answer = press(move_tray, by=asker, table=7, kind="fill", amount=100_000).answer
    assert answer is not None
    together, both_inside = threading.Barrier(len(people)), threading.Barrier(len(people))
    outcomes = []
    read = money._under_way

    def watched(*given: Any) -> TableMoney:
        found = read(*given)
        if inside:
            both_inside.wait(20)
        return found

    monkeypatch.setattr(money, "_under_way", watched)

    def work(by: Actor) -> None:
        together.wait(20)
        try:
            press(confirm_money, by=by, money=answer["money"])
            outcomes.append("confirmed")
        except Refused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(one,)) for one in people]
    for one in threads:
        one.start()
    for one in threads:
        one.join(40)
    return sorted(outcomes)


def test_a_fill_is_confirmed_once_if_its_asker_and_others_press_at_once(
    floor: Actor, director: Actor, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = _confirmers(floor, [floor, director, desk], monkeypatch, inside=False)
    # The asker is refused first or last, never let through.
    assert outcomes.count("confirmed") == 1
    assert set(outcomes) <= {"confirmed", "already_confirmed", "asked_by_you"}
    assert JournalEntry.objects.get(kind="cash_money.confirm").actor in {director.key, desk.key}


def test_without_the_lock_two_get_past_the_check_of_a_fill_on_postgresql(
    floor: Actor, director: Actor, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both find the fill unconfirmed, and the database refuses one. On SQLite the transactions queue."""
    if connection.vendor != "postgresql":
        return
    with without_lock():
        outcomes = _confirmers(floor, [director, desk], monkeypatch, inside=True)
    assert outcomes == ["confirmed", "conflict"]
    assert JournalEntry.objects.filter(kind="cash_money.confirm").count() == 1
