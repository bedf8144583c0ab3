"""Periodic tasks of the desk."""

import logging
from datetime import timedelta

from desk.commands.player_import import continue_import, forget_old_imports
from desk.commands.registration import take_due_of
from desk.commands.waiting_list import serve_now
from desk.models import Booking, PlayerImport, Registration
from desk.services.jobs import import_soon
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)
_JOB_IS_LOST_AFTER = timedelta(seconds=2)


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
            log.exception("The registration of event %s could not be looked after.", tournament_id)


@periodic
def serve_queues() -> None:
    """Process every waiting list, in case a job was lost."""
    waiting = Booking.objects.filter(state__in=("waiting", "called"), tournament__closed_at__isnull=True)
    for tournament_id in waiting.order_by("tournament_id").values_list("tournament_id", flat=True).distinct():
        try:
            serve_now(tournament_id)
        except Exception:
            log.exception("The waiting list of event %s could not be worked off.", tournament_id)


@periodic
def continue_imports() -> None:
    """Resume player imports whose job was lost; delete old ones."""
    late = room_now() - _JOB_IS_LOST_AFTER
    for pk in PlayerImport.objects.filter(state="running", touched_at__lt=late).values_list("pk", flat=True):
        try:
            if continue_import(pk):
                import_soon(pk)
        except Exception:
            log.exception("Import %s could not be resumed.", pk)
    forget_old_imports()
