"""Periodic tasks of penalties. Each change is made once, however often a task runs."""

import logging
import uuid

from django.utils.timezone import localdate

from desk.rules.dates import months_later
from penalties.commands.penalties import reckon
from penalties.commands.retention import forget, kept_months, old_ones
from penalties.models import Penalty
from penalties.services.timed_penalties import due_in
from tourney.access.roles import CLOCKWORK
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def serve_by_time() -> None:
    """Reduce penalties by time played if hands are not counted."""
    running = Penalty.objects.filter(ended_at__isnull=True, tournament__closed_at__isnull=True)
    for event in Tournament.objects.filter(pk__in=running.values("tournament")):
        try:
            serve_in(event)
        except Exception:
            log.exception("Reducing the penalties of event %s failed.", event.pk)


def serve_in(event: Tournament) -> None:
    """Reduce an event's due penalties. The same state of a penalty always has the same command, so a second
    process changes nothing.
    """
    for row in due_in(event):
        state = (row.pk, row.served, row.hands_left, row.rounds_left, row.played_mark)
        try:
            reckon(
                actor=CLOCKWORK,
                command_id=uuid.uuid5(uuid.NAMESPACE_OID, f"penalty:{state}"),
                tournament_id=event.pk,
                penalty=row.pk,
                served=row.served,
            )
        except Refused as refusal:
            if refusal.code not in {"not_due", "counted_since", "penalty_is_over", "conflict"}:
                raise


@periodic
def forget_old_ones() -> None:
    """Delete penalties older than the venue keeps them."""
    months = kept_months()
    if months is None:
        return
    before = months_later(localdate(room_now()), -months)
    if not old_ones(before).exists():
        return
    newest = Penalty.objects.order_by("-pk").values_list("pk", flat=True).first()
    try:
        command = uuid.uuid5(uuid.NAMESPACE_OID, f"penalties:{before}:{newest}")
        forget(actor=CLOCKWORK, command_id=command, before=before.isoformat())
    except Refused as refusal:
        if refusal.code not in {"not_due", "conflict"}:
            raise
