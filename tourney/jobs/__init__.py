"""Hand work to Celery workers. A job that gets lost is done by a periodic task a second or two later."""

import logging

import redis
from django.utils.module_loading import import_string
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def enqueue(task: str, *arguments: int, expires: float | None = 10) -> None:
    """Ask a worker for a task. Does not raise while the broker is away.

    Args:
        task: path of the function, such as "seating.tasks.review_floor". It is imported here, since tasks import the
            commands that ask for them.
        arguments: of the function.
        expires: seconds after which no worker takes it any more; None: never.
    """
    try:
        import_string(task).apply_async(arguments, expires=expires, retry=False)
    # RuntimeError: another thread has just closed the pool of connections, because the broker is away.
    except (OperationalError, redis.RedisError, OSError, RuntimeError) as error:
        log.warning("Job %s waits for its periodic task (%s).", task, error)
