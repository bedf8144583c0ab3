"""Memberships that count at an event."""

from datetime import date

from desk.models import Item
from desk.services.flights import flights_of
from players.models import Membership, Player
from players.services.memberships import memberships_on
from tourney.models import Tournament
from tourney.rulebooks.books.schema import Book


def held_at(event: Tournament, book: Book, player: Player, day: date) -> list[Membership]:
    """Return a player's memberships that count at an event on a day, confirmed or not."""
    held = list(memberships_on(day).filter(player=player))
    policy = book.entering.membership
    if policy is None or not policy.day_for_one_event:
        return held
    # A membership recorded without a sale belongs to no event yet.
    sold = Item.objects.filter(membership__in=held, corrects__isnull=True).exclude(
        tournament__in=flights_of(event)
    )
    others = set(sold.values_list("membership", flat=True))
    return [row for row in held if row.kind != "day" or row.pk not in others]
