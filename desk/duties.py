"""What the desk does because time passes."""

import logging

from desk.actions.queue import serve_now
from desk.actions.registration import take_due_of
from desk.models import Booking, Registration
from desk.tasks import serve_soon
from seating.hooks import on_chair_free
from tourney.duties import duty
from tourney.journal.tx import Tx

log = logging.getLogger(__name__)


@duty
def close_registrations() -> None:
    """Notice starts and close registrations, in every event; trouble with one does not hold up the others."""
    rows = Registration.objects.filter(closed_at__isnull=True, tournament__closed_at__isnull=True)
    for tournament_id in rows.values_list("tournament_id", flat=True):
        try:
            take_due_of(tournament_id)
        except Exception:
            log.exception("The registration of event %s could not be looked after.", tournament_id)


@duty
def serve_queues() -> None:
    """Work off every waiting list: what no job did is found here."""
    waiting = Booking.objects.filter(state__in=("waiting", "called"), tournament__closed_at__isnull=True)
    for tournament_id in waiting.order_by("tournament_id").values_list("tournament_id", flat=True).distinct():
        try:
            serve_now(tournament_id)
        except Exception:
            log.exception("The waiting list of event %s could not be worked off.", tournament_id)


@on_chair_free
def offer_the_chair(tx: Tx) -> None:
    """A chair that came free is offered to the first of the waiting list."""
    tx.after(serve_soon(tx.tournament.pk))
