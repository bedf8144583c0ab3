"""Periodic task of the prizes: lock them once entry is over."""

import logging

from prizes.commands.payouts import close_now
from prizes.models import Payout
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def lock_prizes() -> None:
    """Lock the prizes of every event whose entry is over."""
    rows = Payout.objects.filter(
        locked_at__isnull=True,
        locks_itself=True,
        reopened_by__isnull=True,
        tournament__closed_at__isnull=True,
    )
    for tournament_id in rows.values_list("tournament_id", flat=True):
        try:
            close_now(tournament_id)
        except Exception:
            log.exception("Updating the prizes of event %s failed.", tournament_id)
