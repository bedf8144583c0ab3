"""Periodic tasks of the floor, which also find what no job has done."""

import logging
import uuid

from django.db.models import F

from seating.commands.proposals import review_event
from seating.commands.seats import release_due
from seating.models import Plan, Seat
from seating.services.absentees import are_other_ones
from seating.services.ghosts import send_ghosts_away_from, take_absent_out_of
from tourney.access.roles import CLOCKWORK
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def review_floors() -> None:
    """Review every floor that has changed since its last review."""
    rows = Plan.objects.filter(
        drawn_at__isnull=False,
        tournament__closed_at__isnull=True,
        tournament__seq__gt=F("reviewed_seq"),
    )
    for tournament_id in rows.values_list("tournament_id", flat=True):
        try:
            review_event(tournament_id)
        except Exception:
            log.exception("Reviewing the floor of event %s failed.", tournament_id)


@periodic
def send_ghosts_away() -> None:
    """Remove ghosts when the rulebook says so: in the first break, or after a time (Five Spades 9.5)."""
    rows = Seat.objects.filter(kind="ghost", tournament_table__tournament__closed_at__isnull=True)
    for tournament_id in rows.values_list("tournament_table__tournament_id", flat=True).distinct():
        try:
            send_ghosts_away_from(tournament_id)
        except Exception:
            log.exception("Removing the ghosts of event %s failed.", tournament_id)


@periodic
def review_absentees() -> None:
    """Review floors in time for rules on lone players and on players who never came (WSOP 16, 36)."""
    rows = Seat.objects.filter(
        absent_since__isnull=False, tournament_table__tournament__closed_at__isnull=True
    )
    for event in Tournament.objects.filter(
        pk__in=rows.values("tournament_table__tournament"), plan__drawn_at__isnull=False
    ):
        try:
            if are_other_ones(event):
                review_event(event.pk)
        except Exception:
            log.exception("Reviewing the absent players of event %s failed.", event.pk)


@periodic
def take_the_absent_out() -> None:
    """Remove players absent for longer than the rulebook allows, ranked at that time (Five Spades 9.5)."""
    rows = Seat.objects.filter(
        absent_since__isnull=False, tournament_table__tournament__closed_at__isnull=True
    )
    for tournament_id in rows.values_list("tournament_table__tournament_id", flat=True).distinct():
        try:
            take_absent_out_of(tournament_id)
        except Exception:
            log.exception("Removing the absent players of event %s failed.", tournament_id)


@periodic
def release_held_seats() -> None:
    """Release held seats whose players did not rebuy in time."""
    rows = Seat.objects.filter(
        kind="held", held_until__lte=room_now(), tournament_table__tournament__closed_at__isnull=True
    )
    for tournament_id in rows.order_by().values_list("tournament_table__tournament_id", flat=True).distinct():
        try:
            release_due(actor=CLOCKWORK, command_id=uuid.uuid4(), tournament_id=tournament_id)
        except Refused as refusal:
            # Another process was faster.
            if refusal.code not in {"nothing_due", "conflict"}:
                raise
        except Exception:
            log.exception("Releasing the held seats of event %s failed.", tournament_id)
