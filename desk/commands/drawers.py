"""Commands for a clerk's drawer during one shift: float, cash moves, blind count."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from desk.commands.sales import MOST_MONEY, Money
from desk.models import Drawer, DrawerCount, DrawerMove
from desk.rules.denominations import denominations_of, total_of
from desk.services.till import cash_given_back, cash_in, own_drawer
from tourney.access.field_permissions import DRAWER
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.currency import check_currency

Currency = Annotated[str, Field(pattern="^[A-Z]{3}$")]
_MOST_PIECES = 1_000_000


class CountInput(BaseModel):
    """The number of notes or coins of one value in a drawer."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=1_000_000, description="minor units"), DRAWER]
    quantity: Annotated[int, Field(ge=1, le=_MOST_PIECES), DRAWER]


@command(
    "drawer.open",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=lazy("Opened a cash drawer"),
    undoable=False,
    undo_hint=lazy("Close the drawer instead."),
)
def open_drawer(
    tx: Tx, opening_float: Annotated[Money, DRAWER], currency: Currency | None = None
) -> dict[str, Any]:
    """Open the actor's drawer. Their sales go into it from then on.

    Args:
        opening_float: cash in it at the start.
        currency: of the drawer; left out: the room's.
    """
    kind, _sign, number = tx.actor.key.partition(":")
    if kind != "user":
        raise Refused("no_drawer", _("Only a personal login can have a drawer."))
    clerk = int(number)
    if Drawer.objects.filter(clerk_id=clerk, closed_at__isnull=True).exists():
        raise Refused(
            "drawer_open",
            _("You already have an open drawer. Reload this page, or close that drawer first."),
        )
    if currency is not None:
        check_currency(currency)
    drawer = tx.create(
        Drawer,
        clerk_id=clerk,
        currency=currency or tx.room.currency,
        opened_at=tx.now,
        opening_float=opening_float,
    )
    return {"drawer": drawer.pk}


@command(
    "drawer.move",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=lazy("Recorded cash in or out: %(reason)s"),
    undoable=False,
    undo_hint=lazy("Reverse it with a second entry instead."),
)
def move_cash(
    tx: Tx,
    amount: Annotated[int, Field(ge=-MOST_MONEY, le=MOST_MONEY, description="minor units"), DRAWER],
    reason: Annotated[str, Field(min_length=1, max_length=200)],
) -> None:
    """Pay cash into the actor's drawer, or out of it, without a sale.

    More than the expected cash can be taken out: a refusal would reveal the expected amount before the blind
    count.

    Args:
        amount: positive: into the drawer; negative: out of it.
        reason: why.
    """
    drawer = own_drawer(tx)
    if amount == 0 or not reason.strip():
        raise Refused("bad_argument", _("Enter the amount and the reason."))
    tx.create(DrawerMove, drawer=drawer, amount=amount, reason=reason.strip(), at=tx.now)


@command(
    "drawer.close",
    permission=Permission.REGISTER_PLAYERS,
    scope="room",
    summary=lazy("Closed a cash drawer"),
    undoable=False,
    undo_hint=lazy("The drawer was counted blind, and the difference is final. Open a new drawer instead."),
    answer_permissions=dict.fromkeys(("expected", "counted", "difference", "given_back"), DRAWER),
)
def close_drawer(
    tx: Tx,
    counted: Annotated[Money, DRAWER],
    counts: Annotated[list[CountInput], Field(max_length=40)] | None = None,
) -> dict[str, Any]:
    """Close the actor's drawer. The expected amount is shown only after the count.

    Args:
        counted: the cash in it.
        counts: the cash by note and coin; left out: only the total was counted.

    Raises:
        Refused: a value is not a note or coin of the currency, or is listed twice (`bad_argument`), or the
            counts do not add up to `counted` (`counts_differ`).
    """
    drawer = own_drawer(tx)
    pieces = {one.value: one.quantity for one in counts or ()}
    if len(pieces) != len(counts or ()) or not pieces.keys() <= set(denominations_of(drawer.currency)):
        raise Refused(
            "bad_argument",
            _("Enter each %(currency)s note or coin value once, and no other values.")
            % {"currency": drawer.currency},
        )
    if pieces and total_of(pieces.items()) != counted:
        raise Refused("counts_differ", _("The notes and coins don’t add up to the total counted."))
    tx.save(drawer, closed_at=tx.now, counted=counted)
    for value, quantity in sorted(pieces.items(), reverse=True):
        tx.create(DrawerCount, drawer=drawer, value=value, quantity=quantity)
    expected = cash_in(drawer)
    return {
        "drawer": drawer.pk,
        "expected": expected,
        "counted": counted,
        "difference": counted - expected,
        "given_back": cash_given_back(drawer),
    }
