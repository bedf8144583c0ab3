"""Displays of running events hear of changes to seasons. Writes no rows."""

from django.db.models import Q

from seasons.models import Season, SeasonEvent
from tourney.journal.tx import Tx
from tourney.live.publish import publish_boards
from tourney.models import Tournament


def show_later(tx: Tx, season: Season | None = None) -> None:
    """Publish the ranking of a season in its open events once the command is committed.

    Args:
        season: the season; None: all of them.
    """

    def show() -> None:
        seasons = Season.objects.all() if season is None else Season.objects.filter(pk=season.pk)
        named = SeasonEvent.objects.filter(season__in=seasons).values("tournament")
        rows = Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True)
        rows = rows.filter(Q(book__in=seasons.values("book")) | Q(pk__in=named))
        for event in rows.values_list("pk", flat=True):
            publish_boards(f"t{event}", ["season_ranking"])

    tx.on_commit(show, once=f"season_ranking {'' if season is None else season.pk}")
