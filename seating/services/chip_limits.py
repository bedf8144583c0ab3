"""Numbers of chips that can be: nobody has more than are in play."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.field_counts import field_of


def can_be(tx: Tx, chips: int | None) -> None:
    """Look whether one player can have so many chips. Where the chips in play are not known, anything can be.

    Args:
        chips: noted of one player; None where nobody noted any.

    Raises:
        Refused: there are fewer in the whole event (`too_many_chips`).
    """
    most = field_of(tx.tournament).chips if chips else 0
    if chips and 0 < most < chips:
        message = _("There are only %(chips)s chips in play.")
        raise Refused("too_many_chips", message % {"chips": number_format(most, force_grouping=True)})
