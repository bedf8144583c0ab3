"""Endpoints of prizes, results, bounties, deals and payments."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from msgspec.structs import asdict
from ninja import Query, Router

from api.auth import allowed
from api.public_cache import public_answer
from api.responses import answer, event_at
from api.routers.core import Limit
from api.schemas import core, prizes
from api.schemas.core import READ_REFUSALS
from desk.rules.amounts import places_of
from prizes.boards import event as boards
from prizes.boards.listing import listing_of, rows_for_staff, rows_in_public
from prizes.services.money import payout_of
from prizes.services.payables import payables_of
from prizes.services.results import public_places, whole_field_of
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.models import Entry, Tournament
from tourney.snapshot import consistent_read

Offset = Annotated[int, Query(ge=0, le=1_000_000, description="So many rows are left out, for paging.")]


def _money(event: Tournament) -> dict[str, Any]:
    payout = payout_of(event)
    currency = "" if payout is None else payout.currency
    return {"seq": event.seq, "currency": currency, "places": places_of(currency)}


def _counts(event: Tournament) -> dict[str, Any]:
    return {**_money(event), "field": whole_field_of(event), "left": listing_of(event).results.ranking.left}


def add_prizes_reads(router: Router) -> None:
    """Add the endpoints of prizes, results and payables."""

    @router.get(
        "/tournaments/{int:tournament}/results",
        auth=None,
        response={200: prizes.Results, 404: core.Refusal, 422: core.Refusal},
        operation_id="read_results",
        summary="Who finished where, the best place first.",
        description="For everybody, with names as shown in public.",
        tags=["Prizes"],
    )
    def results(
        request: HttpRequest, tournament: int, offset: Offset = 0, limit: Limit = 100
    ) -> HttpResponse:
        def found() -> dict[str, Any]:
            with consistent_read():
                event = event_at(tournament)
                places = public_places(event)
                rows = rows_in_public(event, places[offset : offset + limit])
                return {**_counts(event), "placed": len(places), "rows": rows}

        return public_answer(f"t{tournament}", f"results {offset} {limit}", found)

    @router.get(
        "/tournaments/{int:tournament}/results/staff",
        response={200: prizes.StaffResults, **READ_REFUSALS},
        operation_id="read_staff_results",
        summary="The results with full names, re-entries, stacks and who won the chips.",
        description="For staff. After those with a place come the unranked, then the superseded.",
        tags=["Prizes"],
    )
    def staff_results(
        request: HttpRequest, tournament: int, offset: Offset = 0, limit: Limit = 100
    ) -> HttpResponse:
        allowed(request, Permission.SEE_STAFF)
        with consistent_read():
            event = event_at(tournament)
            entries = listing_of(event).entries
            rows = rows_for_staff(event, entries[offset : offset + limit])
            return answer({**_counts(event), "placed": len(entries), "rows": rows})

    @router.get(
        "/tournaments/{int:tournament}/payables",
        response={200: prizes.PayablesBoard, **READ_REFUSALS},
        operation_id="read_payables",
        summary="What everybody has won and was paid, and what is still to be paid.",
        description="For roles that pay out: the board `payables`, with its list. Pay with `prize/pay`.",
        tags=["Prizes"],
    )
    def payables(request: HttpRequest, tournament: int) -> HttpResponse:
        allowed(request, reads.PAYOUTS)
        with consistent_read():
            event = event_at(tournament)
            found = payables_of(event)
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
            return answer({**_money(event), **asdict(boards.payables_at(event)), "rows": rows})
