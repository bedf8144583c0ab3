"""Jobs of the desk by name, so that commands need not import the tasks, which import the commands."""

from collections.abc import Callable
from functools import partial

from tourney.jobs import enqueue


def waiting_list_job(tournament_id: int) -> Callable[[], None]:
    """Return the job that processes the waiting list after a change of seats or bookings, for `tx.on_commit`."""
    return partial(enqueue, "desk.tasks.process_due_waiting_list", tournament_id)
