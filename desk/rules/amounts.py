"""Read and write amounts of money. All other code uses integer minor units."""

import re

# Decimals of currencies (ISO 4217) that do not have two.
_NONE = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "UYI",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)
_THREE = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])
MOST = 10**12

# Longer text is rejected without parsing.
_LONGEST = 40
_BLANKS = "' ’\u00a0\u2009\u202f"
_SHAPE = re.compile(
    rf"(?P<whole>[1-9][0-9]{{0,2}}(?P<mark>[.,{_BLANKS}])[0-9]{{3}}(?:(?P=mark)[0-9]{{3}}){{0,4}}|[0-9]{{1,15}})"
    r"(?:(?P<point>[.,])(?P<rest>[0-9]{1,3}))?"
)


class AmountFault(Exception):
    """Why text is not an amount; `code` is one of "unclear", "too_fine", "too_big", "negative",
    "not_an_amount".
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def places_of(currency: str) -> int:
    """Return the number of decimals of a currency: 2 for CHF, 0 for JPY."""
    return 0 if currency in _NONE else 3 if currency in _THREE else 2


def read_amount(text: str, places: int, *, decimal: str) -> int:
    """Read an amount as people write it: 12, 12.50, 12,50, 1'250, 1.250,00.

    A single point or comma before one or two digits is a decimal mark in any language, because people mix
    them up; before three digits it groups, unless it is the language's decimal mark: then the amount is
    ambiguous.

    Args:
        text: what was typed, without spaces around it.
        places: decimals of the currency (`places_of`).
        decimal: the language's decimal mark, "." or ","; both if readers of the language may mean either.

    Returns:
        Minor units.

    Raises:
        AmountFault: it is not an amount, or it is ambiguous.
    """
    if len(text) > _LONGEST:
        raise AmountFault("not_an_amount")
    if re.match(r"[-−–]\s?[0-9]", text):
        raise AmountFault("negative")
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise AmountFault("not_an_amount")
    whole, mark, point, rest = found["whole"], found["mark"], found["point"], found["rest"] or ""
    if mark is not None and mark == point:
        raise AmountFault("not_an_amount")
    if mark is not None and mark in decimal and point is None and whole.count(mark) == 1:
        # "1.250" in English: a thousand and a quarter, or one and a quarter?
        if places < 3:
            raise AmountFault("unclear")
        whole, _mark, rest = whole.partition(mark)
    elif point is not None and mark is None and len(rest) == 3 and point not in decimal:
        # "1250,500" in English, "0,500": not a valid group.
        raise AmountFault("unclear")
    if len(rest) > places:
        raise AmountFault("too_fine")
    digits = "".join(sign for sign in whole if sign in "0123456789")
    scale: int = 10**places
    amount = int(digits) * scale + int(rest.ljust(places, "0") or 0)
    if amount > MOST:
        raise AmountFault("too_big")
    return amount


def write_amount(amount: int, places: int, *, decimal: str, group: str) -> str:
    """Format minor units as a decimal amount that `read_amount` reads back: 125000 → "1'250.00"."""
    units, rest = divmod(abs(amount), 10**places)
    text = f"{units:,}".replace(",", group)
    if places:
        text += f"{decimal}{rest:0{places}}"
    return f"−{text}" if amount < 0 else text
