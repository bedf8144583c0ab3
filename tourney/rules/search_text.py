"""Words as they are looked for: without case, accents and punctuation. Pure."""

import re
import unicodedata
from datetime import date

# Letters that carry no accent of their own to be taken off.
_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
# As people write them who have no umlauts on their keyboard.
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Nothing that is looked for is longer. Sorting many accents on one letter takes the square of their number.
_LONGEST = 1_000
_BETWEEN = re.compile(r"[^\w]+|_+")


def folded(text: str) -> str:
    """A text in small letters without accents, its words apart by one blank: "Zoë O’Neill" → "zoe o neill"."""
    parts = unicodedata.normalize("NFKD", text[:_LONGEST].lower().translate(_LETTERS))
    bare = "".join(one for one in parts if not unicodedata.combining(one))
    return _BETWEEN.sub(" ", bare).strip()


def joined(text: str) -> str:
    """A number in one word, as a card is looked for: "X-4711" → "x4711"."""
    return folded(text).replace(" ", "")


def words_of(text: str) -> list[str]:
    """The words of a text as they are looked for, umlauts once bare and once written out: "Jürg" → jurg, juerg."""
    composed = unicodedata.normalize("NFC", text[:_LONGEST].lower())
    found = [*folded(text).split(), *folded(composed.translate(_WRITTEN_OUT)).split()]
    return list(dict.fromkeys(found))


def search_text(name: str, nickname: str, card: str, born: date | None) -> str:
    """All by which a person is found, each word with a blank before it, so that a beginning can be told from a middle.

    Args:
        name, nickname: as written.
        card: the number on it, found by its parts and in one word.
        born: found by year (1990) and by date (30051990, 19900530).
    """
    parts = words_of(card)
    words = [*words_of(name), *words_of(nickname), *parts]
    if len(parts) > 1:
        words.append(joined(card))
    if born is not None:
        words += [f"{born.year:04}", f"{born:%d%m}{born.year:04}", f"{born.year:04}{born:%m%d}"]
    return "".join(f" {word}" for word in words)
