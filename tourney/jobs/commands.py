"""Run commands in a worker: store the request, answer at once, and carry it out exactly once.

A process that takes a job holds its row locked until the command is committed. If the process is killed, its
lock is released, its work is rolled back, and another process takes the job. The command runs under its
original command ID, so it is carried out once even if several processes take it.
"""

import logging
import threading
import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, close_old_connections, connection, transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.roles import Actor
from tourney.access.viewers import actor_of_key
from tourney.edge.tracing import current_traceparent, span
from tourney.jobs import enqueue
from tourney.journal.arguments import checked, plain
from tourney.journal.commands import COMMANDS, Command, CommandResult, Guard
from tourney.journal.refused import Refused
from tourney.journal.sqlite_write_queue import turn
from tourney.live.publish import publish_boards
from tourney.models import Job, JournalEntry, Tournament
from tourney.models.job import OPEN_STATES
from tourney.now import database_now

log = logging.getLogger(__name__)
_MOST_ATTEMPTS = 5
# A job that a stopped room left behind is not begun later than this after its request: the room has moved on.
_STALE_AFTER = timedelta(minutes=5)
# Only a test that shows what the lock prevents turns this off.
locking = True


def carry_out(
    made: Command,
    *,
    actor: Actor,
    command_id: uuid.UUID,
    tournament_id: int | None = None,
    arguments: Mapping[str, Any],
    until: datetime | None = None,
    guard: Guard | None = None,
) -> CommandResult | Job:
    """Carry out a command for a page, or hand it to a worker if it is a background command.

    A repeated command ID returns its progress.

    Args:
        made: the command.
        actor: the sender, in whose name it is carried out.
        command_id: made by the page.
        tournament_id: for commands of a tournament.
        arguments: of the command, as they were sent; they are validated here.
        until: the latest time at which a job may carry it out, if the page names one; five minutes after the
            request at the latest.
        guard: see `Command.carry_out`; for a job, it is called at the request.

    Returns:
        The result, or the job while there is none.

    Raises:
        Refused: the command is not allowed; nothing has changed.
    """
    if tournament_id is None or made.background is False:
        return made.carry_out(
            arguments, actor=actor, command_id=command_id, tournament_id=tournament_id, guard=guard
        )
    arguments = checked(made.arguments, arguments)
    if not _is_for_background(made, tournament_id, arguments):
        return made.carry_out(
            arguments, actor=actor, command_id=command_id, tournament_id=tournament_id, guard=guard
        )
    if not actor.may(made.permission):
        raise Refused("not_allowed", _("Your role does not allow this."))
    given = plain(made.arguments, arguments)
    job = Job.objects.filter(command=command_id).first()
    if job is None and not JournalEntry.objects.filter(command=command_id).exists():
        if guard is not None:
            guard()
        job = _request(made, actor, command_id, tournament_id, given, until)
    if job is not None and (job.kind, job.actor, job.tournament_id, job.arguments) != (
        made.kind,
        actor.key,
        tournament_id,
        given,
    ):
        raise Refused("command_reused", _("This command ID has already been used for a different command."))
    if job is not None and job.is_open:
        return job
    if job is not None and job.state != "done":
        raise refusal_of(job)
    done = made(actor=actor, command_id=command_id, tournament_id=tournament_id, **arguments)
    # The page learns only now what the job did.
    return done if job is None else replace(done, repeated=False)


def _is_for_background(made: Command, tournament_id: int, arguments: Mapping[str, Any]) -> bool:
    if callable(made.background):
        return made.background(tournament_id, arguments)
    return made.background


def _request(
    made: Command,
    actor: Actor,
    command_id: uuid.UUID,
    tournament_id: int,
    given: dict[str, Any],
    until: datetime | None,
) -> Job:
    if not Tournament.objects.filter(pk=tournament_id).exists():
        raise Refused("unknown_tournament", _("This tournament does not exist."))
    try:
        with turn() as let_go, transaction.atomic():
            transaction.on_commit(let_go)
            job = Job.objects.create(
                tournament_id=tournament_id,
                command=command_id,
                kind=made.kind,
                arguments=given,
                actor=actor.key,
                who=actor.name,
                language=translation.get_language() or settings.LANGUAGE_CODE,
                requested_at=database_now(),
                until=until,
            )
            transaction.on_commit(partial(_hand_over, job.pk, tournament_id))
    except IntegrityError:
        # The same request has just arrived in another thread.
        return Job.objects.get(command=command_id)
    return job


def _hand_over(pk: int, tournament_id: int) -> None:
    """Enqueue a job, and take it over if no worker takes it."""
    enqueue("tourney.tasks.run_job", pk)
    publish_boards(f"t{tournament_id}", ["jobs"])
    if settings.JOB_TAKEOVER_SECONDS >= 0:
        timer = threading.Timer(settings.JOB_TAKEOVER_SECONDS, _take_over, [pk, current_traceparent()])
        timer.daemon = True
        timer.start()


def _take_over(pk: int, traceparent: str) -> None:
    """Run a job in this web process if no worker has taken it.

    Args:
        traceparent: the span that requested it.
    """
    close_old_connections()
    try:
        if Job.objects.filter(pk=pk, state="queued").exists():
            with span("job taken over", "consumer", traceparent):
                run_job(pk)
    except Exception:
        log.exception("Could not take over job %s; a periodic task retries it.", pk)
    finally:
        connection.close()


def run_job(pk: int) -> None:
    """Carry out a job, unless it has ended or another process is running it."""
    job = _start(pk)
    if job is None:
        return
    try:
        with turn() as let_go, transaction.atomic():
            transaction.on_commit(let_go)
            if not _open_job(pk).exists():
                return
            _end(job, **_outcome_of(job))
    except Exception:
        # Everything is rolled back. A periodic task tries again.
        log.exception("Job %s (%s) failed.", pk, job.kind)


def _open_job(pk: int) -> QuerySet[Job]:
    """Return the row of an open job, locked; None if another process has locked it."""
    rows = Job.objects.filter(pk=pk, state__in=OPEN_STATES)
    if not locking:
        return rows
    return rows.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)


def _start(pk: int) -> Job | None:
    """Count an attempt at a job; the job fails after too many."""
    with turn() as let_go, transaction.atomic():
        transaction.on_commit(let_go)
        job = _open_job(pk).first()
        if job is None:
            return None
        if job.attempts >= _MOST_ATTEMPTS:
            with translation.override(job.language):
                message = _("This could not be carried out because of an internal error.")
            _end(job, state="failed", code="job_failed", message=message)
            return None
        job.state, job.attempts, job.started_at = "running", job.attempts + 1, database_now()
        job.save(update_fields=["state", "attempts", "started_at"])
        transaction.on_commit(partial(publish_boards, f"t{job.tournament_id}", ["jobs"]))
    return job


def _outcome_of(job: Job) -> dict[str, Any]:
    """Carry out the command of a job; return the columns of its outcome."""
    made = COMMANDS[job.kind]
    with translation.override(job.language):
        try:
            # Present permissions apply: a login disabled since the request carries out nothing.
            actor = actor_of_key(job.actor)
            if actor is None:
                raise Refused("not_allowed", _("Your role does not allow this."))
            if database_now() > _deadline_of(job):
                raise Refused("too_late", _("This command arrived too late and was not carried out."))
            given = checked(made.arguments, job.arguments)
            done = made(actor=actor, command_id=job.command, tournament_id=job.tournament_id, **given)
        except Refused as refused:
            return {
                "state": "refused",
                "code": refused.code,
                "message": refused.message,
                "rule": refused.rule,
                "fields": refused.fields,
            }
    return {"state": "done", "seq": done.seq}


def _deadline_of(job: Job) -> datetime:
    """Return the deadline of a job: the page's, or five minutes after the request if that is earlier."""
    latest = job.requested_at + _STALE_AFTER
    return latest if job.until is None else min(latest, job.until)


def _end(job: Job, **columns: Any) -> None:
    """Record how a job ended, within the transaction that decides it."""
    Job.objects.filter(pk=job.pk, state__in=OPEN_STATES).update(**columns, ended_at=database_now())
    transaction.on_commit(partial(publish_boards, f"t{job.tournament_id}", ["jobs"]))


def refusal_of(job: Job) -> Refused:
    """Return why a job was refused or failed."""
    return Refused(job.code, job.message, job.rule, job.fields)
