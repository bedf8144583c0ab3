"""The books that a room can choose: the shipped ones, and its own edited copies."""

import logging
from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tourney.journal.refused import Refused
from tourney.models import BookCopy
from tourney.rulebooks.book_faults import fault_text
from tourney.rulebooks.books.loader import DEFAULT_KEY, BookError, parse_book, shipped, shipped_text
from tourney.rulebooks.books.schema import Book
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_command

log = logging.getLogger(__name__)


_COPIES = PreparedQuery(lambda keys: BookCopy.objects.filter(key__in=keys))


@lru_cache(maxsize=64)
def _parsed(key: str, text: str) -> Book:
    return parse_book(text, source=f"{key}.toml")


@cached_in_command
def book_of(key: str) -> Book:
    """Return the book with this key; the room's own copy takes precedence over a shipped one.

    Raises:
        Refused: there is no such book (`unknown_book`).
    """
    found = books_of([key]).get(key)
    if found is None:
        raise Refused("unknown_book", _("There is no rulebook “%(key)s”.") % {"key": key[:40]})
    return found


def books_of(keys: Iterable[str]) -> dict[str, Book]:
    """Return several books by key, with one query; unknown keys are left out."""
    wanted = set(keys)
    if len(wanted) == 1:
        (key,) = wanted
        book = _book(key)
        return {} if book is None else {key: book}
    return _read_books(wanted)


@cached_in_command
def _book(key: str) -> Book | None:
    return _read_books({key}).get(key)


def _read_books(wanted: set[str]) -> dict[str, Book]:
    copies = {copy.key: copy for copy in _COPIES.all(sorted(wanted))}
    found = {}
    for key in wanted:
        book = _own(copies[key]) if key in copies else shipped().get(key)
        if book is not None:
            found[key] = book
    return found


def _own(copy: BookCopy) -> Book:
    """Return the room's own edition. One that has become invalid must not stop the room."""
    try:
        return _parsed(copy.key, copy.text)
    except BookError as error:
        instead = shipped().get(copy.key) or shipped()[DEFAULT_KEY]
        log.error(
            "Cannot read the room's rulebook %s; using %s until it is corrected. %s",
            copy.key,
            instead.key,
            error,
        )
        return instead


def books() -> dict[str, Book]:
    """Return all books by key, shipped ones first."""
    return {**shipped(), **{copy.key: _own(copy) for copy in BookCopy.objects.all()}}


def text_of_book(key: str) -> str:
    """Return the whole text of a book, for reading or editing.

    Raises:
        Refused: there is no such book (`unknown_book`).
    """
    copy = BookCopy.objects.filter(key=key).first()
    if copy is not None:
        return copy.text
    book_of(key)
    return shipped_text(key)


def checked_text(key: str, text: str) -> Book:
    """Parse an edited book.

    Raises:
        Refused: it is wrong (`wrong_book`), with key and reason.
    """
    try:
        book = parse_book(text, source=f"{key}.toml")
    except BookError as error:
        parts = (error.source, error.key, fault_text(error.reason))
        message = (pgettext("after a label", ":") + " ").join(part for part in parts if part)
        raise Refused("wrong_book", message, fields={"text": message}) from None
    if book.key != key:
        message = _("The text says key = “%(inside)s”, but the rulebook is being saved as “%(key)s”.")
        text = message % {"inside": book.key, "key": key}
        raise Refused("wrong_book", text, fields={"key": text})
    return book
