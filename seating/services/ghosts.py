"""Removal of ghosts and absent players when it is due."""

import logging
import uuid

from clock.services.progress import Progress, progress_of
from seating.commands.seats import ghosts_leave, remove_entry
from seating.models import Seat
from seating.rules.ghosts import ghosts_are_due, is_away_too_long
from seating.signals import registration_status
from tourney.access.roles import BY_ITSELF
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of

log = logging.getLogger(__name__)


def _rows_begun(progress: Progress) -> tuple[int, int]:
    """Return the number of breaks begun and of completed levels."""
    before = progress.breaks[: progress.row]
    breaks = sum(before) + (1 if progress.is_break else 0)
    return breaks, len(before) - sum(before)


def send_ghosts_away_from(tournament_id: int) -> bool:
    """Take an event's ghosts out of play once they are due.

    Returns:
        Whether they were removed now.
    """
    event = Tournament.objects.get(pk=tournament_id)
    policy = book_of(event.book).seating.ghosts
    progress = progress_of(event)
    if policy is None or not progress.started:
        return False
    breaks, levels = _rows_begun(progress)
    if not ghosts_are_due(
        policy,
        breaks_begun=breaks,
        levels_played=levels,
        played=progress.played,
        entry_open=registration_status.ask(event).open,
    ):
        return False
    try:
        ghosts_leave(actor=BY_ITSELF, command_id=uuid.uuid4(), tournament_id=tournament_id)
    except Refused as refused:
        # Another process was faster.
        log.info("Ghosts of event %s were not removed: %s", tournament_id, refused)
        return False
    return True


def take_absent_out_of(tournament_id: int) -> int:
    """Remove players who were absent for too long, the shortest counted stacks first.

    Returns:
        The number of removed players.
    """
    event = Tournament.objects.get(pk=tournament_id)
    policy = book_of(event.book).seating.absent
    if policy is None or policy.removed_after_minutes is None:
        return 0
    played = progress_of(event).played
    rows = Seat.objects.filter(
        tournament_table__tournament=event,
        tournament_table__released_at__isnull=True,
        absent_from__isnull=False,
    )
    due = [seat for seat in rows if is_away_too_long(policy, away=played - (seat.absent_from or 0))]
    taken = 0
    # Among several at once the bigger stack ranks higher, so it is removed last.
    for seat in sorted(due, key=lambda one: (one.stack or 0, one.pk)):
        try:
            remove_entry(
                actor=BY_ITSELF,
                command_id=uuid.uuid4(),
                tournament_id=tournament_id,
                entry=seat.entry_id,
                chips=seat.stack or 0,
            )
            taken += 1
        except Refused as refused:
            log.info("Absent player of event %s was not removed: %s", tournament_id, refused)
    return taken
