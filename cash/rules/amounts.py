"""Amounts of cash games. Pure."""


def short_amount(amount: int, places: int = 2) -> str:
    """Return minor units without needless decimals, as on a table's sign: 1000 → "10", 50 → "0.50".

    Args:
        places: decimal places of the currency.
    """
    whole, rest = divmod(amount, 10**places)
    return f"{whole}.{rest:0{places}}" if rest else str(whole)
