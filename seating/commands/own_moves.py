"""Commands that players use on their own phones about their seats."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.services.current_player import current_player
from players.services.partners import held_by, players_of
from seating.commands.entries import event_is_open
from seating.models import Move
from seating.services.moves import confirm_arrivals
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry


@command(
    "self_service.arrive",
    permission=Permission.USE_SELF_SERVICE,
    boards=("floor", "map", "moves"),
    summary=lazy("%(name)s reported being at table %(table)s"),
)
def own_arrive(tx: Tx, move: Id) -> Any:
    """Confirm the caller's own arrival at the new table.

    Args:
        move: the caller's move, as the phone showed it; either player of a team confirms it.

    Raises:
        Refused: it does not exist or belongs to another player (`not_found`); it was confirmed already, or
            the player was moved elsewhere since (`not_under_way`).
    """
    player = current_player(tx)
    event_is_open(tx)
    own = Entry.objects.filter(held_by(player), tournament=tx.tournament)
    row = tx.get(Move, pk=move, tournament=tx.tournament, entry__in=own)
    if row.arrived_at is not None or row.dropped_at is not None:
        raise Refused("not_under_way", _("This move is no longer valid."))
    confirm_arrivals(tx, [row])
    tx.touch_players(*players_of(row.entry))
    return {"name": player.name, "table": row.to_table.table.number}
