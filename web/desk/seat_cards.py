"""Printed seat cards of entries, and cards with the link of players who have reserved or wait; black only.

A single print is a submitted form and is recorded in the event's journal; later ones are marked as reprints.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clock.models import Clock
from desk.models import Booking, Registration
from desk.models.booking import OPEN
from desk.services.prints import was_printed
from notifications.commands.player_links import link_of, links_of, typed_address
from players.models import Partner
from players.rules.person_code import code_of
from players.services.partners import entry_name, partners_of, players_of
from seating.models import Seat
from seating.services.draws import has_drawn
from stages.services.brought_stacks import Brought, brought_stacks
from tourney.access.roles import Permission
from tourney.models import ChipMove, Entry, Tournament
from tourney.rules.numbers import whole_number
from tourney.services.qr import qr_picture
from web.desk.paper import paper_size, sheets_of
from web.desk.print_record import back_of, print_of
from web.office.details import event_of
from web.shared.access import actor_of, staff_page

# Thirty sheets of eight cards: a browser lays them out without delay.
_CARDS_AT_ONCE = 240
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
    """Return the seat card of an entry; of a team one for each player, with a link and code of their own.

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
        "paper": paper_size(request),
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
        Booking.objects.select_related("player", "partner", "tournament")
        .filter(pk=booking_id, state__in=OPEN)
        .first()
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
    # A team is called on the phones of both players.
    people = [player for player in (booking.player, booking.partner) if player is not None]
    cards = [
        {
            "event": booking.tournament,
            "name": player.name,
            "booking": booking,
            "start": start_of(booking.tournament),
            **_code(player.pk, {player.pk: link_of(player.pk, by=actor_of(request), request=request)}),
        }
        for player in people
    ]
    context = {
        "event": booking.tournament,
        "cards": cards,
        "print": printed,
        "player": booking.player_id,
        "back": back_of(request),
        "paper": paper_size(request),
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
        "paper": sheets_of(request),
    }
    return render(request, "desk/print_cards.html", context)
