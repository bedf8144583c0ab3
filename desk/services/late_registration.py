"""When entry into an event closes. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from clock.services.progress import progress_of
from desk.models import Registration
from desk.rules.late_registration import Late, Track, began_at, due_at, is_due
from tourney.models import Tournament
from tourney.now import from_ms, to_ms
from tourney.rulebooks.shelf import book_of


def late_of(registration: Registration) -> Late:
    """Return when late registration ends, as input of the rules."""
    return Late(
        registration.late_ends,  # type: ignore[arg-type]
        registration.late_row,
        to_ms(registration.late_at),
    )


def track_of(event: Tournament) -> Track:
    """Return the progress of the event's clock, as input of the rules."""
    progress = progress_of(event)
    return Track(progress.started, progress.row, to_ms(progress.began), progress.lengths, progress.breaks)


@dataclass(frozen=True, slots=True)
class DueNow:
    """A due change of the registration that has not been made.

    Attributes:
        what: "started": reservations lapse and the list opens; "closed": entry closes.
        at: when it was due, however late it is noticed.
    """

    what: str
    at: datetime


def next_due(event: Tournament, registration: Registration, now: datetime) -> DueNow | None:
    """Return the change that is due, the start before the close; None if nothing is due."""
    if event.closed_at is not None or (registration.started_at and registration.closed_at):
        return None
    track, now_ms = track_of(event), to_ms(now) or 0
    if not track.started:
        return None
    if registration.started_at is None:
        start = began_at(track, 0)
        return DueNow("started", now if start is None else min(now, from_ms(start)))
    if registration.closed_at is not None:
        return None
    book, late = book_of(event.book), late_of(registration)
    if not is_due(late, book, track, now_ms):
        return None
    at = from_ms(due_at(late, book, track, now_ms))
    # Set up or reopened after the time had passed: it closes now, not in the past.
    return DueNow("closed", max(at, registration.started_at))
