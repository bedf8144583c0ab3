"""Commands by which a dealer calls the floor to a cash table, and by which the call is answered."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.away import AWAY_BOARDS
from cash.commands.tables import Number
from cash.services.own_tables import at_own_cash_table
from cash.services.tables import open_table
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


@command(
    "cash_table.call_floor", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=lazy("Cash table %(table)s calls the floor"),
)  # fmt: skip
def call_floor_to_cash_table(tx: Tx, table: Number) -> Any:
    """Call the floor to a cash table.

    Args:
        table: number of the table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or the floor is called already (`called_already`).
    """
    row = open_table(tx, table)
    if row.floor_called_at is not None:
        raise Refused(
            "called_already", _("Table %(number)s has already called the floor.") % {"number": table}
        )
    tx.save(row, floor_called_at=tx.now)
    return {}


@command(
    "cash_table.answer_call", permission=Permission.DEAL, scope="room", boards=AWAY_BOARDS, check=at_own_cash_table,
    summary=lazy("Answered the call at cash table %(table)s"),
)  # fmt: skip
def answer_cash_call(tx: Tx, table: Number) -> Any:
    """Record that somebody of the floor has come to a cash table.

    Args:
        table: number of the table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or the floor is not called (`not_called`).
    """
    row = open_table(tx, table)
    if row.floor_called_at is None:
        raise Refused("not_called", _("Someone has already answered this call."))
    tx.save(row, floor_called_at=None)
    return {}
