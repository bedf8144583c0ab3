"""Search players by names, card and date of birth."""

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from players.models import Player
from tourney.rules.search_text import folded, joined

# At most this many records whose card begins alike are read to find its holder.
_MOST_CANDIDATES = 200
_AMOUNT_SIGNS = frozenset(".,")


def search_people(rows: QuerySet[Player], text: str) -> QuerySet[Player]:
    """Filter records by a text; those in which all its words begin a word come first.

    Umlauts are stored without dots and written out, so both spellings match. A number with separators, such
    as the card "X-4711" or the date "1990-05-30", counts as one word if a record has it.

    Args:
        rows: the records to search.
        text: parts of names, a card number, a year or date of birth; "" for all.
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
    """Find the one player with exactly this card number, ignoring case and separators.

    Args:
        rows: the records to search.
        text: as typed or scanned.
    """
    rows = rows.exclude(card="")
    # Same expression as in the index, so that the database uses it.
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
