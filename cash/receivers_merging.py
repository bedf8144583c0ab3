"""What the cash room does when two records of one player are merged."""

from django.utils.translation import gettext as _

from cash.models import CashVisit, ListEntry
from cash.models.lists import OPEN
from players.signals import Merge, before_merge
from tourney.journal.refused import Refused


@before_merge.connect
def _join_places(event: Merge) -> None:
    """Keep one place on each list, the better one.

    Raises:
        Refused: both records are seated (`both_inside`).
    """
    tx, goes, stays = event.tx, event.goes, event.stays
    if CashVisit.objects.filter(player__in=(goes, stays), ended_at__isnull=True).count() > 1:
        raise Refused("both_inside", _("Both are seated in the cash room. Let one of them leave first."))
    rows = ListEntry.objects.filter(player__in=(goes, stays), state__in=OPEN)
    best: dict[tuple[int, str], ListEntry] = {}
    # A called one comes first, then who has waited longest.
    for row in sorted(rows, key=lambda row: (row.state != "called", row.waiting_since, row.pk)):
        kept = best.setdefault((row.game_id, row.kind), row)
        if kept is not row:
            ended = {"called_at": None, "answer_until": None, "called_to": None, "coming": False}
            tx.save(row, state="left", ended_at=tx.now, **ended)
            tx.touch("cash_lists", "cash_floor")
