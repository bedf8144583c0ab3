"""When the floor is looked at anew: after every change that matters, and found again should a job get lost."""

from functools import partial

from django.db import transaction

from seating.models import Plan
from tourney.jobs import enqueue
from tourney.journal.tx import Tx


def review_later(tx: Tx) -> None:
    """Ask within an action for a review of the floor once it is committed."""
    tx.on_commit(partial(enqueue, "seating.tasks.review_floor", tx.tournament.pk), once="review")


def mark_reviewed(event: int, seq: int) -> None:
    """Note up to which line of its journal an event's floor has been looked at. Derived, so no part of the journal."""
    with transaction.atomic():
        Plan.objects.filter(tournament=event, reviewed_seq__lt=seq).update(reviewed_seq=seq)
