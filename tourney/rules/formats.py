"""How each language writes numbers, money, places and days: one row for each language of the screens.

`static/shared/ui/format.js` has the same rows for the browser.
"""

from dataclasses import dataclass
from typing import Literal

# The narrow space of French numbers (U+202F) is in none of our typefaces.
_SPACE = "\u00a0"


@dataclass(frozen=True, slots=True)
class Formats:
    """The formats of one language.

    Attributes:
        group: between thousands. `decimal`: before decimals.
        currency: "tight" (€20, but CHF 20), "before" (CHF 20) or "after" (20 €).
        day: a date in figures, in Django's format.
        first_day: how the first day of a month is written, "" for as any other.
        first: suffix of the first place. `place`: of other places; "" for English suffixes.
        separator: between the columns of a file for spreadsheets.
        small_names: whether Django's names of days and months begin with a capital that the language does not have.
    """

    group: str
    decimal: str
    currency: Literal["tight", "before", "after"]
    day: str
    first_day: str = ""
    first: str = ""
    place: str = ""
    separator: Literal[",", ";"] = ";"
    small_names: bool = False


# English months are words, because 5/6 is in May for some readers and in June for others.
_ENGLISH = Formats(group=",", decimal=".", currency="tight", day="j M Y", separator=",")
FORMATS = {
    "en": _ENGLISH,
    "de": Formats(group=".", decimal=",", currency="after", day="d.m.Y", first=".", place="."),
    "de-at": Formats(group=".", decimal=",", currency="before", day="d.m.Y", first=".", place="."),
    "de-ch": Formats(group="'", decimal=".", currency="before", day="d.m.Y", first=".", place="."),
    "fr": Formats(_SPACE, ",", "after", "d/m/Y", first_day="1er", first="er", place="e"),
    "fr-ch": Formats("'", ".", "before", "d.m.Y", first_day="1er", first="er", place="e"),
    "it": Formats(".", ",", "after", "d/m/Y", first_day="1º", first="º", place="º", small_names=True),
    "it-ch": Formats("'", ".", "before", "d.m.Y", first_day="1º", first="º", place="º", small_names=True),
}


def formats_of(language: str | None) -> Formats:
    """Return the formats of a language, of its main variant if it is none of ours, or English."""
    code = (language or "").lower().replace("_", "-")
    return FORMATS.get(code) or FORMATS.get(code.partition("-")[0]) or _ENGLISH


def group_thousands(value: int, language: str | None) -> str:
    """Return a whole number with groups: 12,500 (en), 12.500 (de, it), 12 500 (fr), 12'500 (Switzerland)."""
    return f"{value:,}".replace(",", formats_of(language).group).replace("-", "−")
