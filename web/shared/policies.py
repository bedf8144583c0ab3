"""Policies of a rulebook, shown beside the fields they govern."""

from django.utils.translation import get_language

from tourney.models import Tournament
from tourney.rulebooks.books.compare import Side, section_of
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of


def policies_of(event: Tournament, section: str) -> dict[str, dict[str, object]]:
    """Return a section of the event's book: label and text, by the policy's name without its section.

    Args:
        event: the event.
        section: "entering", "seating", …

    Raises:
        KeyError: there is no such section.
    """
    return policies_in(book_of(event.book), section)


def policies_in(book: Book, section: str) -> dict[str, dict[str, object]]:
    """Return a section of a book: label and text, by the policy's name without its section.

    Raises:
        KeyError: there is no such section.
    """
    rows = section_of(section, book, book, lang=get_language() or "en").rows
    return {row.key.partition(".")[2]: _said(row.label, row.a) for row in rows}


def _said(label: str, side: Side) -> dict[str, object]:
    return {"label": label, "side": side}
