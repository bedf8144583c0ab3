"""Texts of the player's page for its scripts."""

from notifications.services.texts import PHONE_WORDS
from web.shared.texts import WORDS

# Texts of other screens that the page needs.
_SHARED = ("clock.", "ante.", "entry.", "prize.")
_SHARED_WORDS = {"page.closed", "page.running", "big_blinds", "page.alone", "page.results", "page.stale"}


def phone_words() -> dict[str, str]:
    """Return all texts of the player's page in the reader's language."""
    shared = {
        key: str(text) for key, text in WORDS.items() if key.startswith(_SHARED) or key in _SHARED_WORDS
    }
    return shared | {key: str(text) for key, text in PHONE_WORDS.items()}
