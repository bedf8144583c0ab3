"""What becomes of jobs, sessions and wrong attempts as time passes."""

import logging
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from tourney.jobs import enqueue
from tourney.jobs.commands import run_job
from tourney.models import Attempt, Job
from tourney.models.job import OPEN_STATES
from tourney.now import room_now
from tourney.periodic import DELETION, note, periodic
from tourney.services import password_mail

log = logging.getLogger(__name__)
# After this long it is taken for granted that no worker comes.
LOST_AFTER = timedelta(seconds=2)
# An answer may be asked for again, and a page may be opened later.
KEPT_FOR = timedelta(hours=1)
# No limit on guesses counts further back, except the one on logins.
ATTEMPTS_KEPT_FOR = timedelta(days=1)
# How often what has expired is deleted (seconds).
_EXPIRED_EVERY = 3_600.0
# Name of the heartbeat that says when this was done last.
EXPIRED_PART = f"{DELETION}expired"
_next_expired = 0.0


@periodic
def run_lost_jobs() -> None:
    """Run jobs that no worker took, or whose worker was killed."""
    late = room_now() - LOST_AFTER
    rows = Job.objects.filter(state__in=OPEN_STATES, requested_at__lt=late)
    for pk in rows.exclude(started_at__gte=late).values_list("pk", flat=True):
        try:
            run_job(pk)
        except Exception:
            log.exception("Job %s could not be taken; retrying.", pk)


@periodic
def delete_old_jobs() -> None:
    """Delete jobs that ended some time ago."""
    old = old_jobs(room_now())
    if old.exists():
        old.delete()


@periodic
def delete_expired() -> None:
    """Delete sessions that ended and attempts that no longer count."""
    global _next_expired
    if time.monotonic() >= _next_expired:
        _next_expired = time.monotonic() + _EXPIRED_EVERY
        delete_expired_at(room_now())


def delete_expired_at(now: datetime) -> None:
    """Delete what has expired at this time."""
    old_attempts(now).delete()
    ended_sessions(now).delete()
    note(EXPIRED_PART, now)


def old_jobs(now: datetime) -> QuerySet[Job]:
    """Return the jobs that are deleted at a time."""
    return Job.objects.filter(ended_at__lt=now - KEPT_FOR)


def old_attempts(now: datetime) -> QuerySet[Attempt]:
    """Return the wrong attempts that no longer count."""
    return Attempt.objects.filter(at__lt=now - attempts_kept_for())


def attempts_kept_for() -> timedelta:
    """Return for how long wrong attempts are kept."""
    return max(ATTEMPTS_KEPT_FOR, 2 * timedelta(hours=settings.LOGIN_LOCKED_HOURS))


def ended_sessions(now: datetime) -> QuerySet[Session]:
    """Return the sessions that have ended."""
    return Session.objects.filter(expire_date__lt=now)


@periodic
def send_password_mails() -> None:
    """Enqueue requests for new passwords. A worker sends them: a mail server may be slow."""
    for request in password_mail.waiting():
        enqueue("tourney.tasks.slow_password_mail", request, expires=60)
