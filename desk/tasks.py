"""Jobs of the desk."""

import logging
from collections.abc import Callable

import redis
from celery import shared_task
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


@shared_task(name="desk.tasks.work_queue", ignore_result=True)
def work_queue(tournament_id: int) -> None:
    """Work off an event's waiting list."""
    from desk.actions.queue import serve_now

    serve_now(tournament_id)


def serve_soon(tournament_id: int) -> Callable[[], None]:
    """What an action that frees or fills a chair, or changes the list, asks for with `tx.after`.

    If the job gets lost (the broker is away, no worker comes), `desk.duties` finds the list a second later.
    """

    def follow() -> None:
        try:
            work_queue.apply_async((tournament_id,), expires=10, retry=False)
        # RuntimeError: another thread has just closed the pool of connections, because the broker is away.
        except (OperationalError, redis.RedisError, OSError, RuntimeError) as error:
            log.warning("The waiting list of event %s waits for its duty (%s).", tournament_id, error)

    return follow


@shared_task(name="desk.tasks.import_players", ignore_result=True)
def import_players(import_id: int) -> None:
    """Do the next step of an import of players, and ask for the one after it."""
    from desk.actions.player_import import continue_import

    if continue_import(import_id):
        import_soon(import_id)


def import_soon(import_id: int) -> None:
    """Ask for the next step of an import.

    If the job gets lost, `desk.duties` does the step two seconds later.
    """
    try:
        import_players.apply_async((import_id,), retry=False)
    except (OperationalError, redis.RedisError, OSError, RuntimeError) as error:
        log.warning("Import %s waits for its duty (%s).", import_id, error)
