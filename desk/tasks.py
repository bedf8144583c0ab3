"""Jobs of the desk."""

from celery import shared_task

from desk.commands.waiting_list import serve_now


@shared_task(name="desk.tasks.work_queue", ignore_result=True)
def work_queue(tournament_id: int) -> None:
    """Process an event's waiting list."""
    serve_now(tournament_id)
