"""Commands for vouchers and tickets: issue, extend, void."""

from datetime import date
from typing import Annotated, Any

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from desk.commands.drawers import Currency
from desk.commands.sales import MOST_MONEY
from desk.models import Ticket, Voucher
from desk.services.registration import check_sold
from desk.services.vouchers import issue_ticket, issue_voucher, unspent
from players.models import Player
from tourney.access.field_permissions import VOUCHER_NUMBER
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.services.dates import day_of

Number = Annotated[str, Field(min_length=1, max_length=40), VOUCHER_NUMBER]
Day = Annotated[str, Field(max_length=10, description="2027-03-31")]
# A printed voucher cannot be recalled by undoing a journal entry.
VOID_INSTEAD = lazy("The voucher has been issued. Void its number instead.")


def _summarise_issued(journal_entry: JournalEntry) -> str:
    count = journal_entry.arguments.get("count", 1)
    return ngettext("Issued a voucher", "Issued %(count)s vouchers", count) % {"count": count}


@command(
    "voucher.issue",
    permission=Permission.MANAGE_MONEY,
    scope="room",
    summary=_summarise_issued,
    undoable=False,
    undo_hint=VOID_INSTEAD,
    answer_permissions={"numbers": VOUCHER_NUMBER},
)
def issue_vouchers(
    tx: Tx,
    value: Annotated[int, Field(ge=1, le=MOST_MONEY, description="minor units")],
    count: Annotated[int, Field(ge=1, le=500)] = 1,
    note: Annotated[str, Field(max_length=200)] = "",
    currency: Currency | None = None,
    valid_until: Day | None = None,
) -> dict[str, Any]:
    """Issue vouchers, each of the same value and valid once.

    Args:
        value: of each.
        count: how many.
        note: purpose, for staff.
        currency: of the value; left out: the room's.
        valid_until: the last day they pay, "2027-03-31"; null for good.
    """
    worth, until = currency or tx.room.currency, _last_day(tx, valid_until)
    issued = [issue_voucher(tx, value, worth, note.strip(), valid_until=until) for _one in range(count)]
    return {"numbers": [one.number for one in issued]}


@command(
    "voucher.extend",
    permission=Permission.MANAGE_MONEY,
    scope="room",
    summary=lazy("Changed the last day of a voucher: %(number)s"),
)
def extend_voucher(tx: Tx, number: Number, valid_until: Day | None = None) -> None:
    """Change until when an unused voucher pays, also after it has expired.

    Args:
        number: as printed.
        valid_until: the last day it pays, "2027-03-31"; null for good.
    """
    voucher = unspent(tx, Voucher, number, "number")
    tx.save(voucher, valid_until=_last_day(tx, valid_until))


def _last_day(tx: Tx, text: str | None) -> date | None:
    if not text:
        return None
    day = day_of(text, "valid_until")
    if day < localdate(tx.now):
        message = _("This day has passed.")
        raise Refused("bad_argument", message, fields={"valid_until": message})
    return day


@command(
    "voucher.void",
    permission=Permission.MANAGE_MONEY,
    scope="room",
    summary=lazy("Voided a voucher: %(number)s"),
)
def void_voucher(tx: Tx, number: Number) -> None:
    """Void an unused voucher.

    Args:
        number: as printed.
    """
    tx.save(unspent(tx, Voucher, number, "number"), voided_at=tx.now)


@command(
    "ticket.issue",
    permission=Permission.MANAGE_MONEY,
    summary=lazy("Issued tickets for this event"),
    undoable=False,
    undo_hint=VOID_INSTEAD,
    answer_permissions={"numbers": VOUCHER_NUMBER},
)
def issue_tickets(
    tx: Tx,
    players: Annotated[list[Id], Field(max_length=500)],
    won_in: Id | None = None,
    unnamed: Annotated[int, Field(ge=0, le=500)] = 0,
) -> dict[str, Any]:
    """Issue tickets, each good for one buy-in of this event at its current price.

    Args:
        players: owners; a ticket each.
        won_in: the satellite in which they were won.
        unnamed: number of further tickets without an owner.
    """
    registration = check_sold(tx)
    if not players and not unnamed:
        raise Refused("bad_argument", _("Enter who it is for."), fields={"players": _("must not be empty.")})
    satellite = tx.get(Tournament, pk=won_in) if won_in is not None else None
    if satellite is not None and satellite.pk == tx.tournament.pk:
        raise Refused("bad_argument", _("An event can’t be its own satellite."))
    if registration.price == 0:
        raise Refused("costs_nothing", _("This event is free."))
    tickets = [
        issue_ticket(
            tx, tx.tournament, registration.price, registration.currency, player=player, won_in=satellite
        )
        for player in (
            *(tx.get(Player, pk=one, merged_into__isnull=True) for one in players),
            *[None] * unnamed,
        )
    ]
    return {"numbers": [ticket.number for ticket in tickets]}


@command(
    "ticket.void",
    permission=Permission.MANAGE_MONEY,
    summary=lazy("Voided a ticket: %(number)s"),
)
def void_ticket(tx: Tx, number: Number) -> None:
    """Void an unused ticket of this event.

    Args:
        number: as printed.
    """
    ticket = unspent(tx, Ticket, number, "number")
    if ticket.tournament_id != tx.tournament.pk:
        message = _("This ticket is for “%(event)s”.") % {"event": ticket.tournament.name}
        raise Refused("ticket_of_another_event", message)
    tx.save(ticket, voided_at=tx.now)
