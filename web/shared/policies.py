"""What an event's rulebook says, to stand beside what it decides."""

from django.utils.translation import get_language

from tourney.models import Tournament
from tourney.rulebooks.books.compare import Side, side_by_side
from tourney.rulebooks.shelf import book_of


def policies_of(event: Tournament, section: str) -> dict[str, dict[str, object]]:
    """A chapter of the event's book: label and what is said, by the policy's name without its chapter.

    Args:
        event: whose book.
        section: "entering", "seating", …
    """
    book = book_of(event.book)
    for one in side_by_side(book, book, lang=get_language() or "en"):
        if one.key == section:
            return {row.key.partition(".")[2]: _said(row.label, row.a) for row in one.rows}
    raise KeyError(section)


def _said(label: str, side: Side) -> dict[str, object]:
    return {"label": label, "side": side}
