"""When the floor is looked at anew: after every change that matters, and found again should a job get lost."""

import logging

import redis
from django.db import transaction
from kombu.exceptions import OperationalError

from seating.models import Plan
from tourney.journal.tx import Tx
from tourney.journal.undo import after_undo

log = logging.getLogger(__name__)
_MATTERS = {"seating.seat", "seating.loan", "seating.plan", "tourney.entry", "seating.proposal"}


def review_later(tx: Tx) -> None:
    """Ask within an action for a review of the floor once it is committed.

    If the job gets lost (the broker is away, no worker comes), the duty finds the event a second later.
    """
    event = tx.tournament.pk

    def follow() -> None:
        from seating.tasks import review_floor

        try:
            review_floor.apply_async((event,), expires=10, retry=False)
        # RuntimeError: another thread has just closed the pool of connections, because the broker is away.
        except (OperationalError, redis.RedisError, OSError, RuntimeError) as error:
            log.warning("The floor of event %s waits for its duty (%s).", event, error)

    tx.after(follow, once="review")


@after_undo
def what_is_put_back_is_looked_at(tx: Tx) -> None:
    """After an undo that moved people or tables the proposals are others."""
    if tx.is_of_tournament and any(change["model"] in _MATTERS for change in tx.changes):
        review_later(tx)


def mark_reviewed(event: int, seq: int) -> None:
    """Note up to which line of its journal an event's floor has been looked at. Derived, so no part of the journal."""
    with transaction.atomic():
        Plan.objects.filter(tournament=event, reviewed_seq__lt=seq).update(reviewed_seq=seq)
