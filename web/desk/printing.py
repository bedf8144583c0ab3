"""Printed seat cards and receipts, on an 80 mm roll or on A4 sheets; black only.

A print is a submitted form and is recorded in the event's journal; later ones are marked as reprints.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.models import Clock
from desk.boards.printing import print_settings
from desk.boards.receipts import may_read_receipt, names_on
from desk.models import Booking, Item, Payment, PrintSettings, Receipt, Registration, Ticket, Voucher
from desk.models.booking import OPEN
from desk.services.prints import receipt_was_printed, was_printed
from notifications.commands.player_links import link_of, links_of, typed_address
from players.models import Partner
from players.rules.person_code import code_of
from players.services.partners import entry_name, partners_of, players_of
from prizes.models import PrizePayment
from prizes.services.paid_prizes import won_by
from seating.models import Seat
from seating.services.draws import has_drawn
from stages.services.brought_stacks import Brought, brought_stacks
from tourney.access.roles import Permission
from tourney.models import ChipMove, Entry, JournalEntry, Tournament
from tourney.rules.numbers import whole_number
from tourney.services.qr import qr_picture
from web.desk.print_record import back_of, print_of
from web.office.details import event_of
from web.shared.access import actor_of, staff_page

_PAPER_SIZES = PrintSettings.PAPER_SIZES
# Thirty sheets of eight cards: a browser lays them out without delay.
_CARDS_AT_ONCE = 240
# More than a single sale or refund ever issues.
_MOST_VOUCHERS = 20
_ORDERS = {
    "table": ("tournament_table__order", "tournament_table__table__number", "number"),
    "name": ("entry__player__name", "entry__player_id"),
}


def start_of(event: Tournament) -> datetime | None:
    """Return when an event starts or started, for its date on paper; None if unknown."""
    planned = Clock.objects.filter(tournament=event).values_list("planned_start", flat=True).first()
    if planned is not None:
        return planned
    return Registration.objects.filter(tournament=event).values_list("started_at", flat=True).first()


def _cards(
    entry: Entry,
    table: int | None,
    seat: int | None,
    links: Mapping[int, str],
    *,
    start: datetime | None,
    brought: Brought | None,
) -> list[dict[str, Any]]:
    """Return the seat card of an entry; of a team one for each player, with the own link and code.

    Args:
        links: by player.
        start: when the event starts or started.
        brought: the stack of a player who came from a flight or an earlier day.
    """
    pair: Partner | None = getattr(entry, "partner", None)
    card = {
        "start": start,
        "event": entry.tournament,
        "name": entry_name(entry),
        "number": entry.number,
        "stack": entry.tournament.starting_stack if brought is None else brought.chips,
        "from": ", ".join(brought.events) if brought is not None else "",
        "table": table,
        "seat": seat,
        "out": _out(entry),
        "drawn": table is None and has_drawn(entry.tournament),
    }
    if pair is None:
        return [card | _code(entry.player_id, links)]
    return [card | _code(one.pk, links) | {"holder": one.name} for one in (entry.player, pair.player)]


def _code(player: int, links: Mapping[int, str]) -> dict[str, Any]:
    """Return what a card shows of a player's link: QR code, typed address and code."""
    link = links[player]
    return {
        "link": link,
        "address": typed_address(link),
        "qr": qr_picture(link),
        "code": code_of(player),
    }


def _out(entry: Entry) -> str:
    """Return how an entry ended: "refunded", "surrendered" or "busted"; "" while it is in play."""
    if entry.voided_at is not None:
        return "refunded"
    if entry.out_at is None:
        return ""
    gave_up = ChipMove.objects.filter(entry=entry, kind="surrender").exists()
    return "surrendered" if gave_up else "busted"


def _paper_size(request: HttpRequest) -> str:
    paper = request.GET.get("paper", "")
    return paper if paper in _PAPER_SIZES else print_settings().paper


def _sheets_of(request: HttpRequest) -> str:
    """Return the paper for many prints: the chosen one, else sheets even if single prints use a roll."""
    asked = request.GET.get("paper", "")
    usual = print_settings().paper
    return asked if asked in _PAPER_SIZES else ("a4" if usual == "roll" else usual)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS, makes_links=True)
def seat_card(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Print the seat card of an entry."""
    people = ("player", "partner__player", "tournament")
    entry = Entry.objects.select_related(*people).filter(pk=entry_id).first()
    if entry is None:
        raise Http404
    printed = print_of(
        request,
        entry.tournament_id,
        "seat_card",
        entry.pk,
        again=was_printed(entry.tournament_id, "seat_card", entry.pk),
    )
    seat = Seat.objects.select_related("tournament_table__table").filter(entry=entry).first()
    cards = _cards(
        entry,
        seat.tournament_table.table.number if seat else None,
        seat.number if seat else None,
        links_of(players_of(entry), by=actor_of(request), request=request),
        start=start_of(entry.tournament),
        brought=brought_stacks(entry.tournament, [entry.pk]).get(entry.pk),
    )
    context = {
        "event": entry.tournament,
        "cards": cards,
        "print": printed,
        "player": entry.player_id,
        "back": back_of(request),
        "paper": _paper_size(request),
    }
    return render(request, "desk/print_cards.html", context, status=409 if printed.form.is_wrong else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS, makes_links=True)
def booking_card(request: HttpRequest, booking_id: int) -> HttpResponse:
    """Print the link of a player who has reserved or waits, so that a call reaches their phone.

    Players with an entry have a seat card instead.
    """
    booking = (
        Booking.objects.select_related("player", "tournament").filter(pk=booking_id, state__in=OPEN).first()
    )
    if booking is None:
        raise Http404
    printed = print_of(
        request,
        booking.tournament_id,
        "link",
        booking.pk,
        again=was_printed(booking.tournament_id, "link", booking.pk),
    )
    link = link_of(booking.player_id, by=actor_of(request), request=request)
    card = {
        "event": booking.tournament,
        "name": booking.player.name,
        "booking": booking,
        "start": start_of(booking.tournament),
        **_code(booking.player_id, {booking.player_id: link}),
    }
    context = {
        "event": booking.tournament,
        "cards": [card],
        "print": printed,
        "player": booking.player_id,
        "back": back_of(request),
        "paper": _paper_size(request),
    }
    return render(request, "desk/print_cards.html", context, status=409 if printed.form.is_wrong else 200)


@never_cache
@require_GET
@staff_page(Permission.REGISTER_PLAYERS, makes_links=True)
def all_seat_cards(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the seat cards of all seated players in batches, by table or by name.

    `?table=7` prints one table only.
    """
    event = event_of(tournament_id)
    by = request.GET.get("by", "")
    by = by if by in _ORDERS else "table"
    seats = (
        Seat.objects.filter(
            tournament_table__tournament=event, tournament_table__released_at__isnull=True, kind="player"
        )
        .select_related(
            "entry__player", "entry__partner__player", "entry__tournament", "tournament_table__table"
        )
        .order_by(*_ORDERS[by])
    )
    table = whole_number(request.GET.get("table", ""), 6)
    if table is not None:
        seats = seats.filter(tournament_table__table__number=table)
    # A team has two cards.
    teams = Registration.objects.filter(tournament=event).exclude(partner_until="").exists()
    most = _CARDS_AT_ONCE // 2 if teams else _CARDS_AT_ONCE
    part = Paginator(seats, most).get_page(request.GET.get("part"))
    entries = {seat.entry.pk: seat.entry.player_id for seat in part if seat.entry is not None}
    partners = [row.player_id for row in partners_of(entries).values()]
    players = [*entries.values(), *partners]
    links = links_of(players, by=actor_of(request), request=request) if players else {}
    start, brought = start_of(event), brought_stacks(event, entries)
    cards = [
        card
        for seat in part
        if seat.entry is not None
        for card in _cards(
            seat.entry,
            seat.tournament_table.table.number,
            seat.number,
            links,
            start=start,
            brought=brought.get(seat.entry.pk),
        )
    ]
    context = {
        "event": event,
        "cards": cards,
        "part": part,
        "by": by,
        "paper": _sheets_of(request),
    }
    return render(request, "desk/print_cards.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.REGISTER_PLAYERS, makes_links=True)
def receipt(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """Print a receipt, with those of other events paid together."""
    row = (
        Receipt.objects.select_related("player", "drawer__clerk", "written_by", "corrects__drawer")
        .prefetch_related(
            "items__tournament",
            "items__entry__player",
            "items__entry__partner__player",
            "payments__voucher",
            "payments__ticket",
        )
        .filter(pk=receipt_id)
        .first()
    )
    if row is None or not may_see(request, row):
        raise Http404
    rows = _paid_together(row)
    items = [item for one in rows for item in one.items.all()]
    event = event_of_items(items)
    printed = print_of(request, event, "receipt", row.pk, again=receipt_was_printed(row))
    # With several events, each seat is on its own card.
    seat = None if len(rows) > 1 else _seat_sold(items)
    link = link_of(row.player_id, by=actor_of(request), request=request)
    payout = (
        PrizePayment.objects.filter(item__receipt=row)
        .select_related("entry__player", "entry__partner__player", "item__tournament")
        .first()
    )
    context = {
        "receipt": row,
        "name": names_on(row.player, items),
        "payout": payout,
        "won": None if payout is None else won_by(payout),
        "items": items,
        "numbers": ", ".join(str(one) for one in rows),
        "payments": _as_paid([payment for one in rows for payment in one.payments.all()]),
        "total": sum(item.amount for item in items),
        "seat": seat,
        "link": link,
        "qr": qr_picture(link),
        "code": code_of(row.player_id),
        "currency": row.drawer.currency,
        "print": printed,
        "paper": _paper_size(request),
    }
    sheet = "desk/print_receipt.html" if payout is None else "desk/print_payout.html"
    return render(request, sheet, context, status=409 if printed.form.is_wrong else 200)


def _paid_together(row: Receipt) -> list[Receipt]:
    """Return a receipt with those of other events paid together: they are printed together."""
    if row.together is None:
        return [row]
    rows = Receipt.objects.filter(together=row.together).order_by("pk")
    return list(
        rows.select_related("drawer").prefetch_related(
            "items__tournament", "payments__voucher", "payments__ticket"
        )
    )


def _as_paid(payments: Sequence[Payment]) -> list[Payment]:
    """Merge payments as the player made them: cash and cards of several receipts are added up."""
    found: dict[tuple[str, int | None, int | None], Payment] = {}
    for one in payments:
        key = (one.method, one.voucher_id, one.ticket_id)
        if key not in found:
            found[key] = one
            continue
        other = found[key]
        handed = one.tendered is not None or other.tendered is not None
        tendered = (other.tendered or other.amount) + (one.tendered or one.amount) if handed else None
        found[key] = Payment(
            method=one.method,
            amount=other.amount + one.amount,
            tendered=tendered,
            voucher=one.voucher,
            ticket=one.ticket,
        )
    return list(found.values())


def _seat_sold(items: Sequence[Item]) -> Seat | None:
    entries = [item.entry_id for item in items if item.entry_id and item.amount >= 0]
    return Seat.objects.select_related("tournament_table__table").filter(entry__in=entries).first()


def event_of_items(items: Sequence[Item]) -> int | None:
    """Return the event of a receipt; None if it names none."""
    return next((item.tournament_id for item in items if item.tournament_id is not None), None)


def may_see(request: HttpRequest, row: Receipt) -> bool:
    """Return whether the viewer may read a receipt."""
    return may_read_receipt(actor_of(request), row)


@never_cache
@require_GET
@staff_page(Permission.REGISTER_PLAYERS)
def vouchers(request: HttpRequest) -> HttpResponse:
    """Print vouchers and tickets of a journal entry, or by their numbers.

    Printing by number discloses nothing new. A journal entry discloses numbers, so it requires the permission
    to issue vouchers.
    """
    if request.GET.get("line") and not actor_of(request).may(Permission.MANAGE_MONEY):
        raise PermissionDenied
    return voucher_sheet(request, _numbers(request), back=reverse("vouchers"))


def voucher_sheet(request: HttpRequest, fine: Sequence[str], *, back: str) -> HttpResponse:
    """Print vouchers and tickets. Raises Http404 if none of them is valid.

    Args:
        fine: their numbers.
        back: address of the back link.
    """
    good: dict[str, Any] = {"number__in": fine, "voided_at__isnull": True, "spent_on__isnull": True}
    vouchers = Voucher.objects.filter(**good).order_by("pk")
    tickets = Ticket.objects.filter(**good).select_related("tournament", "player", "won_in").order_by("pk")
    found: list[dict[str, Any]] = [
        *({"voucher": row} for row in vouchers),
        *({"ticket": row} for row in tickets),
    ]
    if not found:
        raise Http404
    for one in found:
        row: Any = one.get("voucher") or one["ticket"]
        one["qr"] = qr_picture(row.number)
        one["row"] = row
    paper = _sheets_of(request)
    return render(request, "desk/print_vouchers.html", {"slips": found, "paper": paper, "back": back})


def _numbers(request: HttpRequest) -> list[str]:
    line, event = request.GET.get("line", ""), request.GET.get("event", "")
    if not line:
        numbers = request.GET.getlist("n")[:_MOST_VOUCHERS]
        return [number for number in numbers if "\x00" not in number and len(number) <= 20]
    seq, tournament = whole_number(line), whole_number(event)
    if seq is None or (event and tournament is None):
        return []
    row = JournalEntry.journal(tournament).filter(seq=seq, kind__in=("voucher.issue", "ticket.issue")).first()
    return [str(number) for number in (row.answer or {}).get("numbers", [])] if row else []
