"""Periodic tasks of the desk."""

import logging

from desk.commands.registration_due import take_due_of
from desk.commands.waiting_list import process_waiting_list_if_due
from desk.models import Booking, Registration
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def close_registrations() -> None:
    """Process due starts and closings of registration in every event; an error in one does not block the
    others.
    """
    rows = Registration.objects.filter(closed_at__isnull=True, tournament__closed_at__isnull=True)
    for tournament_id in rows.values_list("tournament_id", flat=True):
        try:
            take_due_of(tournament_id)
        except Exception:
            log.exception("Processing the registration of event %s failed.", tournament_id)


@periodic
def process_waiting_lists() -> None:
    """Process every waiting list, in case a job was lost."""
    waiting = Booking.objects.filter(state__in=("waiting", "called"), tournament__closed_at__isnull=True)
    for tournament_id in waiting.order_by("tournament_id").values_list("tournament_id", flat=True).distinct():
        try:
            process_waiting_list_if_due(tournament_id)
        except Exception:
            log.exception("Processing the waiting list of event %s failed.", tournament_id)
