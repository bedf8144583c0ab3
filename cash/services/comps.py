"""Comps that players have earned by hours of play, used, and have left."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from cash.models import CashVisit, CompMove
from cash.rules.money import comps_earned
from cash.services.money import time_played
from cash.services.settings import cash_settings


@dataclass(frozen=True, slots=True)
class Comps:
    """Comps of a player, in minor units of one currency.

    Attributes:
        earned: by hours of play, and what staff added.
        used: what was handed out.
    """

    earned: int = 0
    used: int = 0

    @property
    def left(self) -> int:
        """Return what the player may still use."""
        return self.earned - self.used


def comps_of(players: Iterable[int], now: datetime, currency: str) -> dict[int, Comps]:
    """Return the comps of players in the room's currency, by player.

    A visit that has ended keeps the rate it ended with; one that lasts counts at the present rate. What was earned or
    used in another currency, before the room changed its own, is left out: amounts of two currencies do not add up.
    """
    wanted = list(players)
    visits = {row.pk: row for row in CashVisit.objects.filter(player__in=wanted)}
    present = cash_settings().comp_per_hour
    earned: dict[int, list[tuple[int, int]]] = {player: [] for player in wanted}
    for key, time in time_played(visits, now).items():
        visit = visits[key]
        if visit.comp_per_hour is None:
            earned[visit.player_id].append((time, present))
        elif visit.comp_currency == currency:
            earned[visit.player_id].append((time, visit.comp_per_hour))
    rows = CompMove.objects.filter(player__in=wanted, currency=currency).values_list("player").order_by()
    used = dict(rows.filter(amount__lt=0).annotate(Sum("amount")))
    added = dict(rows.filter(amount__gt=0).annotate(Sum("amount")))
    return {
        player: Comps(
            earned=comps_earned(earned[player]) + int(added.get(player, 0)),
            used=-int(used.get(player, 0)),
        )
        for player in wanted
    }
