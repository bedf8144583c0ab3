"""How templates write money."""

from django import template

from desk.rules.amounts import places_of
from web.shared.money import money_text, price_text

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """Minor units as an amount without its currency; nothing for None."""
    return "" if amount is None else money_text(amount, currency)


@register.filter
def minus(amount: int) -> int:
    """The other sign: what a drawer pays out is what a player gets."""
    return -amount


@register.filter
def decimals(currency: str) -> int:
    """How many decimals amounts of a currency have."""
    return places_of(currency)


@register.filter
def price(amount: int | None, currency: str) -> str:
    """Minor units as an amount with its currency; nothing for None."""
    return "" if amount is None else price_text(amount, currency)
