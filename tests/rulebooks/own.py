"""A room's own edition of a shipped book, for tests of what a policy does."""

from tests.fixtures.room import press
from tests.seating.people import HOUSE
from tourney.commands import save_book
from tourney.rulebooks.books import shipped_text


def own_edition(key: str, *changes: tuple[str, str]) -> str:
    """Save a shipped book with words of its text replaced; returns the key it is saved under."""
    text = shipped_text(key)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    own = f"own_{key}"
    press(save_book, by=HOUSE, key=own, text=text.replace(f'key = "{key}"', f'key = "{own}"', 1))
    return own
