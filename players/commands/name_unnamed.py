"""Command that gives a name to a player who was counted without one."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.commands.merge import merge_records
from players.services.records import Name, living, living_records, tell_names
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "player.give_name",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Gave “%(before)s” a name: %(name)s"),
)
def give_name(tx: Tx, player: Id, name: Name, new: bool = False) -> dict[str, Any]:
    """Give a name to a player who was counted without one. The entry, its receipts and its place stay.

    If one record has exactly this name, the entry goes to that person; otherwise the record gets the name.

    Args:
        player: the player without a name.
        name: of the person.
        new: whether the person is another one than the record with this name.

    Raises:
        Refused: the player has a name already (`has_name`), the name is empty (`bad_argument`), several records have
            it (`several`), or the person is in the event already (`both_inside`).
    """
    row = living(tx, player)
    if not row.unnamed:
        raise Refused("has_name", _("%(name)s already has a name.") % {"name": row.name})
    before, text = row.name, " ".join(name.split())
    if not text:
        raise Refused("bad_argument", _("A player needs a name."), fields={"name": _("must not be empty.")})
    known = [] if new else list(living_records().filter(name__iexact=text).order_by("pk")[:2])
    if len(known) > 1:
        message = _("Several players are called %(name)s. Merge the records afterwards on the player’s page.")
        raise Refused("several", message % {"name": text}, fields={"name": message % {"name": text}})
    tx.save(row, unnamed=False, **({} if known else {"name": text}))
    if known:
        merge_records(tx, row, known[0])
    else:
        tx.touch_players(row.pk)
        tell_names(tx)
    return {"before": before, "name": known[0].name if known else text}
