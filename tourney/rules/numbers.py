"""Whole numbers in URLs and forms. Pure."""

# The longest number that every database accepts as a row's id.
_MOST_DIGITS = 18


def whole_number(text: str, digits: int = _MOST_DIGITS) -> int | None:
    """Read a number of ASCII digits; None for anything else ("²" is a digit to Python, but no number).

    Args:
        text: as sent.
        digits: maximum number of digits.
    """
    return int(text) if 0 < len(text) <= digits and text.isascii() and text.isdigit() else None


class IdConverter:
    """URL converter for row ids; ids out of range return 404."""

    regex = f"[0-9]{{1,{_MOST_DIGITS}}}"

    def to_python(self, value: str) -> int:
        """Parse the id."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Format the id."""
        return str(value)
