"""Search players by what is known of them: names, card, date of birth."""

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from tourney.models import Player
from tourney.rules.search_text import folded, joined

# More records than this that begin like a card's number are not read to find its holder.
_MOST_CANDIDATES = 200
_AMOUNT_SIGNS = frozenset(".,")


def search_people(rows: QuerySet[Player], text: str) -> QuerySet[Player]:
    """Filter records by a text; those in whom all its words begin a word come first.

    An umlaut is stored bare and written out, so it may be typed either way. A number with separators, such as the card
    "X-4711" or the date "1990-05-30", is one word where anybody has it.

    Args:
        rows: among whom.
        text: parts of names, a card's number, a year or date of birth; "" for all.
    """
    text = text.replace("\x00", "").strip()
    words = folded(text).split()
    if not words:
        return rows.none() if text else rows.order_by("name", "pk")
    one = joined(text)
    is_number = len(words) > 1 and len(text.split()) == 1 and any(sign.isdigit() for sign in one)
    if is_number and rows.filter(search__contains=f" {one}").exists():
        words = [one]
    begins = Q()
    for word in words:
        rows = rows.filter(search__contains=word)
        begins &= Q(search__contains=f" {word}")
    first = Case(When(begins, then=Value(0)), default=Value(1), output_field=IntegerField())
    return rows.annotate(first=first).order_by("first", "name", "pk")


def card_holder(rows: QuerySet[Player], text: str) -> Player | None:
    """Find the one player whose card has just this number, in whatever case and with whatever separators.

    Args:
        rows: among whom.
        text: as typed or scanned.
    """
    rows = rows.exclude(card="")
    # Said as the index says it, so that it is used.
    holder = rows.filter(card=text).first()
    if holder is not None:
        return holder
    one = joined(text)
    # A point or comma makes it an amount or a date: 15.00 is not the card 1500.
    if not any(sign.isdigit() for sign in one) or not _AMOUNT_SIGNS.isdisjoint(text):
        return None
    candidates = rows.filter(search__contains=f" {one}").values_list("pk", "card")[:_MOST_CANDIDATES]
    holders = [pk for pk, card in candidates if joined(card) == one]
    return rows.filter(pk=holders[0]).first() if len(holders) == 1 else None
