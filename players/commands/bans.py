"""Commands for bans."""

from typing import Annotated, Any

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.models import Ban, Player
from players.services.records import living
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.dates import day_of


@command(
    "player.ban", permission=Permission.BAN_PLAYERS, scope="room", summary=lazy("Banned %(name)s: %(reason)s")
)
def ban_player(
    tx: Tx,
    player: Id,
    ends_on: Annotated[str, Field(max_length=10)] | None,
    reason: Annotated[str, Field(min_length=1, max_length=300)],
    rule: Annotated[str, Field(max_length=120)] = "",
) -> Any:
    """Ban a player from today.

    Args:
        player: the player.
        ends_on: the last day of the ban, "2027-03-31"; null: permanent.
        reason: for staff.
        rule: the rule behind it ("Five Spades 2.7"), "" for the room's own decision.
    """
    return ban(tx, living(tx, player), ends_on, reason, rule)


def ban(tx: Tx, row: Player, ends_on: str | None, reason: str, rule: str = "") -> dict[str, Any]:
    """Ban a player from today on, within a command; see `ban_player`.

    Returns:
        The ban's key and the player's name.
    """
    today = localdate(tx.now)
    until = day_of(ends_on, "ends_on") if ends_on else None
    if until is not None and until < today:
        text = _("A ban can’t end before it starts.")
        raise Refused("bad_argument", text, fields={"ends_on": text})
    if not reason.strip():
        text = _("A ban needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    tx.cite(rule.strip())
    made = tx.create(
        Ban, player=row, starts_on=today, ends_on=until, reason=reason.strip(), rule=rule.strip()
    )
    return {"ban": made.pk, "name": row.name}


@command(
    "player.lift_ban",
    permission=Permission.BAN_PLAYERS,
    scope="room",
    summary=lazy("Lifted the ban on %(name)s"),
)
def lift_ban(tx: Tx, ban: Id) -> Any:
    """Lift a player's ban before it ends.

    Args:
        ban: the ban.
    """
    row = tx.get(Ban, pk=ban)
    if row.lifted_at is not None:
        raise Refused("already_lifted", _("This ban has already been lifted."))
    tx.save(row, lifted_at=tx.now)
    return {"name": row.player.name}
