"""Players whose stacks are bagged in a closed event until a later stage is played. Reads only."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import F, QuerySet

from players.models import Partner
from stages.models import StageEvent
from tourney.models import Entry


def later_events_of(players: Collection[int] | None = None) -> dict[int, set[int]]:
    """Return open events of later stages, by player who has a stack in a closed event of a stage before.

    Args:
        players: None for all.
    """
    later: dict[int, set[int]] = defaultdict(set)
    # A closed event, and an open one of a stage after it.
    pairs = StageEvent.objects.filter(
        tournament__closed_at__isnull=False,
        stage__multi_stage_event__stages__number__gt=F("stage__number"),
        stage__multi_stage_event__stages__events__tournament__closed_at__isnull=True,
        stage__multi_stage_event__stages__events__isnull=False,
    )
    for closed, opened in pairs.values_list(
        "tournament_id", "stage__multi_stage_event__stages__events__tournament_id"
    ):
        later[closed].add(opened)
    found: dict[int, set[int]] = defaultdict(set)
    inside = Entry.objects.filter(tournament__in=later, out_at__isnull=True, voided_at__isnull=True)
    shared = Partner.objects.filter(entry__in=inside)
    for rows in (inside, shared):
        for player, event in _of(rows, players).values_list("player_id", "tournament_id"):
            found[player] |= later[event]
    return dict(found)


def _of(rows: QuerySet[Any], players: Collection[int] | None) -> QuerySet[Any]:
    return rows if players is None else rows.filter(player__in=players)
