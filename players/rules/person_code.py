"""The code beside a QR code that identifies a person, for typing. Pure.

"P47-54" is the person's number and two check digits, so that a mistyped code matches no one. The code
identifies a person at the desk. Together with the surname it shows the person's seat, which the seat lists show to
everybody. It grants no access: the link to the player's own page is in the QR code only.
"""

import re

# Two digits check a number by this remainder (ISO 7064, MOD 97-10): it detects every wrong digit and every swap of two.
_MODULUS = 97
# Keyboards and scanners differ in how they write a hyphen.
_SHAPE = re.compile(r"p\s?([1-9][0-9]{0,17})\s?[-–_/ß'’.]?\s?([0-9]{2})", re.IGNORECASE)


def code_of(player: int) -> str:
    """Return the code of a person."""
    return f"P{player}-{_check(player):02}"


def player_of(text: str) -> int | None:
    """Return the id in a typed code; None if the code is invalid."""
    found = _SHAPE.fullmatch(text.strip())
    if found is None:
        return None
    player = int(found[1])
    return player if int(found[2]) == _check(player) else None


def _check(number: int) -> int:
    return _MODULUS + 1 - number * 100 % _MODULUS
