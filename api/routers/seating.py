"""Endpoints of tables, seats and draws."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Router

from api.auth import OPEN, viewer_of
from api.public_cache import public_answer
from api.responses import answer, event_at, not_there
from api.schemas import core, seating
from api.schemas.core import READ_REFUSALS
from players.services.public_names import entries_in_public
from seating.boards.seat_list import seats_in_public
from seating.services.draw_verification import draw_of, entries_in, record_of, verdict_of
from tourney.access import reads
from tourney.snapshot import consistent_read


def add_seating_reads(router: Router) -> None:
    """Add the endpoints of tables, seats and draws."""

    @router.get(
        "/tournaments/{int:tournament}/seats",
        auth=None,
        response={200: seating.SeatList, 404: core.Refusal},
        operation_id="read_seats",
        summary="Who sits where, by name in alphabetical order.",
        description="For everybody, with names as shown in public. The same list as `/live/t<id>/seats/`; no need to "
        "ask again until the board `seating` carries another `list_seq`.",
        tags=["Tables"],
    )
    def seats(request: HttpRequest, tournament: int) -> HttpResponse:
        def found() -> Any:
            with consistent_read():
                return seats_in_public(event_at(tournament))

        return public_answer(f"t{tournament}", "seats", found)

    @router.get(
        "/draws/{digest}",
        auth=OPEN,
        response={200: seating.DrawRecord, **READ_REFUSALS},
        operation_id="read_draw",
        summary="A draw with all that is needed to hold it again.",
        description="For everybody; roles that seat players get the conditions about people as well.",
        tags=["Tables"],
        openapi_extra={"security": [{}]},
    )
    def draw(request: HttpRequest, digest: str) -> HttpResponse:
        actor = viewer_of(request).actor
        row = draw_of(digest)
        if row is None:
            raise not_there()
        record = record_of(row, whole=actor is not None and actor.may(reads.DRAW_CONDITIONS))
        names = entries_in_public(row.tournament, entries_in(row))
        names_by_entry = {str(entry): name for entry, name in names.items()}
        return answer({**record, "names": names_by_entry, "fits": verdict_of(row).fits})
