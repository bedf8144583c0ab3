"""What programs read of prizes, results, bounties, deals and payments."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from msgspec.structs import asdict
from ninja import Query, Router

from api import shapes, shapes_prizes
from api.answers import answer, event_at
from api.callers import allowed
from api.public_cache import public_answer
from api.reads import Limit
from api.shapes import READ_REFUSALS
from desk.rules.amounts import places_of
from prizes.boards import event as boards
from prizes.boards.listing import listing_of, rows_for_staff, rows_in_public
from prizes.money import payout_of
from prizes.owed import owed_in
from prizes.standing import public_places
from tourney.access import reads
from tourney.access.roles import May
from tourney.models import Entry, Tournament
from tourney.moment import one_moment

Offset = Annotated[int, Query(ge=0, le=1_000_000, description="So many rows are left out, for paging.")]


def _money(event: Tournament) -> dict[str, Any]:
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    return {"seq": event.seq, "currency": currency, "places": places_of(currency)}


def _counts(event: Tournament) -> dict[str, Any]:
    ranking = listing_of(event).standing.ranking
    return {**_money(event), "field": ranking.field, "left": ranking.left}


def add_prizes_reads(router: Router) -> None:
    """Give prizes, results and what is owed their addresses."""

    @router.get(
        "/tournaments/{int:tournament}/results",
        auth=None,
        response={200: shapes_prizes.Results, 404: shapes.Refusal, 422: shapes.Refusal},
        operation_id="read_results",
        summary="Who finished where, the best place first.",
        description="For everybody, with names as shown in public.",
        tags=["Prizes"],
    )
    def results(
        request: HttpRequest, tournament: int, offset: Offset = 0, limit: Limit = 100
    ) -> HttpResponse:
        def found() -> dict[str, Any]:
            with one_moment():
                event = event_at(tournament)
                places = public_places(event)
                rows = rows_in_public(event, places[offset : offset + limit])
                return {**_counts(event), "placed": len(places), "rows": rows}

        return public_answer(f"t{tournament}", f"results {offset} {limit}", found)

    @router.get(
        "/tournaments/{int:tournament}/results/staff",
        response={200: shapes_prizes.StaffResults, **READ_REFUSALS},
        operation_id="read_staff_results",
        summary="The results with full names, re-entries, stacks and who won the chips.",
        description="For staff. After those with a place come the unranked, then the superseded.",
        tags=["Prizes"],
    )
    def staff_results(
        request: HttpRequest, tournament: int, offset: Offset = 0, limit: Limit = 100
    ) -> HttpResponse:
        allowed(request, May.SEE_STAFF)
        with one_moment():
            event = event_at(tournament)
            entries = listing_of(event).entries
            rows = rows_for_staff(event, entries[offset : offset + limit])
            return answer({**_counts(event), "placed": len(entries), "rows": rows})

    @router.get(
        "/tournaments/{int:tournament}/owed",
        response={200: shapes_prizes.OwedBoard, **READ_REFUSALS},
        operation_id="read_owed",
        summary="What everybody has won and was paid, and what is still to be paid.",
        description="For roles that pay out: the board `owed`, with its list. Pay with `prize/pay`.",
        tags=["Prizes"],
    )
    def owed(request: HttpRequest, tournament: int) -> HttpResponse:
        allowed(request, reads.PAYOUTS)
        with one_moment():
            event = event_at(tournament)
            found = owed_in(event)
            people = Entry.objects.filter(tournament=event, pk__in=found)
            names = {row[0]: row[1:] for row in people.values_list("pk", "player", "player__name")}
            rows = [
                {
                    "entry": entry,
                    "player": names[entry][0],
                    "name": names[entry][1],
                    "won": dict(one.won),
                    "paid": dict(one.paid),
                    "open": one.open,
                }
                for entry, one in found.items()
            ]
            return answer({**_money(event), **asdict(boards.owed_at(event)), "rows": rows})
