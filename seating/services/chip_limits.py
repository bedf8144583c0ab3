"""Limits on chip counts: no stack exceeds the chips in play."""

from django.utils.translation import gettext as _

from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.field_counts import field_of
from tourney.services.figures import grouped


def can_be(tx: Tx, chips: int | None) -> None:
    """Refuse a stack that exceeds the chips in play. If those are unknown, accept any.

    Args:
        chips: recorded stack; None if not recorded.

    Raises:
        Refused: fewer chips are in play in the whole event (`too_many_chips`).
    """
    most = field_of(tx.tournament).chips if chips else 0
    if chips and 0 < most < chips:
        message = _("There are only %(chips)s chips in play.")
        raise Refused("too_many_chips", message % {"chips": grouped(most)})
