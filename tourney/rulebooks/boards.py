"""Boards of the rulebooks."""

from dataclasses import asdict
from typing import Any

import msgspec

from tourney.models import BookCopy
from tourney.rulebooks.books.compare import side_by_side
from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book, policies, policy_at
from tourney.rulebooks.books.words import pick
from tourney.rulebooks.index import Chapter, IndexedRule, finder, indexes
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
    """List all rulebooks; `own`: edited by the room; `policies`: the number of policies it states."""
    own = set(BookCopy.objects.values_list("key", flat=True))
    return [_head(book, key in own) for key, book in books().items()]


def whole_book(key: str, *, lang: str) -> dict[str, Any]:
    """Show a book with every possible policy, in words and as data, with its rules.

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
    """Compare two books side by side.

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


def rules_found(question: str, *, book: str, lang: str) -> dict[str, Any]:
    """Find rules that answer a question, those of one book first; without a question, list that book's rules.

    Args:
        question: a rule number ("3.17", "munot 24"), words in English or the reader's language, or both; "" for the
            book's rules in order.
        book: key of the book whose rules go first.
        lang: language of the words.

    Raises:
        Refused: there is no such book.
    """
    first = book_of(book)
    key = index_key(first)
    if question.strip():
        rows = [
            (one.entry.book, one.entry.chapter, one.entry.rule)
            for one in finder(lang).find(question, first=key)
        ]
    else:
        rows = [(key, chapter.title, rule) for chapter in _chapters(key) for rule in chapter.rules]
    return {
        "question": question,
        "book": first.key,
        "title": first.title,
        # The rules are those of the shipped book, not of the room's edited copy.
        "edited": BookCopy.objects.filter(key=first.key).exists(),
        "complete": key in indexes() and indexes()[key].complete,
        "found": [
            _rule(
                first.short if one == key else shipped()[one].short, one, chapter, rule, lang=lang, first=key
            )
            for one, chapter, rule in rows
        ],
    }


def rules_marked(word: str, *, book: str, lang: str) -> list[dict[str, Any]]:
    """List rules of one book that have a word in the index ("self-dealt"), in its order.

    Raises:
        Refused: there is no such book.
    """
    first = book_of(book)
    key = index_key(first)
    return [
        _rule(first.short, key, chapter.title, rule, lang=lang, first=key)
        for chapter in _chapters(key)
        for rule in chapter.rules
        if word in rule.words.split()
    ]


def rules_by_staff(book: Book, *, lang: str) -> list[dict[str, Any]]:
    """List the rules of a cash book that neither a policy nor the settings of its games carry out.

    Books for tournaments state policies of many rules at once ("3.13.1-3"); nothing is listed for them.
    """
    key = index_key(book)
    if "cash" not in book.games:
        return []
    stated = {number for _key, policy in policies(book) for number in policy.rule.split(", ")}
    return [
        _rule(book.short, key, chapter.title, rule, lang=lang, first=key)
        for chapter in _chapters(key)
        for rule in chapter.rules
        if rule.number not in stated and "set-per-game" not in rule.words.split()
    ]


def index_key(book: Book) -> str:
    """Return the key of the shipped book with this book's rules: its own, or that of the original of a copy;
    "" for none.
    """
    if book.key in indexes():
        return book.key
    return next((key for key, one in shipped().items() if one.short == book.short), "")


def _chapters(key: str) -> tuple[Chapter, ...]:
    return indexes()[key].chapters if key in indexes() else ()


def _rule(
    short: str, book: str, chapter: tuple[str, ...], rule: IndexedRule, *, lang: str, first: str
) -> dict[str, Any]:
    other = pick(("de", "en", "en", "en"), lang)
    return {
        "book": book,
        "number": rule.number,
        "citation": f"{short} {rule.number}",
        "first": book == first,
        "chapter": pick(chapter, lang),
        "title": pick(rule.title, lang),
        "says": pick(rule.says, lang),
        "other": {"language": other, "title": pick(rule.title, other), "says": pick(rule.says, other)},
    }
