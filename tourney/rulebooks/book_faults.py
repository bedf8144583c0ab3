"""What is wrong with the text of a rulebook, in the reader's language: the loader says it in English.

Names of keys and values are those of the text. A reason of the TOML parser itself stays as it is.
"""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourney.services.figures import grouped

# What the loader and its schema say, and the same as a text with its parts by name.
FAULTS: tuple[tuple[str, Promise], ...] = (
    (r"There is no such key", _("This key does not exist.")),
    (r"This key is missing", _("This key is missing.")),
    (r"Character (?P<number>\d+) is half a character, not text", _("Character %(number)s is not text.")),
    (
        r"The text has (?P<size>[\d,]+) bytes; a book has at most (?P<most>[\d,]+)",
        _("The text has %(size)s bytes; a rulebook has at most %(most)s."),
    ),
    (
        r"Line (?P<line>\d+) has (?P<size>[\d,]+) characters; at most (?P<most>[\d,]+) are allowed",
        _("Line %(line)s has %(size)s characters; at most %(most)s are allowed."),
    ),
    (r"The text is nested too deeply", _("The text is nested too deeply.")),
    (r"Not valid TOML: (?P<why>.*)", _("Not valid TOML: %(why)s")),
    (r"The software carries out (?P<value>.*) only", _("The software supports only %(value)s.")),
    (
        r"Must be lower-case letters, digits and _, beginning with a letter",
        _("Use lower-case letters, digits and _, beginning with a letter."),
    ),
    (
        r"Must be a language's code of two lower-case letters",
        _("Enter the code of a language: two lower-case letters."),
    ),
    (
        r"Must be a currency's code of three capital letters",
        _("Enter the code of a currency: three capital letters."),
    ),
    (
        r"Must be a line of text, not blank, without control characters",
        _("Enter one line of text, not blank, without control characters."),
    ),
    (
        r"Invalid enum value (?P<value>.*); allowed: (?P<all>.*)",
        _("%(value)s is not possible here. Choose one of: %(all)s."),
    ),
    (r"Invalid enum value (?P<value>.*)", _("%(value)s is not possible here.")),
    (r"Expected `(?P<kind>[^`]*)`, got `(?P<given>[^`]*)`", _("Expected: %(kind)s. Given: %(given)s.")),
    (
        r"Expected `[^`]*` of length (?P<sign>>=|<=) (?P<size>\d+)",
        _("The length must be %(sign)s %(size)s."),
    ),
    (r"Expected `[^`]*` (?P<sign>>=|<=) (?P<size>-?\d+)", _("The number must be %(sign)s %(size)s.")),
    (r"(?P<names>.*) are given together or not at all", _("Give %(names)s together or not at all.")),
    (
        r"(?P<low>\w+) \((?P<first>-?\d+)\) is above (?P<high>\w+) \((?P<last>-?\d+)\)",
        _("%(low)s (%(first)s) is above %(high)s (%(last)s)."),
    ),
    (r"(?P<name>\w+) names the same thing twice", _("%(name)s names the same thing twice.")),
    (
        r"(?P<name>\w+) must not rise from one place to the next",
        _("%(name)s must not rise from place to place."),
    ),
    (
        r"(?P<name>\w+) must not shrink from one offence to the next",
        _("%(name)s must not decrease from one offence to the next."),
    ),
    (r"(?P<name>\w+) overlap or are out of order", _("%(name)s overlap or are out of order.")),
    (r"either (?P<one>\w+) or (?P<other>\w+) is needed", _("Either %(one)s or %(other)s is needed.")),
    (
        r"(?P<name>\w+) belongs to (?P<value>.*), and only there",
        _("%(name)s is possible with %(value)s only."),
    ),
    (r"(?P<name>\w+) belongs to (?P<value>\w+)", _("%(name)s is possible with %(value)s only.")),
    (r"(?P<name>\w+) contradicts (?P<other>\w+)", _("%(name)s contradicts %(other)s.")),
)
_PATTERNS = tuple((re.compile(pattern, re.DOTALL), text) for pattern, text in FAULTS)


def _grouped(part: str) -> str:
    """Group the thousands of a size as the reader's language does."""
    return grouped(int(part.replace(",", ""))) if re.fullmatch(r"\d{1,3}(,\d{3})+", part) else part


def fault_text(reason: str) -> str:
    """Return a reason of the loader in the reader's language; an unknown one as it is."""
    for pattern, text in _PATTERNS:
        found = pattern.fullmatch(reason)
        if found:
            return str(text) % {name: _grouped(part) for name, part in found.groupdict().items()}
    return reason
