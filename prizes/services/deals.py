"""Preconditions and versions of deals. Reads only."""

import hashlib
import json
from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from prizes.models import Deal, Payout, PrizePayment
from prizes.rules.payouts import Prize
from prizes.services.money import ladder_of
from prizes.services.places import is_complete
from prizes.services.results import deal_of, prizes_of
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of


def version_of(deal: Deal | None) -> str:
    """Return a text that changes with the shares of a deal; "" if there is none.

    Consents do not change it, so several people can record them at once.
    """
    if deal is None:
        return ""
    shares = [[share.entry_id, share.stack, share.amount] for share in deal.shares.all()]
    parts = [deal.pk, deal.state, deal.ladder, sorted(deal.mix.items()), deal.left, shares]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def deal_payments(event: Tournament) -> QuerySet[PrizePayment]:
    """Return payments of an event's deal that were not reversed."""
    return PrizePayment.objects.filter(
        entry__tournament=event, kind="deal", voids__isnull=True, voided_by__isnull=True
    )


def check_version(deal: Deal, seen: str | None) -> None:
    """Raise Refused (`deal_changed`) if the deal is not the version seen; None skips the check."""
    if seen is not None and seen != version_of(deal):
        raise Refused(
            "deal_changed", _("The deal has changed in the meantime. Check it before you continue.")
        )


def prizes_divided(event: Tournament, players: int) -> list[int]:
    """Cash of the places that so many players left would divide, in minor units; see `cash_divided`."""
    return cash_divided(ladder_of(event).prizes, players)


def cash_divided(prizes: Sequence[Prize], players: int) -> list[int]:
    """Cash of the places that so many players divide, the most first, in minor units.

    Tickets and prizes in kind can't be divided: they stay with their places and are played for. A place may so have
    less cash than one behind it; of what is divided only the amounts count.
    """
    return sorted((one.cash for one in prizes[:players]), reverse=True)


def check_not_closed(event: Tournament) -> None:
    """Raise Refused (`event_closed`) if an event is closed: its deal, and so its prizes, stay as they are."""
    if event.closed_at is not None:
        raise Refused("event_closed", _("This event is closed. Reopen it first."))


def is_all_divided(event: Tournament) -> bool:
    """Return whether a confirmed deal leaves nothing to play for: no cash, tickets or prizes in kind."""
    deal = deal_of(event)
    if deal is None or deal.state != "stands":
        return False
    return not any(one.cash or one.items for one in prizes_of(event)[: deal.shares.count()])


def check_deal_possible(event: Tournament) -> None:
    """Check that the players left may open a deal.

    Raises:
        Refused: the event is closed (`event_closed`); the book knows no deals (`no_deals`); the prizes are
            not locked (`payout_open`); there is a deal already (`deal_stands`); one of them has been paid
            (`paid_already`).
    """
    check_not_closed(event)
    book = book_of(event.book)
    policy = book.places.deals
    if policy is not None and not policy.allowed:
        raise Refused("no_deals", _("Deals are not possible in this event."), cite(book, policy))
    payout = Payout.objects.filter(tournament=event).first()
    if payout is None or payout.locked_at is None or not is_complete(event):
        raise Refused("payout_open", _("The prizes are not locked."))
    if deal_of(event) is not None:
        raise Refused("deal_stands", _("There is already a deal. Cancel it first."))
    if PrizePayment.objects.filter(entry__tournament=event, entry__out_at__isnull=True).exists():
        raise Refused("paid_already", _("One of these players has already been paid."))
