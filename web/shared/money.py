"""Money as the page's language writes and types it."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from desk.rules.amounts import AmountFault, places_of, read_amount, write_amount
from web.shared.figures import grouped
from web.shared.forms import Form

_DECIMALS = {"de": ",", "de-at": ","}


def decimal_mark() -> str:
    """The mark before decimals: a comma in Germany and Austria, a point in Switzerland and in English."""
    return _DECIMALS.get(get_language() or "", ".")


def money_text(amount: int, currency: str) -> str:
    """Minor units as an amount without its currency: 1,250.00 (English), 1.250,00 (Germany), 1'250.00 (Switzerland)."""
    # The group mark is what stands in a number that has one.
    group = grouped(1000)[1:-3]
    return write_amount(amount, places_of(currency), decimal=decimal_mark(), group=group)


def price_text(amount: int, currency: str) -> str:
    """An amount with its currency: "CHF 1'250.00"."""
    return f"{currency}\u00a0{money_text(amount, currency)}"


def sentence_of(fault: AmountFault, typed: str, currency: str) -> str:
    """Why something typed is no amount, with how to write it."""
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
    """The amount in a field of a form, in minor units; what is none is an error of the field, and 0.

    Args:
        form: as it was sent.
        name: of the field.
        currency: whose minor units.
        empty: what an empty field means; None where it must be filled in.
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
