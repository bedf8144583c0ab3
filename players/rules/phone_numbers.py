"""Phone numbers in international format (E.164), read from what people type. Pure."""

# Longer texts are not phone numbers, whatever separators they have.
LONGEST_TYPED = 40
_FEWEST, _MOST = 6, 15
_SEPARATORS = frozenset(" \u00a0\u202f-./()")
_DIGITS = frozenset("0123456789")


def normalised_phone(typed: str) -> str | None:
    """Return a phone number as "+491701234567"; None if it is not an international number.

    Args:
        typed: with "+" or "00" and the country code; spaces, hyphens, dots, slashes and brackets are ignored.
    """
    if len(typed) > LONGEST_TYPED:
        return None
    number = "".join(sign for sign in typed if sign not in _SEPARATORS)
    number = f"+{number[2:]}" if number.startswith("00") else number
    digits = number[1:]
    is_number = number.startswith("+") and _DIGITS.issuperset(digits) and not digits.startswith("0")
    return number if is_number and _FEWEST <= len(digits) <= _MOST else None
