"""Amounts of money in the format of the page's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from desk.rules.amounts import AmountFault, places_of, read_amount, write_amount
from tourney.services.figures import grouped
from web.shared.forms import Form

_DECIMALS = {"de": ",", "de-at": ","}
# Other currencies are written with their code.
_SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def decimal_mark() -> str:
    """Return the decimal mark: a comma in Germany and Austria, a point in Switzerland and in English."""
    return _DECIMALS.get(get_language() or "", ".")


def money_text(amount: int, currency: str) -> str:
    """Format minor units without currency: 1,250.00 (English), 1.250,00 (Germany), 1'250.00 (Switzerland)."""
    # Read the group mark from a formatted number.
    group = grouped(1000)[1:-3]
    return write_amount(amount, places_of(currency), decimal=decimal_mark(), group=group)


def plain_money_text(amount: int, currency: str) -> str:
    """Format minor units for an input: 20, 1250 or 12.50, without groups, decimals only if there are any."""
    places = places_of(currency)
    if amount % 10**places == 0:
        return str(amount // 10**places)
    return write_amount(amount, places, decimal=decimal_mark(), group="")


def price_text(amount: int, currency: str) -> str:
    """Format an amount with its currency; decimals only if there are any.

    €1,250 or CHF 1,250 in English, 1.250 € in Germany, € 1.250 in Austria, CHF 1'250 in Switzerland. The same as
    `price` in static/shared/ui/money.js.
    """
    places = places_of(currency)
    whole = amount % 10**places == 0
    number = grouped(abs(amount) // 10**places) if whole else money_text(abs(amount), currency)
    text = with_currency(number, currency)
    return f"−{text}" if amount < 0 else text


def with_currency(figures: str, currency: str) -> str:
    """Add the currency to an amount that is already formatted, where the page's language puts it."""
    language, symbol = get_language() or "", _SYMBOLS.get(currency, currency)
    if language == "de":
        return f"{figures}\u00a0{symbol}"
    tight = currency in _SYMBOLS and not language.startswith("de")
    return f"{symbol}{figures}" if tight else f"{symbol}\u00a0{figures}"


def sentence_of(fault: AmountFault, typed: str, currency: str) -> str:
    """Explain why an input is no amount, and the expected format."""
    example = money_text(1250, currency)
    match fault.code:
        case "unclear":
            text = _("“%(typed)s” is ambiguous; write all decimals, as in %(example)s.")
        case "too_fine":
            text = _("“%(typed)s” is less than the smallest coin of %(currency)s.")
        case "too_big":
            text = _("“%(typed)s” is more than the maximum amount.")
        case "negative":
            text = _("“%(typed)s” is negative; write the amount without a sign.")
        case _:
            text = _("“%(typed)s” is not an amount; write %(example)s.")
    return text % {"typed": typed[:30], "example": example, "currency": currency}


def amount_in(form: Form, name: str, currency: str, *, empty: int | None = None) -> int:
    """Return the amount in a form field, in minor units; an invalid one is an error of the field, and 0.

    Args:
        form: as submitted.
        name: of the field.
        currency: the currency of the amount.
        empty: value of an empty field; None if it is required.
    """
    typed = form.text(name)
    if not typed:
        if empty is None:
            form.fail(name, _("This field is required."))
        return empty or 0
    try:
        return read_amount(typed, places_of(currency), decimal=decimal_mark())
    except AmountFault as fault:
        form.fail(name, sentence_of(fault, typed, currency))
        return 0
