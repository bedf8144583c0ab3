"""Check that chips that leave a cash table add up with its rows; where they don't, the floor explains it."""

from typing import Annotated

from django.utils.translation import gettext as _
from pydantic import Field

from cash.models import CashTable
from cash.services.money import table_totals
from cash.services.settings import cash_book
from desk.services.prices import price_text
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.rulebooks.books.schema import cite

Explanation = Annotated[str, Field(max_length=200)]


def check_takes(tx: Tx, table: CashTable, stake: int, explanation: str) -> str:
    """Return the explanation to keep if a player takes more chips than there are on the table; "" otherwise.

    Raises:
        Refused: they are more, and the floor has not explained it (`more_than_on_table`).
    """
    on_table = table_totals([table])[table.pk].on_table
    if stake <= on_table:
        return ""
    if explanation.strip() and tx.actor.may(Permission.SEAT_PLAYERS):
        return explanation.strip()
    values = {"amount": _price(table, on_table), "more": _price(table, stake - on_table)}
    text = _("The players of this table have %(amount)s on record. This is %(more)s more.") % values
    how = (
        _("Count again, or explain it.")
        if tx.actor.may(Permission.SEAT_PLAYERS)
        else _("Count again, or call the floor.")
    )
    book = cash_book()
    raise Refused(
        "more_than_on_table",
        f"{text} {how}",
        cite(book, book.cash.table_stakes),
        fields={"explanation": how},
    )


def check_adds_up(table: CashTable, explanation: str) -> str:
    """Return the explanation to keep if the chips of a table that closes don't add up; "" otherwise.

    Chips leave a table only with their owners (St. Moritz 14).

    Raises:
        Refused: they don't, and there is no explanation (`difference`).
    """
    left = table_totals([table])[table.pk].on_table
    if left == 0:
        return ""
    if explanation.strip():
        return explanation.strip()
    if left > 0:
        text = _(
            "%(amount)s is missing compared with what is on record here. Count rake and jackpot, or explain "
            "it."
        )
    else:
        text = _("The players took %(amount)s more than they had on record at this table. Explain it.")
    text %= {"amount": _price(table, abs(left))}
    book = cash_book()
    raise Refused("difference", text, cite(book, book.cash.table_stakes), fields={"explanation": text})


def _price(table: CashTable, amount: int) -> str:
    return price_text(amount, table.game.currency)
