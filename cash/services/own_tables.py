"""Check that a dealer works at the cash table that a command is about."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from seating.rules.ranges import write_numbers
from seating.services.dealer_tables import tables_of
from tourney.access.roles import Actor
from tourney.journal.refused import Refused


def at_own_cash_table(actor: Actor, _scope: int | None, given: Mapping[str, Any]) -> None:
    """Check the table number of a command of the room, in its argument `table`.

    Raises:
        Refused: the dealer's login has no table yet (`no_table`), or works at others (`other_table`).
    """
    own = tables_of(actor)
    if own is None or given["table"] in own:
        return
    if not own:
        raise Refused(
            "no_table", _("This login has no table yet. Choose one on the “Dealer” page, or ask the floor.")
        )
    words = {"own": write_numbers(sorted(own)), "number": given["table"]}
    message = _("This login works at table %(own)s, not at table %(number)s. The floor can change that.")
    raise Refused("other_table", message % words)
