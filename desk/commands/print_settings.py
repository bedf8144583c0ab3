"""Commands for the print settings of receipts, seat cards and slips."""

from typing import Annotated, Any, Literal

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from desk.models import PrintSettings
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx

Picture = Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$")]


@command(
    "printing.set",
    permission=Permission.SET_REGISTRATION,
    scope="room",
    summary=lazy("Changed the print settings"),
)
def set_printing(
    tx: Tx,
    company: Annotated[str, Field(max_length=120)],
    address: Annotated[str, Field(max_length=200)] = "",
    tax_number: Annotated[str, Field(max_length=40)] = "",
    wifi_name: Annotated[str, Field(max_length=32)] = "",
    wifi_password: Annotated[str, Field(max_length=63)] = "",
    paper: Literal["roll", "a4", "a6", "letter"] = "roll",
) -> None:
    """Set the heading of receipts, seat cards and slips, and the paper they are printed on.

    Args:
        company: the issuer of the receipts; "" for the room's name alone.
        address: of the company, in one line.
        tax_number: printed on receipts.
        wifi_name: network for guests' phones, printed on seat cards.
        wifi_password: of that network; everybody may read it.
        paper: `roll` (80 mm), `a4`, `a6` or `letter`, the default when printing.
    """
    _save(
        tx,
        company=company.strip(),
        address=address.strip(),
        tax_number=tax_number.strip(),
        wifi_name=wifi_name.strip(),
        wifi_password=wifi_password.strip(),
        paper=paper,
    )


@command(
    "printing.logo",
    permission=Permission.SET_REGISTRATION,
    scope="room",
    summary=lazy("Changed the printed logo"),
)
def set_printed_logo(tx: Tx, logo: Picture) -> None:
    """Set the logo on everything that is printed.

    Args:
        logo: name of a stored picture; "" for none.
    """
    _save(tx, logo=logo)


def _save(tx: Tx, **columns: Any) -> None:
    row = PrintSettings.objects.filter(pk=1).first()
    if row is None:
        tx.create(PrintSettings, pk=1, **columns)
    else:
        tx.save(row, **columns)
