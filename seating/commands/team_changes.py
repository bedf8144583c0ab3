"""Command that records which of the two players of an entry plays now."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.models import Partner
from players.services.partners import JOINED
from seating.commands.entries import event_is_open, in_play
from seating.services.dealer_tables import at_table_of_entry
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "entry.change_player",
    permission=Permission.DEAL,
    check=at_table_of_entry,
    boards=("floor",),
    summary=lazy("%(name)s now plays for the team %(team)s"),
)
def change_player(tx: Tx, entry: Id, partner_plays: bool) -> Any:
    """Record between two hands that the other player of a team plays now. The stack, the seat and penalties stay.

    Args:
        entry: an entry in play that two players share.
        partner_plays: true: the partner; false: the player who registered.

    Raises:
        Refused: the entry has no partner (`no_partner`), or that player plays already (`plays_already`).
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    pair = Partner.objects.filter(entry=row).select_related("player").first()
    if pair is None:
        raise Refused("no_partner", _("%(name)s has no partner.") % {"name": row.player.name})
    name = pair.player.name if partner_plays else row.player.name
    if pair.plays == partner_plays:
        raise Refused("plays_already", _("%(name)s is already playing.") % {"name": name})
    tx.save(pair, plays=partner_plays, played_at=pair.played_at or (tx.now if partner_plays else None))
    tx.touch_players(row.player_id, pair.player_id)
    return {"name": name, "team": f"{row.player.name}{JOINED}{pair.player.name}"}
