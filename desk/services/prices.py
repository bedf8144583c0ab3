"""Amounts of money in words, in the format of the present language."""

from desk.rules.amounts import places_of, write_amount
from tourney.services.figures import formats, grouped

# Other currencies are written with their code.
_SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def decimal_mark() -> str:
    """Return the decimal mark: a comma in Germany, France and Italy, a point in Switzerland and in English."""
    return formats().decimal


def typed_decimals() -> str:
    """Return the marks that may be meant as a decimal mark: with a point on screens in Switzerland, people still
    type the comma of their language, which no language but English groups thousands with.
    """
    mark = decimal_mark()
    return mark if "," in (mark, formats().group) else mark + ","


def money_text(amount: int, currency: str) -> str:
    """Format minor units without currency: 1,250.00 (English), 1.250,00 (Germany), 1'250.00 (Switzerland)."""
    return write_amount(amount, places_of(currency), decimal=decimal_mark(), group=formats().group)


def price_text(amount: int, currency: str) -> str:
    """Format an amount with its currency; decimals only if there are any.

    €1,250 or CHF 1,250 in English, 1.250 € in Germany and Italy, 1 250 € in France, € 1.250 in Austria,
    CHF 1'250 in Switzerland. The same as `price` in static/shared/ui/money.js.
    """
    places = places_of(currency)
    whole = amount % 10**places == 0
    number = grouped(abs(amount) // 10**places) if whole else money_text(abs(amount), currency)
    text = with_currency(number, currency)
    return f"−{text}" if amount < 0 else text


def with_currency(figures: str, currency: str) -> str:
    """Add the currency to an amount that is already formatted, where the page's language puts it."""
    symbol, place = _SYMBOLS.get(currency, currency), formats().currency
    if place == "after":
        return f"{figures}\u00a0{symbol}"
    tight = place == "tight" and currency in _SYMBOLS
    return f"{symbol}{figures}" if tight else f"{symbol}\u00a0{figures}"
