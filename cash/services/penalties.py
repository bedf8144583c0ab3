"""Penalties that keep players from cash games."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from cash.models import CashPenalty
from players.models import Player
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.services.dates import time_text


def running_at(now: datetime) -> QuerySet[CashPenalty]:
    """Return the penalties that keep players from play at a time."""
    return CashPenalty.objects.filter(until__gt=now, lifted_at__isnull=True)


def running_of(players: Iterable[int], now: datetime) -> dict[int, CashPenalty]:
    """Return the running penalty of each player who has one, the one that ends last."""
    rows = running_at(now).filter(player__in=list(players)).order_by("until")
    return {row.player_id: row for row in rows}


def sitting_out(players: Iterable[int], now: datetime) -> set[int]:
    """Return the players who sit out a time penalty and are not excluded."""
    penalties = running_at(now).filter(player__in=list(players)).values_list("player", "kind")
    excluded = {player for player, kind in penalties if kind == "disqualification"}
    return {player for player, kind in penalties if kind == "time_out"} - excluded


def cash_history_of(player: int, now: datetime) -> list[dict[str, Any]]:
    """Return all penalties of a player in the cash room, newest first, as `history_of` those of events."""
    return [
        {
            "event": _("Cash room"),
            "kind": row.kind,
            "count": _minutes(row) if row.kind == "time_out" else None,
            "reason": row.reason,
            "rule": row.rule,
            "on": localdate(row.imposed_at),
            "outcome": "lifted" if row.lifted_at else "" if row.runs_at(now) else "served",
            "because": row.lifted_because,
        }
        for row in CashPenalty.objects.filter(player=player).order_by("-pk")
    ]


def _minutes(row: CashPenalty) -> int | None:
    return None if row.until is None else round((row.until - row.imposed_at).total_seconds() / 60)


def check_not_penalised(tx: Tx, player: Player) -> None:
    """Check that no penalty keeps a player from play.

    Raises:
        Refused: one runs (`penalised`).
    """
    row = running_of([player.pk], tx.now).get(player.pk)
    if row is None or row.until is None:
        return
    text = _("%(name)s sits out a penalty until %(time)s.")
    if row.kind == "disqualification":
        text = _("%(name)s is excluded from the cash games until %(time)s.")
    raise Refused("penalised", text % {"name": player.name, "time": time_text(row.until)}, row.rule)
