"""Jobs of the desk by name, so that commands need not import the tasks, which import the commands."""

from collections.abc import Callable
from functools import partial

from tourney.jobs import enqueue


def serve_soon(tournament_id: int) -> Callable[[], None]:
    """Return the job that processes the waiting list after a change of seats or bookings, for `tx.on_commit`."""
    return partial(enqueue, "desk.tasks.work_queue", tournament_id)
