"""Jobs of the desk."""

from celery import shared_task

from desk.commands.waiting_list import process_waiting_list_if_due


@shared_task(name="desk.tasks.process_due_waiting_list", ignore_result=True)
def process_due_waiting_list(tournament_id: int) -> None:
    """Process an event's waiting list."""
    process_waiting_list_if_due(tournament_id)
