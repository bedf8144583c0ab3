"""Hand work to Celery workers. Periodic tasks carry out lost jobs within a second or two."""

import logging

import redis
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

from tourney.live.redis_clients import is_away, note_away

log = logging.getLogger(__name__)


def enqueue(task: str, *arguments: int, expires: float | None = 10) -> None:
    """Enqueue a task for a worker. Does not raise while the broker is away.

    Args:
        task: path of the function, such as "seating.tasks.review_floor". It is imported here, because tasks
            import the commands that enqueue them.
        arguments: of the function.
        expires: seconds after which workers drop it; None: never.
    """
    if is_away():
        log.info("Job %s waits for its periodic task.", task)
        return
    try:
        import_string(task).apply_async(arguments, expires=expires, retry=False)
    # RuntimeError: another thread has just closed the connection pool because the broker is away.
    except (OperationalError, redis.RedisError, OSError, RuntimeError) as error:
        note_away()
        log.warning("Job %s waits for its periodic task (%s).", task, error)
