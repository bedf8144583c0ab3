"""Prints of receipts, seat cards and links, as the journal records them."""

from typing import Literal

from desk.models import Item, Receipt
from tourney.models import JournalEntry

Printout = Literal["receipt", "seat_card", "link"]
# The argument of `desk.printed` that names what was printed.
NAMED: dict[Printout, str] = {"receipt": "receipt", "seat_card": "entry", "link": "booking"}


def was_printed(event: int, what: Printout, key: int) -> bool:
    """Return whether a print of a receipt, a seat card (by its entry) or a link (by its booking) is on record."""
    prints = JournalEntry.journal(event).filter(kind="desk.printed", arguments__what=what)
    return prints.filter(**{f"arguments__{NAMED[what]}": key}).exists()


def receipt_was_printed(row: Receipt) -> bool:
    """Return whether a receipt is on record as printed, alone or with those of other events paid together: they
    are on one printout.
    """
    receipts = Receipt.objects.filter(pk=row.pk)
    if row.together is not None:
        receipts = Receipt.objects.filter(together=row.together)
    keys = list(receipts.values_list("pk", flat=True))
    events = Item.objects.filter(receipt__in=keys).values("tournament")
    prints = JournalEntry.objects.filter(
        tournament__in=events, kind="desk.printed", arguments__what="receipt"
    )
    return prints.filter(arguments__receipt__in=keys).exists()
