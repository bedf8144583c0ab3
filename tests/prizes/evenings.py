"""Events that pay prizes: people who bought in, prizes set up and locked, people who went out."""

from collections.abc import Sequence
from typing import Any

from clock.commands.clock import start
from desk.commands.registration import close_registration
from prizes.commands.payouts import close_now, set_payout
from prizes.models import Payout
from prizes.rules.places import Place
from prizes.services.results import results_of
from seating.commands import bust
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Tournament

PRICE = 10_000
# What a ticket of a satellite is worth: nine entries pay for three of them.
WORTH = 30_000


def main_event(make_event: MakesEvents) -> int:
    """The event that the tickets of a satellite open."""
    event = make_event(name="Main", book="tda")
    sold(event, pool=WORTH, fee=0, staff=0, bounty=0, extras=[])
    return event


def evening(
    event: int, clerk: Actor, count: int, *, prizes: dict[str, Any] | None = None, **registration: Any
) -> list[int]:
    """An event that has begun, so many entries of 100.00 (all for the pool unless said otherwise), prizes set up.

    Args:
        prizes: arguments of `payout.set`; by the table "club" where nothing else is said.
        registration: other parts of the price, re-entries.

    Returns:
        The entries, in the order in which they were sold.
    """
    terms = {
        "pool": PRICE,
        "fee": 0,
        "staff": 0,
        "bounty": 0,
        "extras": [],
        "re_entries_most": 0,
        **registration,
    }
    sold(event, **terms)
    price = sum(terms[part] for part in ("pool", "fee", "staff", "bounty"))
    drawer(clerk, 1_000_000)
    press(start, event, by=FIRST_START)
    press(set_payout, event, by=FIRST_START, **{"method": "table", **(prizes or {})})
    names = [f"Player {number}" for number in range(1, count + 1)]
    return [int(enter(event, clerk, player(name), [cash(price)])["entry"]) for name in names]


def closed(event: int) -> None:
    """Nobody comes in any more, and the prizes are locked by that."""
    press(close_registration, event, by=FIRST_START)
    close_now(event)


def out(event: int, *entries: int, **more: Any) -> None:
    """These go out, one after the other."""
    for entry in entries:
        press(bust, event, by=FIRST_START, entry=entry, **more)


def payout(event: int) -> Payout:
    """How it pays, as it stands."""
    return Payout.objects.get(tournament=event)


def place(event: int, entry: int) -> Place | None:
    """Where somebody finished."""
    return results_of(Tournament.objects.get(pk=event)).places.get(entry)


def prize(event: int, entry: int) -> int:
    """What somebody has won by the place, in minor units."""
    won = results_of(Tournament.objects.get(pk=event)).won.get(entry)
    return 0 if won is None else won.prize


def amounts(event: int) -> Sequence[int]:
    """What the places get."""
    return [one.worth for one in results_of(Tournament.objects.get(pk=event)).prizes]
