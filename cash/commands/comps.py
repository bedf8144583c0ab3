"""Commands for comps: what players earned by hours is used."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from cash.commands.games import Amount
from cash.models import CompMove
from cash.services.comps import comps_of
from players.services.records import living
from tourney.access.field_permissions import PAYMENT
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "comp.use", permission=Permission.MANAGE_MONEY, scope="room", boards=("cash_money",),
    summary=lazy("Gave %(name)s comps for: %(what)s"),
)  # fmt: skip
def use_comps(
    tx: Tx,
    player: Id,
    amount: Annotated[Amount, PAYMENT],
    what: Annotated[str, Field(min_length=1, max_length=80)],
) -> Any:
    """Use comps that a player earned by hours of play.

    Args:
        player: the player.
        amount: in the room's currency.
        what: what it is used for: "Dinner".

    Raises:
        Refused: the player has earned less (`not_enough_comps`).
    """
    person = living(tx, player)
    if comps_of([player], tx.now, tx.room.currency)[player].left < amount:
        text = _("%(name)s has not earned that much.") % {"name": person.name}
        raise Refused("not_enough_comps", text, fields={"amount": text})
    tx.create(
        CompMove, player=person, amount=-amount, currency=tx.room.currency, what=what.strip(), at=tx.now
    )
    return {"name": person.name}
