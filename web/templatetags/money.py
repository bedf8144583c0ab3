"""Template filters for money."""

from django import template

from desk.rules.amounts import places_of
from desk.services.prices import money_text, price_text

register = template.Library()


@register.filter
def money(amount: int | None, currency: str) -> str:
    """Format minor units without currency; empty for None."""
    return "" if amount is None else money_text(amount, currency)


@register.filter
def minus(amount: int) -> int:
    """Negate an amount: what a drawer pays out is what a player receives."""
    return -amount


@register.filter
def decimals(currency: str) -> int:
    """Return the number of decimals of a currency."""
    return places_of(currency)


@register.filter
def price(amount: int | None, currency: str) -> str:
    """Format minor units with currency; empty for None."""
    return "" if amount is None else price_text(amount, currency)
