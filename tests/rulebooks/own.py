"""A room's own edition of a shipped rulebook, for tests of a policy's effects."""

from tests.fixtures.room import press
from tests.seating.people import HOUSE
from tourney.commands import save_book
from tourney.rulebooks.books import shipped_text


def own_edition(key: str, *changes: tuple[str, str]) -> str:
    """Save a shipped rulebook with parts of its text replaced; return the key it is saved under."""
    text = shipped_text(key)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    own = f"own_{key}"
    press(save_book, by=HOUSE, key=own, text=text.replace(f'key = "{key}"', f'key = "{own}"', 1))
    return own
