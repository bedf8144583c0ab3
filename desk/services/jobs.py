"""Jobs of the desk by name, so that commands need not import the tasks, which import the commands."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.db import DatabaseError

from desk.models import Booking
from tourney.jobs import enqueue
from tourney.services.prepared_query import PreparedQuery

_LISTED = PreparedQuery(
    lambda event: Booking.objects.filter(tournament=event, state__in=("waiting", "called")).values_list("pk")[
        :1
    ]
)


def waiting_list_job(tournament_id: int) -> Callable[[], None]:
    """Return a function for `tx.on_commit` that enqueues the waiting-list job after a change of seats or bookings.

    Without a waiting list, the function enqueues nothing.
    """
    return partial(_process, tournament_id)


def _process(tournament_id: int) -> None:
    # The command is already committed: an error of this query must not replace its answer.
    with suppress(DatabaseError):
        if _LISTED.first(tournament_id) is None:
            return
    enqueue("desk.tasks.process_due_waiting_list", tournament_id)
