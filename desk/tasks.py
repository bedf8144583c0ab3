"""Jobs of the desk."""

from celery import shared_task

from desk.commands.player_import import continue_import
from desk.commands.waiting_list import serve_now
from desk.services.jobs import import_soon


@shared_task(name="desk.tasks.work_queue", ignore_result=True)
def work_queue(tournament_id: int) -> None:
    """Process an event's waiting list."""
    serve_now(tournament_id)


@shared_task(name="desk.tasks.import_players", ignore_result=True)
def import_players(import_id: int) -> None:
    """Do the next step of an import of players, and ask for the one after it."""
    if continue_import(import_id):
        import_soon(import_id)
