"""Nouns of the rulebooks."""

from dataclasses import asdict
from typing import Any

import msgspec

from tourney.models import BookCopy
from tourney.rulebooks.books.compare import side_by_side
from tourney.rulebooks.books.schema import Book, policies, policy_at
from tourney.rulebooks.shelf import book_of, books


def _head(book: Book, own: bool) -> dict[str, Any]:
    return {
        "key": book.key,
        "title": book.title,
        "short": book.short,
        "language": book.language,
        "based_on": book.based_on,
        "edition": book.edition,
        "games": list(book.games),
        "own": own,
        "policies": sum(1 for _policy in policies(book)),
    }


def shelf() -> list[dict[str, Any]]:
    """All rulebooks; `own` says whether the room has edited it, `policies` how many it states."""
    own = set(BookCopy.objects.values_list("key", flat=True))
    return [_head(book, key in own) for key, book in books().items()]


def whole_book(key: str, *, lang: str) -> dict[str, Any]:
    """A book with every policy there is, in words and as data, with the rule each rests on.

    Args:
        key: of the book.
        lang: language of the words.

    Raises:
        Refused: there is no such book.
    """
    book = book_of(key)
    own = BookCopy.objects.filter(key=key).exists()
    sections = []
    for section in side_by_side(book, book, lang=lang):
        rows = []
        for row in section.rows:
            policy = policy_at(book, row.key)
            values = None if policy is None else msgspec.to_builtins(policy)
            rows.append({"key": row.key, "label": row.label, **asdict(row.a), "values": values})
        sections.append({"key": section.key, "label": section.label, "policies": rows})
    return {**_head(book, own), "sections": sections}


def compared(a: str, b: str, *, lang: str) -> dict[str, Any]:
    """Two books side by side.

    Args:
        a, b: keys of the books.
        lang: language of the words.

    Raises:
        Refused: there is no such book.
    """
    left, right = book_of(a), book_of(b)
    sections = [
        {
            "key": section.key,
            "label": section.label,
            "differs": section.differs,
            "policies": [asdict(row) for row in section.rows],
        }
        for section in side_by_side(left, right, lang=lang)
    ]
    return {
        "a": {"key": left.key, "title": left.title},
        "b": {"key": right.key, "title": right.title},
        "sections": sections,
    }
