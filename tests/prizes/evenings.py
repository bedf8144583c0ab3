"""Events that pay prizes: entries sold, prizes set up and locked, busts."""

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
# Value of a satellite ticket: nine entries pay for three of them.
WORTH = 30_000


def main_event(make_event: MakesEvents) -> int:
    """Create the event that a satellite's tickets are for."""
    event = make_event(name="Main", book="tda")
    sold(event, pool=WORTH, fee=0, staff=0, bounty=0, extras=[])
    return event


def evening(
    event: int, clerk: Actor, count: int, *, prizes: dict[str, Any] | None = None, **registration: Any
) -> list[int]:
    """Start an event with a number of entries at 100.00, all for the pool by default, and set up its prizes.

    Args:
        prizes: arguments of `payout.set`; default: the table "club".
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
    """Close registration, which locks the prizes."""
    press(close_registration, event, by=FIRST_START)
    close_now(event)


def out(event: int, *entries: int, **more: Any) -> None:
    """Bust these entries one after the other."""
    for entry in entries:
        press(bust, event, by=FIRST_START, entry=entry, **more)


def payout(event: int) -> Payout:
    """Return the current payout settings."""
    return Payout.objects.get(tournament=event)


def place(event: int, entry: int) -> Place | None:
    """Return an entry's finishing place."""
    return results_of(Tournament.objects.get(pk=event)).places.get(entry)


def prize(event: int, entry: int) -> int:
    """Return an entry's prize for its place, in minor units."""
    won = results_of(Tournament.objects.get(pk=event)).won.get(entry)
    return 0 if won is None else won.prize


def amounts(event: int) -> Sequence[int]:
    """Return the amounts of the places."""
    return [one.worth for one in results_of(Tournament.objects.get(pk=event)).prizes]
