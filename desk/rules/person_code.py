"""The code beside a QR: who a seat card or receipt belongs to, for hands that type. Pure.

"P47-54": the person's number and two digits that check it, so that a slip of the hand means nobody, not somebody else.
It names a person at the desk and opens nothing; the way to the player's own page is in the QR alone.
"""

import re

# Two digits check a number by this remainder (ISO 7064, MOD 97-10): no wrong digit and no swap of two gets by.
_MODULUS = 97
# Keyboards and scanners differ in how they write a hyphen.
_SHAPE = re.compile(r"p\s?([1-9][0-9]{0,17})\s?[-–_/ß'’.]?\s?([0-9]{2})", re.IGNORECASE)


def code_of(player: int) -> str:
    """The code of a person by their id."""
    return f"P{player}-{_check(player):02}"


def player_of(text: str) -> int | None:
    """The id a typed code names; None where it is no code, or one that was mistyped."""
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        return None
    player = int(found[1])
    return player if int(found[2]) == _check(player) else None


def _check(number: int) -> int:
    return _MODULUS + 1 - number * 100 % _MODULUS
