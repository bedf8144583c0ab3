"""Leave a command to a worker: the request is kept, answered at once and carried out a moment later, once.

Whoever takes a job holds its row locked until the command is committed. A process that is killed lets go of it, what
it had done is rolled back, and the next one takes the job. The command runs under the ID that it was requested with,
so it happens once however many take it.
"""

import logging
import threading
import uuid
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.db import IntegrityError, close_old_connections, connection, transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.roles import Actor
from tourney.access.viewers import actor_of_key
from tourney.jobs import enqueue
from tourney.journal.arguments import checked, plain
from tourney.journal.commands import COMMANDS, Command, CommandResult
from tourney.journal.refused import Refused
from tourney.journal.sqlite_write_queue import turn
from tourney.live.publish import publish_boards
from tourney.models import Job, JournalEntry, Tournament
from tourney.models.job import OPEN_STATES
from tourney.now import database_now

log = logging.getLogger(__name__)
_MOST_ATTEMPTS = 5
# Only a test that shows what the lock is good for turns this off.
locking = True


def carry_out(
    made: Command,
    *,
    actor: Actor,
    command_id: uuid.UUID,
    tournament_id: int | None = None,
    arguments: Mapping[str, Any],
) -> CommandResult | Job:
    """Carry out a command for a page, or leave it to a worker if it is one for the background.

    The same command ID again tells how far it has come.

    Args:
        made: the command.
        actor: who asks for it, and in whose name it is carried out.
        command_id: made by the page.
        tournament_id: where, for commands of a tournament.
        arguments: of the command, as somebody sent them; they are checked here.

    Returns:
        What came of it, or the job while there is nothing yet.

    Raises:
        Refused: it is not allowed; nothing has changed.
    """
    if tournament_id is None or made.background is False:
        return made.carry_out(arguments, actor=actor, command_id=command_id, tournament_id=tournament_id)
    arguments = checked(made.arguments, arguments)
    if not _is_for_background(made, tournament_id, arguments):
        return made.carry_out(arguments, actor=actor, command_id=command_id, tournament_id=tournament_id)
    if not actor.may(made.permission):
        raise Refused("not_allowed", _("Your role may not do this."))
    given = plain(made.arguments, arguments)
    job = Job.objects.filter(command=command_id).first()
    if job is None and not JournalEntry.objects.filter(command=command_id).exists():
        job = _request(made, actor, command_id, tournament_id, given)
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
    # The page hears only now of what the job did.
    return done if job is None else replace(done, repeated=False)


def _is_for_background(made: Command, tournament_id: int, arguments: Mapping[str, Any]) -> bool:
    if callable(made.background):
        return made.background(tournament_id, arguments)
    return made.background


def _request(
    made: Command, actor: Actor, command_id: uuid.UUID, tournament_id: int, given: dict[str, Any]
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
            )
            transaction.on_commit(partial(_hand_over, job.pk, tournament_id))
    except IntegrityError:
        # The same request has just arrived in another thread.
        return Job.objects.get(command=command_id)
    return job


def _hand_over(pk: int, tournament_id: int) -> None:
    """Ask a worker for a job, and take it over if none takes it."""
    enqueue("tourney.tasks.run_job", pk)
    publish_boards(f"t{tournament_id}", ["jobs"])
    if settings.JOB_TAKEOVER_SECONDS >= 0:
        timer = threading.Timer(settings.JOB_TAKEOVER_SECONDS, _take_over, [pk])
        timer.daemon = True
        timer.start()


def _take_over(pk: int) -> None:
    """Run a job in this web process if no worker has taken it."""
    close_old_connections()
    try:
        if Job.objects.filter(pk=pk, state="queued").exists():
            run_job(pk)
    except Exception:
        log.exception("Job %s could not be taken over; a periodic task tries it again.", pk)
    finally:
        connection.close()


def run_job(pk: int) -> None:
    """Carry out a job, unless it has ended or another process is at it."""
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
        # Rolled back as a whole. A periodic task tries it again.
        log.exception("Job %s (%s) failed.", pk, job.kind)


def _open_job(pk: int) -> QuerySet[Job]:
    """The row of a job that has not ended, locked; nothing while another process has it."""
    rows = Job.objects.filter(pk=pk, state__in=OPEN_STATES)
    if not locking:
        return rows
    return rows.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)


def _start(pk: int) -> Job | None:
    """Note that somebody is at a job; it fails once that has been noted too often."""
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
    """Carry out the command of a job; the columns that say what came of it."""
    made = COMMANDS[job.kind]
    with translation.override(job.language):
        try:
            # As they are now: whoever was dismissed since carries out nothing.
            actor = actor_of_key(job.actor)
            if actor is None:
                raise Refused("not_allowed", _("Your role may not do this."))
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


def _end(job: Job, **columns: Any) -> None:
    """Note how a job ended, within the transaction that decides it."""
    Job.objects.filter(pk=job.pk, state__in=OPEN_STATES).update(**columns, ended_at=database_now())
    transaction.on_commit(partial(publish_boards, f"t{job.tournament_id}", ["jobs"]))


def refusal_of(job: Job) -> Refused:
    """Why a job was refused or failed."""
    return Refused(job.code, job.message, job.rule, job.fields)
