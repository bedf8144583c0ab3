"""Policies of an event's rulebook, shown beside the fields they govern."""

from django.utils.translation import get_language

from tourney.models import Tournament
from tourney.rulebooks.books.compare import Side, side_by_side
from tourney.rulebooks.shelf import book_of


def policies_of(event: Tournament, section: str) -> dict[str, dict[str, object]]:
    """Return a section of the event's book: label and text, by the policy's name without its section.

    Args:
        event: the event.
        section: "entering", "seating", …
    """
    book = book_of(event.book)
    for one in side_by_side(book, book, lang=get_language() or "en"):
        if one.key == section:
            return {row.key.partition(".")[2]: _said(row.label, row.a) for row in one.rows}
    raise KeyError(section)


def _said(label: str, side: Side) -> dict[str, object]:
    return {"label": label, "side": side}
