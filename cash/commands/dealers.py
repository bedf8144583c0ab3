"""Command that sends the dealer of a cash table to another one, and what happens to dealers of tables that end."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import Field

from cash.models import CashTable
from cash.services.tables import open_table
from dealers.commands.dealers import relieve_table
from seating.commands.dealer_tables import hand_over_logins
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

Number = Annotated[int, Field(ge=1, le=100_000)]


def dealers_in_words(journal_entry: JournalEntry) -> str:
    """Return the end of a sentence in the journal: where the dealers of a table went; "" without dealers."""
    answer, given = journal_entry.answer or {}, journal_entry.arguments
    if not answer.get("dealers"):
        return ""
    words = {"name": ", ".join(answer["dealers"]), "table": given.get("dealers_to")}
    if given.get("dealers_to") is None:
        return _("; dealer on break: %(name)s") % words
    return _("; dealer to table %(table)s: %(name)s") % words


def move_dealers(tx: Tx, table: CashTable, to: int | None, *, ends: bool) -> list[str]:
    """Send the dealer on the rota and the dealers' logins of a cash table to another one, and return their names.

    Args:
        tx: the command.
        table: the table.
        to: number of an open cash table; None: the dealer goes on break.
        ends: whether the table is no longer played. Without another table, its logins keep it then: a tablet may be
            fixed to it, and any other one can take its next table (`dealer.take_table`).

    Raises:
        Refused: no cash game is played there (`no_cash_table`), or it is the same table (`same_table`).
    """
    target = None if to is None else open_table(tx, to)
    if target is not None and target.pk == table.pk:
        raise Refused("same_table", _("The dealer is at this table already."))
    dealer = relieve_table(tx, table.table, None if target is None else target.table)
    logins = [] if ends and to is None else hand_over_logins(tx, table.table.number, to)
    return [*([dealer] if dealer else []), *logins]


def _summarise_sent(journal_entry: JournalEntry) -> str:
    given = journal_entry.arguments
    words = _("Moved the dealer of table %(table)s to table %(to)s: %(name)s")
    if given.get("dealers_to") is None:
        words = _("Took the dealer off table %(table)s: %(name)s")
    names = ", ".join((journal_entry.answer or {}).get("dealers", []))
    return words % {"table": given["table"], "to": given.get("dealers_to"), "name": names}


@command(
    "cash_table.send_dealer", permission=Permission.MANAGE_TABLES, scope="room", boards=("cash_floor",),
    summary=_summarise_sent,
)  # fmt: skip
def send_table_dealer(tx: Tx, table: Number, dealers_to: Number | None = None) -> Any:
    """Send the dealer of a cash table, with the login or tablet, to another cash table.

    Args:
        table: number of the table.
        dealers_to: number of the other one; null: the dealer goes on break, and the tablet takes its next table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), it is the same table (`same_table`), or the table has
            no dealer (`no_dealer`).
    """
    names = move_dealers(tx, open_table(tx, table), dealers_to, ends=False)
    if not names:
        raise Refused("no_dealer", _("Table %(table)s has no dealer.") % {"table": table})
    return {"dealers": names}
