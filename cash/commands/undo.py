"""Command by which a dealer undoes their own last action at a cash table."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cash.commands.money import MONEY_BOARDS
from cash.commands.tables import Number
from cash.services.own_tables import at_own_cash_table
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import own_line, put_back

_SECONDS = 60
# What dealers do at a table.
_PRESSES = {
    "cash_hand.finish",
    "cash_seat.away",
    "cash_seat.change",
    "cash_seat.count",
    "cash_seat.leave",
    "cash_seat.missed",
    "cash_seat.return",
    "cash_seat.top_up",
    "cash_table.answer_call",
    "cash_table.button",
    "cash_table.call_floor",
    "cash_table.collect_time",
    "cash_table.drop",
    "cash_table.tray",
    "dinner.end",
}


@command(
    "cash_table.undo", permission=Permission.DEAL, scope="room", boards=MONEY_BOARDS, check=at_own_cash_table,
    summary=lazy("Table %(table)s: undid #%(seq)s: %(text)s"),
)  # fmt: skip
def take_back(tx: Tx, table: Number, seq: Id) -> dict[str, Any]:
    """Undo an action of the same login or token at a cash table. Any other undo is up to the floor.

    Args:
        table: number of the table.
        seq: number of the journal entry.

    Raises:
        Refused: there is no such journal entry (`no_such_journal_entry`), it is not a dealer's action at this table
            (`not_of_the_table`), it is someone else's (`not_yours`), it is more than 60 seconds old (`too_late`), or
            it can't be undone (`changed_since`, `already_undone` and any other refusal of an undo).
    """
    line = own_line(tx, seq)
    if line.kind not in _PRESSES or line.arguments.get("table") != table:
        message = _("This was not done at table %(number)s. Ask the floor to undo it.")
        raise Refused("not_of_the_table", message % {"number": table})
    if tx.now - line.at > timedelta(seconds=_SECONDS):
        message = _("This was done more than %(seconds)s seconds ago. Ask the floor to undo it.")
        raise Refused("too_late", message % {"seconds": _SECONDS})
    return put_back(tx, None, seq)
