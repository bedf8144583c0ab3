"""Display of names in public, by the book. Pure."""

from tourney.rulebooks.books.schema import Book


def shortens_guests(book: Book) -> bool:
    """Return whether the book shortens guests' names in public (Five Spades 5.8); False if it is silent."""
    policy = book.season.public_lists
    return policy is not None and policy.guests_shortened
