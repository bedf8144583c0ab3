"""Whether a player may be put on a list of the cash room, or seated."""

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from cash.services.penalties import check_not_penalised
from desk.services.admission import check_ban, check_record
from desk.services.desk_settings import desk_settings
from players.models import Player
from players.rules.age import age_on
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


def check_may_play(tx: Tx, player: Player) -> None:
    """Check that a player may play in the cash room.

    Raises:
        Refused: the record was merged or anonymised (`merged`, `anonymised`), a ban holds today (`banned`), a penalty
            runs (`penalised`), or the player is known to be under the room's minimum age (`too_young`).
    """
    today = localdate(tx.now)
    check_record(player)
    check_ban(player, today, tx.actor)
    check_not_penalised(tx, player)
    years = desk_settings().minimum_age
    if player.birth_date is not None and age_on(player.birth_date, today) < years:
        raise Refused("too_young", _("%(name)s is under %(years)s.") % {"name": player.name, "years": years})
