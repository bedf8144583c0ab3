"""Endpoints of drawers, receipts, vouchers and tickets."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router

from api.auth import allowed, viewer_of
from api.responses import answer, not_there
from api.routers.core import Limit
from api.schemas import receipts as shapes_till
from api.schemas.core import READ_REFUSALS
from desk.boards import receipts as receipt_boards
from desk.boards import till
from desk.boards import vouchers as voucher_boards
from desk.models import Drawer, Receipt
from tourney.access import reads
from tourney.access.issuers import login_behind
from tourney.access.roles import Actor, Permission
from tourney.journal.refused import Refused
from tourney.models import Tournament

_LARGEST = 2**62
Before = Annotated[int | None, Query(ge=1, le=_LARGEST, description="Only older ones, for paging.")]


def _event(tournament: int) -> Tournament:
    found = Tournament.objects.filter(pk=tournament).first() if tournament <= _LARGEST else None
    if found is None:
        raise Refused("unknown_tournament", _("This tournament does not exist."))
    return found


def _clerk(actor: Actor | None) -> int | None:
    """Return the login that asks; None for tokens."""
    kind, _sign, number = (actor.key if actor else "").partition(":")
    return int(number) if kind == "user" else None


def _counts_blind(actor: Actor | None) -> int | None:
    """Return the login whose own drawer is counted blind: the caller's, or the token issuer's."""
    return None if actor is None else login_behind(actor)


def add_till_reads(router: Router) -> None:
    """Add the endpoints of drawers, receipts, vouchers and tickets."""

    @router.get(
        "/drawers",
        response={200: list[shapes_till.DrawerBoard], **READ_REFUSALS},
        operation_id="read_drawers",
        summary="Every clerk's drawers, newest first.",
        description="For roles that manage money.",
        tags=["Desk"],
    )
    def drawers(
        request: HttpRequest, only_open: bool = False, before: Before = None, limit: Limit = 100
    ) -> HttpResponse:
        allowed(request, reads.DRAWERS)
        reader = _counts_blind(viewer_of(request).actor)
        return answer(till.drawers(only_open=only_open, before=before, most=limit, reader=reader))

    @router.get(
        "/drawers/{int:drawer}",
        response={200: shapes_till.DrawerReport, **READ_REFUSALS},
        operation_id="read_drawer",
        summary="One shift of a clerk: what was sold and paid out, and how.",
        description="For roles that manage money, and for the clerk whose drawer it is, who sees no sums while it is "
        "open: it is counted blind.",
        tags=["Desk"],
    )
    def drawer(request: HttpRequest, drawer: int) -> HttpResponse:
        allowed(request, Permission.REGISTER_PLAYERS)
        actor = viewer_of(request).actor
        row = Drawer.objects.filter(pk=drawer).first() if drawer <= _LARGEST else None
        money = actor is not None and actor.may(Permission.MANAGE_MONEY)
        if row is None or not (money or row.clerk_id == _clerk(actor)):
            raise not_there()
        return answer(till.drawer_report(row.pk, blind=row.clerk_id == _counts_blind(actor)))

    @router.get(
        "/drawers/mine",
        response={200: shapes_till.DrawerBoard, **READ_REFUSALS},
        operation_id="read_own_drawer",
        summary="Your own open drawer.",
        description="For roles that take people in. 404 when you have none.",
        tags=["Desk"],
    )
    def own_drawer(request: HttpRequest) -> HttpResponse:
        allowed(request, Permission.REGISTER_PLAYERS)
        clerk = _clerk(viewer_of(request).actor)
        found = till.own_drawer(clerk) if clerk is not None else None
        if found is None:
            raise not_there()
        return answer(found)

    @router.get(
        "/receipts/{int:receipt}",
        response={200: shapes_till.ReceiptBoard, **READ_REFUSALS},
        operation_id="read_receipt",
        summary="A receipt, as it is printed.",
        description="For roles that take back sales, and for the clerk at whose drawer it was written.",
        tags=["Desk"],
    )
    def receipt(request: HttpRequest, receipt: int) -> HttpResponse:
        allowed(request, Permission.REGISTER_PLAYERS)
        reader = viewer_of(request).actor
        row = (
            Receipt.objects.select_related("drawer").filter(pk=receipt).first()
            if receipt <= _LARGEST
            else None
        )
        found = (
            receipt_boards.receipt(row.pk)
            if row is not None and receipt_boards.may_read_receipt(reader, row)
            else None
        )
        if found is None:
            raise not_there()
        return answer(found)

    @router.get(
        "/tournaments/{int:tournament}/receipts",
        response={200: list[shapes_till.ReceiptBoard], **READ_REFUSALS},
        operation_id="read_receipts",
        summary="An event's receipts, newest first.",
        description="For roles that take back sales.",
        tags=["Desk"],
    )
    def receipts(
        request: HttpRequest,
        tournament: int,
        player: Annotated[int | None, Query(ge=1, le=_LARGEST)] = None,
        before: Before = None,
        limit: Limit = 100,
    ) -> HttpResponse:
        allowed(request, Permission.REFUND)
        event = _event(tournament)
        return answer(receipt_boards.receipts(event=event.pk, player=player, before=before, most=limit))

    @router.get(
        "/tournaments/{int:tournament}/till",
        response={200: shapes_till.EventReport, **READ_REFUSALS},
        operation_id="read_event_till",
        summary="What an event took in and paid out, by clerk, by method and by part.",
        description="For roles that manage money.",
        tags=["Desk"],
    )
    def event_till(request: HttpRequest, tournament: int) -> HttpResponse:
        allowed(request, reads.DRAWERS)
        return answer(till.event_report(_event(tournament)))

    @router.get(
        "/vouchers",
        response={200: list[shapes_till.VoucherBoard], **READ_REFUSALS},
        operation_id="read_vouchers",
        summary="Vouchers, newest first, and where each was spent.",
        description="For roles that manage money.",
        tags=["Desk"],
    )
    def vouchers(request: HttpRequest, before: Before = None, limit: Limit = 100) -> HttpResponse:
        allowed(request, reads.DRAWERS)
        return answer(voucher_boards.vouchers(before=before, most=limit))

    @router.get(
        "/tournaments/{int:tournament}/tickets",
        response={200: list[shapes_till.TicketBoard], **READ_REFUSALS},
        operation_id="read_tickets",
        summary="Tickets of an event, newest first, and where each was spent.",
        description="For roles that manage money.",
        tags=["Desk"],
    )
    def tickets(
        request: HttpRequest, tournament: int, before: Before = None, limit: Limit = 100
    ) -> HttpResponse:
        allowed(request, reads.DRAWERS)
        return answer(voucher_boards.tickets(_event(tournament).pk, before=before, most=limit))
