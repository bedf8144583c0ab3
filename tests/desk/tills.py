"""A working desk: an event with registration open, clerks with drawers, and players."""

from collections.abc import Sequence
from typing import Any

from desk.commands.drawers import open_drawer
from desk.commands.extras import add_on, rebuy
from desk.commands.registration import ExtraInput, set_registration
from desk.commands.sales import PaymentInput, register_player
from players.commands.players import add_player
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.commands import CommandResult

POOL, FEE, STAFF, BOUNTY = 8_000, 1_500, 500, 2_000
PRICE = POOL + FEE + STAFF + BOUNTY
REBUY = 5_000
ADD_ON = 6_000


def sold(event: int, **settings: Any) -> None:
    """Set up an event's registration: 120.00 EUR, unlimited re-entries, rebuys, an add-on."""
    extras = [
        ExtraInput(kind="rebuy", pool=REBUY, chips=5_000, from_row=0, until_row=3, double=True),
        ExtraInput(kind="add_on", pool=ADD_ON, chips=8_000, from_row=0, until_row=4),
    ]
    given: dict[str, Any] = {
        "pool": POOL,
        "fee": FEE,
        "staff": STAFF,
        "bounty": BOUNTY,
        "re_entries_most": None,
        "surrender_allowed": True,
        "extras": extras,
    }
    press(set_registration, event, by=FIRST_START, **given | settings)


def player(name: str, **more: Any) -> int:
    """Create an adult player."""
    done = press(add_player, by=FIRST_START, **{"name": name, "birth_date": "1990-05-30", **more})
    assert done.answer is not None
    return int(done.answer["player"])


def drawer(clerk: Actor, opening_float: int = 20_000, **more: Any) -> int:
    """Open a clerk's drawer."""
    done = press(open_drawer, by=clerk, opening_float=opening_float, **more)
    assert done.answer is not None
    return int(done.answer["drawer"])


def cash(amount: int = PRICE, tendered: int | None = None) -> PaymentInput:
    """Return a cash payment."""
    return PaymentInput(method="cash", amount=amount, tendered=tendered)


def card(amount: int = PRICE) -> PaymentInput:
    """Return a card payment."""
    return PaymentInput(method="card", amount=amount)


def numbered(method: Any, amount: int, number: str) -> PaymentInput:
    """Return a payment by voucher or ticket."""
    return PaymentInput(method=method, amount=amount, number=number)


def enter(
    event: int, clerk: Actor, who: int, payments: Sequence[PaymentInput] | None = None, **more: Any
) -> dict[str, Any]:
    """Register a player; default payment: cash."""
    done: CommandResult = press(
        register_player,
        event,
        by=clerk,
        player=who,
        payments=list(payments) if payments is not None else [cash()],
        **more,
    )
    assert done.answer is not None
    return done.answer


def buy(kind: Any, event: int, clerk: Actor, entry: int, **more: Any) -> dict[str, Any]:
    """Sell a rebuy or an add-on for an entry, in cash."""
    verb, price = (rebuy, REBUY) if kind == "rebuy" else (add_on, ADD_ON)
    given = {"payments": [cash(price * more.get("times", 1))], **more}
    done = press(verb, event, by=clerk, entry=entry, **given)
    assert done.answer is not None
    return done.answer
