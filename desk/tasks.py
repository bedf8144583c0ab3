"""Jobs of the desk."""

from collections.abc import Callable
from functools import partial

from celery import shared_task

from tourney.jobs import enqueue


@shared_task(name="desk.tasks.work_queue", ignore_result=True)
def work_queue(tournament_id: int) -> None:
    """Work off an event's waiting list."""
    from desk.commands.waiting_list import serve_now

    serve_now(tournament_id)


def serve_soon(tournament_id: int) -> Callable[[], None]:
    """Return what an action that frees or fills a chair, or changes the list, asks for with `tx.after`."""
    return partial(enqueue, "desk.tasks.work_queue", tournament_id)


@shared_task(name="desk.tasks.import_players", ignore_result=True)
def import_players(import_id: int) -> None:
    """Do the next step of an import of players, and ask for the one after it."""
    from desk.commands.player_import import continue_import

    if continue_import(import_id):
        import_soon(import_id)


def import_soon(import_id: int) -> None:
    """Ask for the next step of an import of players."""
    enqueue("desk.tasks.import_players", import_id, expires=None)
