"""Scheduling of floor reviews after every relevant change."""

from functools import partial

from seating.models import Plan
from tourney.jobs import enqueue
from tourney.journal.tx import Tx
from tourney.services.prepared_writes import raise_column


def review_later(tx: Tx) -> None:
    """Request a review of the floor once the command is committed."""
    tx.on_commit(partial(enqueue, "seating.tasks.review_floor", tx.tournament.pk), once="review")


def mark_reviewed(event: int, seq: int) -> None:
    """Record up to which journal entry an event's floor was reviewed. Derived, so not journalled."""
    raise_column(Plan, event, "reviewed_seq", seq)
