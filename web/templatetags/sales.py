"""How templates name what the desk sells and how it is paid."""

from django import template

from desk.boards.printing import print_settings
from desk.models import Item, Payment, PrintSettings
from desk.services.name_list import entry_label
from web.shared.labels.sales import ITEMS, METHODS, PARTS, WANTS, WON
from web.shared.money import money_text

register = template.Library()


@register.simple_tag
def printed_heading() -> PrintSettings:
    """Return the print settings; read once for a whole sheet."""
    return print_settings()


@register.filter
def item_word(kind: str) -> str:
    """What is sold."""
    return str(ITEMS.get(kind, kind))


@register.filter(name="entry_label")
def entry_word(number: int) -> str:
    """Which of a player's entries it is."""
    return entry_label(number)


@register.filter
def method_word(method: str) -> str:
    """How it is paid."""
    return str(METHODS.get(method, method))


@register.filter
def part_word(part: str) -> str:
    """Where a part of the money goes."""
    return str(PARTS.get(part, part))


@register.filter
def wants_word(wants: str) -> str:
    """What somebody on the waiting list wants."""
    return str(WANTS.get(wants, wants))


@register.filter
def won_word(kind: str) -> str:
    """What a player has won it by."""
    return str(WON.get(kind, kind))


@register.filter
def parts(item: Item) -> list[tuple[str, int]]:
    """The parts a price is made of, those that are not nothing; none where there is only one."""
    found = [(str(PARTS[name]), getattr(item, name)) for name in PARTS if getattr(item, name)]
    return found if len(found) > 1 else []


@register.filter
def change(payment: Payment, currency: str) -> str:
    """The change given back."""
    return money_text((payment.tendered or payment.amount) - payment.amount, currency)
