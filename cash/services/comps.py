"""Comps that players have earned by hours of play and not used."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Sum

from cash.models import CashVisit, CompMove
from cash.rules.money import comps_earned
from cash.services.money import time_played
from cash.services.settings import cash_settings


def comp_balance(players: Iterable[int], now: datetime) -> dict[int, int]:
    """Return the comps that players have left, in minor units of the room's currency, by player."""
    wanted = list(players)
    owners = dict(CashVisit.objects.filter(player__in=wanted).values_list("pk", "player_id"))
    played = dict.fromkeys(wanted, 0)
    for visit, time in time_played(owners, now).items():
        played[owners[visit]] += time
    rate = cash_settings().comp_per_hour
    used = dict(
        CompMove.objects.filter(player__in=wanted).values_list("player").annotate(Sum("amount")).order_by()
    )
    return {player: comps_earned(played[player], rate) + int(used.get(player, 0)) for player in wanted}
