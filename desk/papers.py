"""Vouchers and tickets: paper with a number, worth something here once."""

import secrets
from typing import Any

from django.utils.translation import gettext as _

from desk.models import Payment, Receipt, Ticket, Voucher
from desk.rules.papers import new_number, read_number
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Player, Tournament


def issue_voucher(tx: Tx, value: int, currency: str, note: str = "") -> Voucher:
    """A new voucher.

    Args:
        value: in minor units.
        currency: of the value.
        note: what it is for, to staff.
    """
    number = new_number("V", secrets.randbelow)
    return tx.create(
        Voucher, number=number, value=value, currency=currency, issued_at=tx.now, note=note[:200]
    )


def came_from(receipt: Receipt) -> str:
    """The note on a voucher that was given out with a receipt."""
    return f"← {receipt}"


def voucher_of_prize(tx: Tx, receipt: Receipt) -> Voucher | None:
    """The voucher a prize was paid with, locked, as it comes back; None where it was declared void meanwhile.

    Args:
        receipt: of the payment.

    Raises:
        Refused: it was spent (`paper_spent`, with where).
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
    """A new ticket, good for one buy-in of an event.

    Args:
        event: what it opens.
        value: what it pays of the buy-in, in minor units.
        currency: of the value.
        player: whose it is; None for whoever brings it.
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
    """A voucher that may be spent now, locked.

    Args:
        number: as typed or scanned.
        currency: of what it is to pay.
        place: the argument it came in, for the refusal.

    Raises:
        Refused: it is none, is void, was spent, or is worth another currency.
    """
    found: Voucher = _locked(tx, Voucher, number, place)
    _in_currency(found.currency, currency, place)
    return found


def spendable_ticket(
    tx: Tx, number: str, currency: str, place: str, *, event: Tournament, player: Player
) -> Ticket:
    """A ticket that may be spent now, locked. Arguments as for a voucher.

    Args:
        event: what is to be paid with it.
        player: for whom.

    Raises:
        Refused: as for a voucher; or it opens another event, or is somebody else's.
    """
    found: Ticket = _locked(tx, Ticket, number, place)
    _in_currency(found.currency, currency, place)
    if found.tournament_id != event.pk:
        message = _("This ticket is for “%(event)s”.") % {"event": found.tournament.name}
        raise Refused("ticket_of_another_event", message, fields={place: message})
    if found.player_id is not None and found.player_id != player.pk:
        message = _("This ticket is in the name of %(name)s.") % {
            "name": Player.objects.get(pk=found.player_id)
        }
        raise Refused("ticket_of_another", message, fields={place: message})
    return found


def unspent(tx: Tx, model: Any, number: str, place: str) -> Any:
    """A voucher or ticket that was neither spent nor voided, locked until the transaction ends.

    Raises:
        Refused: there is none (`unknown_paper`), it is void (`paper_void`), or was spent (`paper_spent`, with where).
    """
    return _locked(tx, model, number, place)


def _locked(tx: Tx, model: Any, number: str, place: str) -> Any:
    read = read_number(number)
    if read is None:
        message = _("“%(number)s” is not such a number. Look at it again.") % {"number": number[:20]}
        raise Refused("unknown_paper", message, fields={place: message})
    try:
        row = tx.lock(model, number=read)
    except Refused:
        message = _("No paper with the number %(number)s was given out here.") % {"number": read}
        raise Refused("unknown_paper", message, fields={place: message}) from None
    if row.voided_at is not None:
        message = _("%(number)s was declared void.") % {"number": read}
        raise Refused("paper_void", message, fields={place: message})
    spent = (
        Payment.objects.filter(**{model._meta.model_name: row})
        .select_related("receipt__player", "receipt__drawer__clerk")
        .first()
    )
    if spent is not None:
        receipt = spent.receipt
        message = _("%(number)s was spent already: receipt %(receipt)s, %(name)s, taken in by %(clerk)s.") % {
            "number": read,
            "receipt": str(receipt),
            "name": receipt.player.name,
            "clerk": receipt.drawer.clerk.username,
        }
        raise Refused("paper_spent", message, fields={place: message})
    return row


def _in_currency(given: str, wanted: str, place: str) -> None:
    if given != wanted:
        message = _("This is worth %(given)s, but %(wanted)s are to be paid.") % {
            "given": given,
            "wanted": wanted,
        }
        raise Refused("other_currency", message, fields={place: message})
