"""Commands for the room's own editions of rulebooks."""

import re
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import BookCopy, Tournament
from tourney.rulebooks.books.loader import shipped
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of, checked_text
from tourney.signals import BookRemoved, book_removed


def _levels_go_on_changing(key: str, new: Book) -> None:
    """Refuse an edition that would change how levels of an open event change, past ones included."""
    events = Tournament.objects.filter(book=key, closed_at__isnull=True)
    if not events.exists():
        return
    old = book_of(key).clock.new_level
    policy = new.clock.new_level
    if (old.starts if old else "by_itself") != (policy.starts if policy else "by_itself"):
        message = _(
            "“%(event)s” uses this rulebook, and its level change (clock.new_level.starts) can’t be "
            "edited during the event. Save this edition under another key and assign it to the event."
        )
        raise Refused("book_in_play", message % {"event": events[0].name})


@command(
    "book.save", permission=Permission.EDIT_BOOKS, scope="room", summary=lazy("Saved the rulebook “%(key)s”")
)
def save_book(
    tx: Tx,
    key: Annotated[str, Field(min_length=1, max_length=40)],
    text: Annotated[str, Field(max_length=200_000)],
) -> None:
    """Save the room's own edition of a rulebook.

    Args:
        key: its name in the room: lower-case letters, digits and underscores.
        text: the whole book as TOML.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        message = _("A rulebook key consists of lower-case letters, digits and underscores.")
        raise Refused("bad_argument", message, fields={"key": message})
    _levels_go_on_changing(key, checked_text(key, text))
    copy = BookCopy.objects.filter(key=key).first()
    if copy is None:
        tx.create(BookCopy, key=key, text=text)
    else:
        tx.save(copy, text=text)


@command(
    "book.remove",
    permission=Permission.EDIT_BOOKS,
    scope="room",
    summary=lazy("Removed the room’s rulebook “%(key)s”"),
)
def remove_book(tx: Tx, key: str) -> None:
    """Remove the room's own edition of a rulebook. A supplied edition with the same key applies again.

    Args:
        key: of the edition.
    """
    copy = tx.get(BookCopy, key=key)
    if key in shipped():
        _levels_go_on_changing(key, shipped()[key])
    tx.delete(copy)
    check_books_exist(tx)


def check_books_exist(tx: Tx) -> None:
    """Check that the rulebooks of the room and of all events, closed ones included, can still be read, and those that
    other rows need.
    """
    for key in {tx.room.book, *Tournament.objects.values_list("book", flat=True).distinct()}:
        book_of(key)
    book_removed.send(BookRemoved(tx))
