"""Two clerks pay the same prize at the same moment: only one succeeds.

On PostgreSQL this is a race; SQLite queues writers.
"""

from functools import partial

import pytest
from django.db import connection

from desk.models import Item
from prizes.commands.payments import pay_prize
from prizes.models import PrizePayment
from prizes.services.payables import payable_to
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.together import at_once, codes
from tests.prizes.evenings import amounts, closed, evening, out
from tourney.access.roles import Actor
from tourney.journal import commands
from tourney.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = 12


@pytest.fixture
def won(make_event: MakesEvents, floor: Actor, desk: Actor) -> tuple[int, list[tuple[int, int]]]:
    """Finish an event with open drawers of two clerks; return the prizes by entry."""
    event = make_event(book="munot")
    entries = evening(event, floor, PLAYERS)
    drawer(desk, 1_000_000)
    closed(event)
    out(event, *entries[:-1])
    return event, list(zip(entries[::-1], amounts(event), strict=False))


def paid(event: int) -> int:
    """Return the total paid from the drawers for prizes."""
    return -sum(Item.objects.filter(tournament=event, kind="prize").values_list("won", flat=True))


def test_only_one_of_two_clerks_pays_the_same_prize(
    won: tuple[int, list[tuple[int, int]]], floor: Actor, desk: Actor
) -> None:
    event, prizes = won
    for entry, amount in prizes:
        outcomes = codes(
            at_once(
                partial(press, pay_prize, event, by=floor, entry=entry, amount=amount),
                partial(press, pay_prize, event, by=desk, entry=entry, amount=amount),
            )
        )
        assert sorted(outcomes) == ["done", "more_than_outstanding"]
    assert PrizePayment.objects.count() == len(prizes)
    assert paid(event) == PLAYERS * 10_000


def test_parts_paid_by_two_clerks_are_never_more_than_was_won(
    won: tuple[int, list[tuple[int, int]]], floor: Actor, desk: Actor
) -> None:
    event, prizes = won
    entry, amount = prizes[0]
    part = amount // 4 + 1
    for _round in range(4):
        at_once(
            partial(press, pay_prize, event, by=floor, entry=entry, amount=part),
            partial(press, pay_prize, event, by=desk, entry=entry, amount=part),
        )
    assert PrizePayment.objects.count() == 3
    assert payable_to(Tournament.objects.get(pk=event), entry, "prize") == amount - 3 * part


def test_without_the_lock_both_read_that_it_is_payable(
    won: tuple[int, list[tuple[int, int]]], floor: Actor, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the event's lock both clerks proceed, and only the journal's numbers stop one.

    SQLite allows one write transaction at a time anyway: there the second clerk gets the usual refusal.
    """
    event, prizes = won
    entry, _amount = prizes[0]
    monkeypatch.setattr(commands, "locking", False)
    alone = connection.vendor == "sqlite"
    for _round in range(3 if alone else 40):
        outcomes = codes(
            at_once(
                partial(press, pay_prize, event, by=floor, entry=entry, amount=1),
                partial(press, pay_prize, event, by=desk, entry=entry, amount=1),
            )
        )
        if "conflict" in outcomes:
            assert not alone
            return
    assert alone, "no two payments collided"
