"""Vouchers and tickets, each numbered and good for one payment."""

import secrets
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from desk.models import Payment, Receipt, Ticket, Voucher
from desk.rules.vouchers import new_number, read_number
from players.models import Player
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.now import room_now
from tourney.services.dates import day_text

# Code and message of what is wrong with a voucher or ticket.
Fault = tuple[str, str]


def issue_voucher(
    tx: Tx, value: int, currency: str, note: str = "", *, valid_until: date | None = None
) -> Voucher:
    """Issue a voucher.

    Args:
        value: in minor units.
        currency: of the value.
        note: purpose, for staff.
        valid_until: the last day it is valid; None: no expiry.
    """
    number = new_number("V", secrets.randbelow)
    return tx.create(
        Voucher,
        number=number,
        value=value,
        currency=currency,
        issued_at=tx.now,
        note=note[:200],
        valid_until=valid_until,
    )


def validity_of(vouchers: Iterable[Voucher], today: date) -> date | None:
    """Return the last day of a voucher that replaces others: the earliest of theirs; None: no expiry.

    Args:
        vouchers: the replaced vouchers.
        today: vouchers expired by today are ignored.
    """
    days = [one.valid_until for one in vouchers if one.valid_until is not None and one.valid_until >= today]
    return min(days, default=None)


def came_from(receipt: Receipt) -> str:
    """Return the note on a voucher issued with a receipt."""
    return f"← {receipt}"


def voucher_of_prize(tx: Tx, receipt: Receipt) -> Voucher | None:
    """Return the voucher a prize was paid with, locked, when it is returned; None if it was voided meanwhile.

    Args:
        receipt: of the payment.

    Raises:
        Refused: it was spent (`voucher_spent`, with where).
    """
    given = Voucher.objects.filter(note=came_from(receipt), issued_at=receipt.at).first()
    if given is None or given.voided_at is not None:
        return None
    found: Voucher = _locked(tx, Voucher, given.number, "payment")
    return found


def issue_ticket(
    tx: Tx,
    event: Tournament,
    value: int,
    currency: str,
    *,
    player: Player | None = None,
    won_in: Tournament | None = None,
) -> Ticket:
    """Issue a ticket, good for one buy-in of an event.

    Args:
        event: the event it pays for.
        value: in minor units of the buy-in.
        currency: of the value.
        player: its owner; None: anyone may use it.
        won_in: the satellite it was won in.
    """
    return tx.create(
        Ticket,
        number=new_number("T", secrets.randbelow),
        tournament=event,
        won_in=won_in,
        player=player,
        value=value,
        currency=currency,
        issued_at=tx.now,
    )


def spendable_voucher(tx: Tx, number: str, currency: str, place: str) -> Voucher:
    """Return a voucher that may be spent now, locked.

    Args:
        number: as typed or scanned.
        currency: of the payment.
        place: the argument it came in, for the refusal.

    Raises:
        Refused: it does not exist, is void, was spent, has expired (`voucher_expired`), or has another
            currency.
    """
    found: Voucher = _locked(tx, Voucher, number, place)
    if (fault := _expired(found, localdate(tx.now))) is not None:
        raise _refused(fault, place)
    _in_currency(found.currency, currency, place)
    return found


def spendable_ticket(
    tx: Tx, number: str, currency: str, place: str, *, event: Tournament, player: Player
) -> Ticket:
    """Return a ticket that may be spent now, locked. Arguments as for `spendable_voucher`.

    Args:
        event: the event to pay for.
        player: the player who enters.

    Raises:
        Refused: as for a voucher; or it is for another event or another player.
    """
    found: Ticket = _locked(tx, Ticket, number, place)
    _in_currency(found.currency, currency, place)
    if found.tournament_id != event.pk:
        raise _refused(_of_another_event(found), place)
    if found.player_id is not None and found.player_id != player.pk:
        message = _("This ticket is for %(name)s only.") % {"name": Player.objects.get(pk=found.player_id)}
        raise Refused("ticket_of_another", message, fields={place: message})
    return found


def look_up(number: str, event_id: int, currency: str) -> tuple[Voucher | Ticket | None, str]:
    """Return a voucher or ticket by its number, and why it does not pay here.

    Args:
        number: as typed or scanned.
        event_id: the event to pay for.
        currency: of the payment.

    Returns:
        The voucher or ticket, None if there is none; what is wrong with it in the user's language, "" if
        valid.
    """
    read = read_number(number)
    row = None if read is None else _by_number(read)
    if row is None:
        return None, _unknown(number)[1]
    fault = _fault_of(row)
    if fault is None and isinstance(row, Voucher):
        fault = _expired(row, localdate(room_now()))
    if fault is None and isinstance(row, Ticket) and row.tournament_id != event_id:
        fault = _of_another_event(row)
    if fault is None and row.currency != currency:
        fault = _of_another_currency(row.currency, currency)
    return row, "" if fault is None else fault[1]


def _by_number(number: str) -> Voucher | Ticket | None:
    voucher = Voucher.objects.filter(number=number).first()
    return voucher or Ticket.objects.filter(number=number).select_related("tournament").first()


def unspent(tx: Tx, model: Any, number: str, place: str) -> Any:
    """Return a voucher or ticket that was neither spent nor voided, locked until the transaction ends.

    Raises:
        Refused: there is none (`unknown_voucher`), it is void (`voucher_void`), or was spent (`voucher_spent`, with
            where).
    """
    return _locked(tx, model, number, place)


def _locked(tx: Tx, model: Any, number: str, place: str) -> Any:
    read = read_number(number)
    if read is None:
        raise _refused(_unknown(number), place)
    try:
        row = tx.lock(model, number=read)
    except Refused:
        raise _refused(_unknown(number), place) from None
    if (fault := _fault_of(row)) is not None:
        raise _refused(fault, place)
    return row


def _in_currency(given: str, wanted: str, place: str) -> None:
    if given != wanted:
        raise _refused(_of_another_currency(given, wanted), place)


# ---- why a voucher or ticket is not valid: code and message ---------------------------------------------------------


def _refused(fault: Fault, place: str) -> Refused:
    code, message = fault
    return Refused(code, message, fields={place: message})


def _unknown(number: str) -> Fault:
    read = read_number(number)
    if read is None:
        message = _("“%(number)s” is not a valid number. Check it again.") % {"number": number[:20]}
    else:
        message = _("No voucher or ticket with the number %(number)s was issued here.") % {"number": read}
    return "unknown_voucher", message


def _fault_of(row: Voucher | Ticket) -> Fault | None:
    """Return what is wrong with a voucher or ticket at any event; None if it is valid."""
    if row.voided_at is not None:
        return "voucher_void", _("%(number)s is void.") % {"number": row.number}
    which = "voucher" if isinstance(row, Voucher) else "ticket"
    spent = (
        Payment.objects.filter(**{which: row})
        .select_related("receipt__player", "receipt__drawer__clerk")
        .first()
    )
    if spent is None:
        return None
    receipt = spent.receipt
    message = _("%(number)s has already been used: receipt %(receipt)s, %(name)s, accepted by %(clerk)s.")
    return "voucher_spent", message % {
        "number": row.number,
        "receipt": str(receipt),
        "name": receipt.player.name,
        "clerk": receipt.drawer.clerk.username,
    }


def _expired(voucher: Voucher, today: date) -> Fault | None:
    if voucher.valid_until is None or voucher.valid_until >= today:
        return None
    words = {"number": voucher.number, "day": day_text(voucher.valid_until)}
    return "voucher_expired", _("%(number)s expired: it was valid until %(day)s.") % words


def _of_another_event(ticket: Ticket) -> Fault:
    message = _("This ticket is for “%(event)s”.") % {"event": ticket.tournament.name}
    return "ticket_of_another_event", message


def _of_another_currency(given: str, wanted: str) -> Fault:
    words = {"given": given, "wanted": wanted}
    return "other_currency", _("This is worth %(given)s, but %(wanted)s is due.") % words
