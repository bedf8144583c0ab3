"""Settings and rulebook of the cash room."""

from cash.models import CashSettings
from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import cached_in_command

_DEFAULT = "st_moritz_cash"


@cached_in_command
def cash_settings() -> CashSettings:
    """Return the settings of the cash room, or their defaults."""
    return CashSettings.objects.filter(id=1).first() or CashSettings(id=1)


def cash_book() -> Book:
    """Return the rulebook of the cash games: the chosen one, or the shipped book with cash rules."""
    key = cash_settings().book
    return book_of(key) if key else book_of(_DEFAULT)


def cash_books() -> list[str]:
    """Return the keys of shipped books that have cash rules."""
    return [key for key, book in shipped().items() if "cash" in book.games]
