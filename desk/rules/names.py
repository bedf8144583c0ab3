"""Names in public, as a book and the person have it. Pure."""

from typing import Protocol

from tourney.names import public_name, shortened
from tourney.rulebooks.books.schema import Book

__all__ = ["Named", "public_name", "public_name_of", "shortened", "shortens_guests"]


class Named(Protocol):
    """Whoever has a name, such as a row of Player."""

    name: str
    nickname: str
    privacy: str


def shortens_guests(book: Book) -> bool:
    """Whether the book has guests' names shortened in public (Five Spades 5.8). Silent books do not."""
    policy = book.season.public_lists
    return policy is not None and policy.guests_shortened


def public_name_of(player: Named, book: Book, member: bool) -> str:
    """A player's name as everybody may read it at an event that is played by this book.

    Args:
        player: whose.
        book: of the event.
        member: whether they are a member today; a day's member is a guest (Five Spades 1.6, 1.7).
    """
    return public_name(
        player.name,
        player.nickname,
        player.privacy,
        guest=not member,
        shorten_guests=shortens_guests(book),
    )
