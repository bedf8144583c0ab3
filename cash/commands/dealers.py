"""Command that sends the dealer of a cash table to another one, and what happens to dealers of tables that end."""

from typing import Annotated, Any, TypedDict

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
    answer, to = journal_entry.answer or {}, journal_entry.arguments.get("dealers_to")
    dealers, on_break = _names(answer.get("dealers")), _names(answer.get("on_break"))
    if to is None:
        names = ", ".join(filter(None, (on_break, dealers)))
        return _("; dealer on break: %(name)s") % {"name": names} if names else ""
    words = _("; dealer to table %(table)s: %(name)s") % {"table": to, "name": dealers} if dealers else ""
    return words + _why_on_break(to, on_break)


def _why_on_break(to: int, name: str) -> str:
    words = _("; dealer on break, because table %(table)s has a dealer: %(name)s")
    return words % {"table": to, "name": name} if name else ""


def _names(names: list[str] | None) -> str:
    return ", ".join(names or [])


class MovedDealers(TypedDict):
    """Where the dealers of a cash table went.

    Attributes:
        dealers: names of those who go on at the other table, and of logins that left this one.
        on_break: the dealer on the rota, if that one goes on break: no other table is named, or it has a dealer.
    """

    dealers: list[str]
    on_break: list[str]


def move_dealers(tx: Tx, table: CashTable, to: int | None, *, ends: bool) -> MovedDealers:
    """Send the dealer on the rota and the dealers' logins of a cash table to another one, and return where they went.

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
        raise Refused("same_table", _("The dealer is already at this table."))
    dealer, went = relieve_table(tx, table.table, None if target is None else target.table)
    logins = [] if ends and to is None else hand_over_logins(tx, table.table.number, to)
    rota = [dealer] if dealer else []
    if went is None:
        return {"dealers": logins, "on_break": rota}
    return {"dealers": [*rota, *logins], "on_break": []}


def _summarise_sent(journal_entry: JournalEntry) -> str:
    answer, to = journal_entry.answer or {}, journal_entry.arguments.get("dealers_to")
    dealers, on_break = _names(answer.get("dealers")), _names(answer.get("on_break"))
    values = {"table": journal_entry.arguments["table"], "to": to, "name": dealers}
    if to is not None and dealers:
        words = _("Moved the dealer of table %(table)s to table %(to)s: %(name)s") % values
        return words + _why_on_break(to, on_break)
    values["name"] = ", ".join(filter(None, (on_break, dealers)))
    words = _("Took the dealer off table %(table)s: %(name)s") % values
    return words if to is None else words + _("; on break, because table %(to)s has a dealer") % values


@command(
    "cash_table.send_dealer", permission=Permission.MANAGE_TABLES, scope="room", boards=("cash_floor",),
    summary=_summarise_sent,
)  # fmt: skip
def send_table_dealer(tx: Tx, table: Number, dealers_to: Number | None = None) -> Any:
    """Send the dealer of a cash table, with the login or tablet, to another cash table.

    Where that one has a dealer on the rota, the dealer goes on break.

    Args:
        table: number of the table.
        dealers_to: number of the other one; null: the dealer goes on break, and the tablet takes its next table.

    Raises:
        Refused: no cash game is played there (`no_cash_table`), it is the same table (`same_table`), or the table has
            no dealer (`no_dealer`).
    """
    moved = move_dealers(tx, open_table(tx, table), dealers_to, ends=False)
    if not moved["dealers"] and not moved["on_break"]:
        raise Refused("no_dealer", _("Table %(table)s has no dealer.") % {"table": table})
    return moved
