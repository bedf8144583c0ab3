"""Amounts of money in the format of the page's language."""

from django.utils.translation import gettext as _

from desk.rules.amounts import AmountFault, places_of, read_amount, write_amount
from desk.services.prices import decimal_mark, money_text, typed_decimals
from web.shared.forms import Form


def plain_money_text(amount: int, currency: str) -> str:
    """Format minor units for an input: 20, 1250 or 12.50, without groups, decimals only if there are any."""
    places = places_of(currency)
    if amount % 10**places == 0:
        return str(amount // 10**places)
    return write_amount(amount, places, decimal=decimal_mark(), group="")


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
        return read_amount(typed, places_of(currency), decimal=typed_decimals())
    except AmountFault as fault:
        form.fail(name, sentence_of(fault, typed, currency))
        return 0
