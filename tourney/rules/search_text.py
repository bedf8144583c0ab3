"""Normalise words for searching: without case, accents and punctuation. Pure."""

import re
import unicodedata
from datetime import date

# Letters without a separate accent to remove.
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
# Spellings on keyboards without umlauts.
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Searched texts are not longer. Sorting many accents on one letter takes quadratic time.
_LONGEST = 1_000
_BETWEEN = re.compile(r"[^\w]+|_+")


def folded(text: str) -> str:
    """Return a text in lower case without accents, its words separated by one space: "Zoë O’Neill" → "zoe o
    neill".
    """
    parts = unicodedata.normalize("NFKD", text[:_LONGEST].lower().translate(_LETTERS))
    bare = "".join(one for one in parts if not unicodedata.combining(one))
    return _BETWEEN.sub(" ", bare).strip()


def joined(text: str) -> str:
    """Return a card number as one word: "X-4711" → "x4711"."""
    return folded(text).replace(" ", "")


def words_of(text: str) -> list[str]:
    """Return the words of a text for searching, umlauts both without dots and written out: "Jürg" → jurg,
    juerg.
    """
    composed = unicodedata.normalize("NFC", text[:_LONGEST].lower())
    found = [*folded(text).split(), *folded(composed.translate(_WRITTEN_OUT)).split()]
    return list(dict.fromkeys(found))


def search_text(name: str, nickname: str, card: str, born: date | None) -> str:
    """Return all words by which a person is found, each one after a space, so that the beginning of a word
    can be matched.

    Args:
        name, nickname: as written.
        card: its number, found by its parts and as one word.
        born: found by year (1990) and by date (30051990, 19900530).
    """
    parts = words_of(card)
    words = [*words_of(name), *words_of(nickname), *parts]
    if len(parts) > 1:
        words.append(joined(card))
    if born is not None:
        words += [f"{born.year:04}", f"{born:%d%m}{born.year:04}", f"{born.year:04}{born:%m%d}"]
    return "".join(f" {word}" for word in words)
