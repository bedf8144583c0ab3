"""What programs read of bookings and the waiting list."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from api import shapes, shapes_queue
from api.answers import answer, event_at, not_there
from api.callers import allowed
from api.public_cache import public_answer
from api.shapes import READ_REFUSALS
from desk.boards.bookings import bookings
from desk.boards.queue import queue
from tourney.access import reads
from tourney.moment import one_moment


def add_queue_reads(router: Router) -> None:
    """Give bookings and the waiting list their addresses."""

    @router.get(
        "/tournaments/{int:tournament}/bookings",
        response={200: shapes_queue.Bookings, **READ_REFUSALS},
        operation_id="read_bookings",
        summary="All open bookings of a tournament, the waiting list in its order.",
        description="For roles that take people in.",
        tags=["Desk"],
    )
    def open_bookings(request: HttpRequest, tournament: int) -> HttpResponse:
        allowed(request, reads.BOOKINGS)
        with one_moment():
            return answer(bookings(event_at(tournament)))

    @router.get(
        "/tournaments/{int:tournament}/queue",
        auth=None,
        response={200: shapes_queue.Queue, 404: shapes.Refusal},
        operation_id="read_queue",
        summary="The waiting list as everybody sees it.",
        description="For everybody, with names as shown in public. The board `queue` of the live feed. 404 until "
        "registration is set up.",
        tags=["Desk"],
    )
    def waiting_list(request: HttpRequest, tournament: int) -> HttpResponse:
        def found() -> dict[str, Any]:
            with one_moment():
                event = event_at(tournament)
                board = queue(event.pk, "")
            if board is None:
                raise not_there()
            return {"seq": event.seq, **board}

        return public_answer(f"t{tournament}", "queue", found)
