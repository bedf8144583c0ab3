"""When the floor is looked at anew: after every change that matters, and found again should a job get lost."""

from functools import partial

from django.db import transaction

from seating.models import Plan
from tourney.jobs import enqueue
from tourney.journal.tx import Tx
from tourney.journal.undo import after_undo

_MATTERS = {"seating.seat", "seating.loan", "seating.plan", "tourney.entry", "seating.proposal"}


def review_later(tx: Tx) -> None:
    """Ask within an action for a review of the floor once it is committed."""
    tx.after(partial(enqueue, "seating.tasks.review_floor", tx.tournament.pk), once="review")


@after_undo
def what_is_put_back_is_looked_at(tx: Tx) -> None:
    """After an undo that moved people or tables the proposals are others."""
    if tx.is_of_tournament and any(change["model"] in _MATTERS for change in tx.changes):
        review_later(tx)


def mark_reviewed(event: int, seq: int) -> None:
    """Note up to which line of its journal an event's floor has been looked at. Derived, so no part of the journal."""
    with transaction.atomic():
        Plan.objects.filter(tournament=event, reviewed_seq__lt=seq).update(reviewed_seq=seq)
