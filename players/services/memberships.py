"""Memberships that are valid on a day."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.timezone import localdate

from players.models import Membership, Player


def memberships_on(day: date) -> QuerySet[Membership]:
    """Return memberships that hold on a day, confirmed or not."""
    return Membership.objects.filter(starts_on__lte=day, ends_on__gte=day, voided_at__isnull=True)


def is_member(player: Player, at: datetime) -> bool:
    """Return whether a player is a club member on the day of a given time. A day member is a guest (Five
    Spades 1.6, 1.7).
    """
    return memberships_on(localdate(at)).filter(player=player, kind="season").exists()


def members_among(players: QuerySet[Player] | list[int], day: date) -> set[int]:
    """Return which of these people are club members on a day, in one query."""
    rows = memberships_on(day).filter(player__in=players, kind="season")
    return set(rows.values_list("player_id", flat=True))
