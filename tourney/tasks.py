"""Celery tasks of the core."""

from datetime import UTC, datetime
from typing import Any

from celery import shared_task

from tourney import periodic
from tourney.jobs import commands
from tourney.services import password_mail, wrong_passwords


@shared_task(bind=True, name="tourney.tasks.tick", ignore_result=True)
def tick(self: Any) -> None:
    """Run the periodic tasks; sent by beat every second."""
    fired_at = (self.request.headers or {}).get("fired_at") or getattr(self.request, "fired_at", None)
    if fired_at:
        periodic.note("beat", datetime.fromtimestamp(float(fired_at), UTC))
    periodic.note("worker")
    periodic.do_all()


@shared_task(name="tourney.tasks.run_job", ignore_result=True)
def run_job(job: int) -> None:
    """Carry out a command that a page has handed to the workers."""
    commands.run_job(job)


@shared_task(name="tourney.tasks.slow_password_mail", ignore_result=True)
def slow_password_mail(request: int) -> None:
    """Send the mails of a request for a new password."""
    password_mail.send(request)


@shared_task(name="tourney.tasks.record_wrong_password", ignore_result=True)
def record_wrong_password(user: int, attempt: int) -> None:
    """Record a wrong password among the activity of its login."""
    wrong_passwords.record(user, attempt)
