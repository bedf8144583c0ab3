"""Memberships that are valid on a day or count at an event."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.timezone import localdate

from desk.models import Item, Membership
from desk.services.flights import flights_of
from tourney.models import Player, Tournament
from tourney.rulebooks.books.schema import Book


def memberships_on(day: date) -> QuerySet[Membership]:
    """Return memberships that hold on a day, confirmed or not."""
    return Membership.objects.filter(starts_on__lte=day, ends_on__gte=day, voided_at__isnull=True)


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


def is_member(player: Player, at: datetime) -> bool:
    """Return whether a player is a club member on the day of a given time. A day member is a guest (Five
    Spades 1.6, 1.7).
    """
    return memberships_on(localdate(at)).filter(player=player, kind="season").exists()


def members_among(players: QuerySet[Player] | list[int], day: date) -> set[int]:
    """Return which of these people are club members on a day, in one query."""
    rows = memberships_on(day).filter(player__in=players, kind="season")
    return set(rows.values_list("player_id", flat=True))
