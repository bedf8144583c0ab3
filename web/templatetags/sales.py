"""Template filters for items, payments and prices."""

from django import template

from desk.boards.printing import print_settings
from desk.models import Item, Payment, PrintSettings
from desk.services.name_list import entry_label
from desk.services.prices import money_text
from web.shared.labels.sales import ITEMS, METHODS, PARTS, WANTS, WON

register = template.Library()


@register.simple_tag
def printed_heading() -> PrintSettings:
    """Return the print settings; read once for a whole sheet."""
    return print_settings()


@register.filter
def item_word(kind: str) -> str:
    """Return the label of an item."""
    return str(ITEMS.get(kind, kind))


@register.filter(name="entry_label")
def entry_word(number: int) -> str:
    """Return the label of an entry kind: first entry or re-entry."""
    return entry_label(number)


@register.filter
def method_word(method: str) -> str:
    """Return the label of a payment method."""
    return str(METHODS.get(method, method))


@register.filter
def part_word(part: str) -> str:
    """Return the label of a part of the price."""
    return str(PARTS.get(part, part))


@register.filter
def wants_word(wants: str) -> str:
    """Return the label of what a player on the waiting list wants."""
    return str(WANTS.get(wants, wants))


@register.filter
def won_word(kind: str) -> str:
    """Return the label of the reason a player has won it."""
    return str(WON.get(kind, kind))


@register.filter
def parts(item: Item) -> list[tuple[str, int]]:
    """Return the non-zero parts of a price; none if there is only one."""
    found = [(str(PARTS[name]), getattr(item, name)) for name in PARTS if getattr(item, name)]
    return found if len(found) > 1 else []


@register.filter
def change(payment: Payment, currency: str) -> str:
    """Return the change given back."""
    return money_text((payment.tendered or payment.amount) - payment.amount, currency)
