"""Memberships of the club: which hold on a day, and which count at an event."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.timezone import localdate

from desk.models import Item, Membership
from desk.services.flights import flights_of
from tourney.models import Player, Tournament
from tourney.rulebooks.books.schema import Book


def memberships_on(day: date) -> QuerySet[Membership]:
    """Memberships that hold on a day, confirmed or not."""
    return Membership.objects.filter(starts_on__lte=day, ends_on__gte=day, voided_at__isnull=True)


def held_at(event: Tournament, book: Book, player: Player, day: date) -> list[Membership]:
    """Memberships of somebody that count at an event on a day, confirmed or not."""
    held = list(memberships_on(day).filter(player=player))
    policy = book.entering.membership
    if policy is None or not policy.day_for_one_event:
        return held
    # One that was noted without a sale belongs to no event yet.
    sold = Item.objects.filter(membership__in=held, corrects__isnull=True).exclude(
        tournament__in=flights_of(event)
    )
    others = set(sold.values_list("membership", flat=True))
    return [row for row in held if row.kind != "day" or row.pk not in others]


def is_member(player: Player, at: datetime) -> bool:
    """Whether somebody is a member of the club on a moment's day. A day's member is a guest (Five Spades 1.6, 1.7)."""
    return memberships_on(localdate(at)).filter(player=player, kind="season").exists()


def members_among(players: QuerySet[Player] | list[int], day: date) -> set[int]:
    """Which of these people are members of the club on a day, with one query."""
    rows = memberships_on(day).filter(player__in=players, kind="season")
    return set(rows.values_list("player_id", flat=True))
