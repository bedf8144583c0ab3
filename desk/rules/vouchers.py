"""Numbers of vouchers and tickets: hard to guess, with a check character against typing errors."""

from collections.abc import Callable

# 29 characters, a prime number. Without 0, I, L, O, U, which are misread, and Y, Z, which scanners that take
# themselves for a keyboard of another language type the other way round.
SIGNS = "123456789ABCDEFGHJKMNPQRSTVWX"
# Beside the first letter and the check sign; 29 to the 11th is more than 2 to the 53rd.
_RANDOM = 11
LENGTH = _RANDOM + 2


def new_number(letter: str, pick: Callable[[int], int]) -> str:
    """Return a new number.

    Args:
        letter: "V" for a voucher, "T" for a ticket.
        pick: random source; returns a number from 0 up to, not including, its argument.
    """
    body = letter + "".join(SIGNS[pick(len(SIGNS))] for _place in range(_RANDOM))
    return body + _check_sign(body)


def read_number(text: str) -> str | None:
    """Normalize a typed or scanned number: no spaces or dashes, upper case; None if it is invalid."""
    # A dash comes as ß, ? or ' from a scanner that takes itself for a keyboard of another language.
    number = "".join(sign for sign in text if sign not in " -–ß_?'").upper()
    if len(number) != LENGTH or any(sign not in SIGNS for sign in number):
        return None
    return number if _check_sign(number[:-1]) == number[-1] else None


def _check_sign(body: str) -> str:
    """Return the check character: a weighted sum modulo a prime, which detects every wrong character and
    every swap.
    """
    return SIGNS[sum(place * SIGNS.index(sign) for place, sign in enumerate(body, 1)) % len(SIGNS)]
