"""Displays of running events hear of changes to a season. Writes no rows."""

from seasons.models import Season
from tourney.journal.tx import Tx
from tourney.live.publish import publish_boards
from tourney.models import Tournament


def show_later(tx: Tx, season: Season) -> None:
    """Publish the season's ranking in open events once the command is committed."""

    def show() -> None:
        rows = Tournament.objects.filter(closed_at__isnull=True, demo_speed__isnull=True, book=season.book)
        for event in rows.values_list("pk", flat=True):
            publish_boards(f"t{event}", ["season_ranking"])

    tx.on_commit(show, once="season_ranking")
