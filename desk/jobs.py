"""Ask for jobs of the desk by name: tasks import the commands that ask for them."""

from collections.abc import Callable
from functools import partial

from tourney.jobs import enqueue


def serve_soon(tournament_id: int) -> Callable[[], None]:
    """Return what a command that frees or fills a seat, or changes the waiting list, asks for with `tx.after`."""
    return partial(enqueue, "desk.tasks.work_queue", tournament_id)


def import_soon(import_id: int) -> None:
    """Ask for the next step of an import of players."""
    enqueue("desk.tasks.import_players", import_id, expires=None)
