"""Amounts of cash games. Pure."""


def short_amount(amount: int) -> str:
    """Return minor units without needless decimals, as on a table's sign: 1000 → "10", 50 → "0.50"."""
    whole, rest = divmod(amount, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)
