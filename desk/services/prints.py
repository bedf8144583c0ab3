"""Prints of receipts, seat cards and links, as the journal records them."""

from typing import Literal

from tourney.models import JournalEntry

Paper = Literal["receipt", "seat_card", "link"]
# The argument of `desk.printed` that names what was printed.
NAMED: dict[Paper, str] = {"receipt": "receipt", "seat_card": "entry", "link": "booking"}


def was_printed(event: int, what: Paper, key: int) -> bool:
    """Return whether a print of a receipt, a seat card (by its entry) or a link (by its booking) is on record."""
    prints = JournalEntry.journal(event).filter(kind="desk.printed", arguments__what=what)
    return prints.filter(**{f"arguments__{NAMED[what]}": key}).exists()
