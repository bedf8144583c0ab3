"""What programs read of rulings."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api import shapes_rulings
from api.answers import answer
from api.callers import allowed
from api.shapes import READ_REFUSALS
from rulings.boards import rulings_found
from tourney.access import reads

Number = Annotated[int | None, Query(ge=1, le=2**62)]
Words = Annotated[str, Query(max_length=80)]


def add_ruling_reads(router: Router) -> None:
    """Give rulings their address."""

    @router.get(
        "/rulings",
        response={200: shapes_rulings.RulingsFound, **READ_REFUSALS},
        operation_id="read_rulings",
        summary="What the floor decided, newest first.",
        description="For those who may read the journal. Narrowed to an event, a table's number, words of a player's "
        "name, a rule (“munot 22”, “22”) and words of the ruling.",
        tags=["Rulings"],
    )
    def rulings(
        request: HttpRequest,
        event: Number = None,
        table: Number = None,
        person: Words = "",
        rule: Words = "",
        words: Words = "",
        before: Number = None,
    ) -> HttpResponse:
        allowed(request, reads.JOURNAL)
        return answer(
            rulings_found(event=event, table=table, person=person, rule=rule, words=words, before=before)
        )
