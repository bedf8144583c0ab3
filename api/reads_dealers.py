"""What programs read of dealers."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api import shapes_dealers
from api.answers import answer
from api.callers import allowed
from api.shapes import READ_REFUSALS
from dealers.boards import history, rotation
from tourney.access import reads

Number = Annotated[int | None, Query(ge=1, le=2**62)]


def add_dealer_reads(router: Router) -> None:
    """Give dealers their addresses."""

    @router.get(
        "/dealers",
        response={200: shapes_dealers.Rotation, **READ_REFUSALS},
        operation_id="read_dealers",
        summary="Who deals where, and goes where at the next pushes.",
        description="For those who manage tables. The plan holds as long as neither dealers nor tables change.",
        tags=["Dealers"],
    )
    def dealers(request: HttpRequest) -> HttpResponse:
        allowed(request, reads.DEALERS)
        return answer(rotation())

    @router.get(
        "/dealers/history",
        response={200: shapes_dealers.Stints, **READ_REFUSALS},
        operation_id="read_dealers_history",
        summary="Who dealt where when, the latest first.",
        description="For those who manage tables. Rests are told only of one dealer.",
        tags=["Dealers"],
    )
    def dealers_history(
        request: HttpRequest, dealer: Number = None, table: Number = None, before: Number = None
    ) -> HttpResponse:
        allowed(request, reads.DEALERS)
        return answer(history(dealer=dealer, table=table, before=before))
