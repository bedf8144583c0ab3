"""Progress of an event's jobs, as staff see it."""

from datetime import timedelta

from django.db.models import Q
from msgspec import Struct

from tourney.access.roles import Permission
from tourney.live.boards import board
from tourney.models import Job
from tourney.models.job import OPEN_STATES
from tourney.now import room_now, to_ms

# The sender requests the outcome at once; a page that was briefly offline still finds it here.
_SHOWN_FOR = timedelta(minutes=1)
_MOST = 20


class JobBoard(Struct, frozen=True):
    """A command that was handed to a worker.

    Attributes:
        state: queued, running, done, refused or failed.
        who: the requester.
        at: time of the request.
        code, message, rule: why it was refused or failed, in the requester's language.
        entry: the journal entry of the command, once it is done.
    """

    job: int
    command: str
    kind: str
    state: str
    who: str
    at: int | None
    code: str
    message: str
    rule: str
    entry: int | None


class JobsBoard(Struct, frozen=True):
    """The jobs of an event."""

    jobs: list[JobBoard]


@board("jobs", topic="t", permission=Permission.SEAT_PLAYERS)
def jobs(tournament_id: int, _name: str = "") -> JobsBoard:
    """Return jobs of an event that are open or ended within the last minute, newest first."""
    recent = Q(state__in=OPEN_STATES) | Q(ended_at__gt=room_now() - _SHOWN_FOR)
    rows = Job.objects.filter(recent, tournament=tournament_id).order_by("-pk")
    return JobsBoard(jobs=[_row(job) for job in rows[:_MOST]])


def _row(job: Job) -> JobBoard:
    return JobBoard(
        job=job.pk,
        command=str(job.command),
        kind=job.kind,
        state=job.state,
        who=job.who,
        at=to_ms(job.requested_at),
        code=job.code,
        message=job.message,
        rule=job.rule,
        entry=job.seq,
    )
