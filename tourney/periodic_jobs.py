"""What becomes of jobs as time passes."""

import logging
from datetime import timedelta

from tourney.jobs import enqueue
from tourney.jobs.commands import run_job
from tourney.models import Job
from tourney.models.job import OPEN_STATES
from tourney.now import room_now
from tourney.periodic import periodic
from tourney.services import password_mail

log = logging.getLogger(__name__)
# After this long it is taken for granted that no worker comes.
LOST_AFTER = timedelta(seconds=2)
# An answer may be asked for again, and a page may be opened later.
KEPT_FOR = timedelta(hours=1)


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
    old = Job.objects.filter(ended_at__lt=room_now() - KEPT_FOR)
    if old.exists():
        old.delete()


@periodic
def send_password_mails() -> None:
    """Enqueue requests for new passwords. A worker sends them: a mail server may be slow."""
    for request in password_mail.waiting():
        enqueue("tourney.tasks.slow_password_mail", request, expires=60)
