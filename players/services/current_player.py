"""The player of a phone's link; players act only for themselves."""

from django.utils.translation import gettext as _

from players.models import Player
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Token
from tourney.rules.numbers import whole_number


def current_player(tx: Tx) -> Player:
    """Return the player whose phone sent the command, locked.

    Raises:
        Refused: the actor is no player, or their link was revoked (`no_player`).
    """
    kind, _colon, number = tx.actor.key.partition(":")
    found = None
    token = whole_number(number)
    if kind == "token" and token is not None:
        found = Token.objects.filter(pk=token, revoked_at__isnull=True, player__isnull=False).first()
    if found is None:
        raise Refused("no_player", _("This is only available on a player’s own page."))
    return tx.lock(Player, pk=found.player_id)
