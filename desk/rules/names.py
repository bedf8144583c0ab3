"""Names in public, as a book has them. Pure."""

from tourney.rulebooks.books.schema import Book


def shortens_guests(book: Book) -> bool:
    """Whether the book has guests' names shortened in public (Five Spades 5.8). Silent books do not."""
    policy = book.season.public_lists
    return policy is not None and policy.guests_shortened
