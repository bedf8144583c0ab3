"""Jobs of players."""

from celery import shared_task

from players.commands.background_import import continue_import
from players.services.jobs import import_soon


@shared_task(name="players.tasks.import_players", ignore_result=True)
def import_players(import_id: int) -> None:
    """Do the next step of an import of players, and ask for the one after it."""
    if continue_import(import_id):
        import_soon(import_id)
