"""One person at the desk: their record, their state in an event and what they paid."""

from datetime import date
from typing import TypedDict

from django.db.models import Q
from django.utils.timezone import localdate

from clock.signals import day_over
from desk.boards.chances import chances
from desk.boards.person_types import (
    BookingAtDesk,
    BuysBack,
    Dues,
    Elsewhere,
    EntryAtDesk,
    ItemAtDesk,
    MembershipAtDesk,
    PaidByVoucher,
    Person,
    PersonFields,
    PersonInEvent,
    ReceiptAtDesk,
    VoucherAtEvent,
)
from desk.boards.receipts import may_read_receipt
from desk.boards.till import open_drawers
from desk.models import Booking, Item, Receipt, Registration, Ticket, Voucher
from desk.models.booking import OPEN
from desk.rules.amounts import places_of
from desk.services.admission import playing_elsewhere
from desk.services.booked_players import booked_by
from desk.services.bookings import can_be_missed
from desk.services.check_context import Preview, preview
from desk.services.extras import announced_among
from desk.services.flights import flights_of
from desk.services.memberships import held_at
from desk.services.rebuys import busted_entry
from desk.services.till import PRIZE
from desk.services.vouchers import look_up
from desk.services.waiting_list import is_here, kept_until
from players.boards.people import ContactKept, contacts_kept
from players.models import Partner, Player
from players.rules.age import age_on
from players.rules.player_fields import ReadContext, readable_fields
from players.services.bans import bans_on
from players.services.memberships import memberships_on
from seating.models import Seat
from tourney.access.roles import Actor, Permission
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of

_RECEIPTS = 20


def person(player_id: int, event_id: int | None, by: Actor) -> Person | None:
    """Return a person with their booking, entries, receipts, tickets and options in an event.

    Return None if there is no such person.

    Args:
        player_id: the person. For a merged record, the record it was merged into.
        event_id: the event; None for the person alone.
        by: the reader; refusals are those that this login would get.
    """
    player = Player.objects.filter(pk=player_id).first()
    while player is not None and player.merged_into is not None:
        player = player.merged_into
    if player is None or player.anonymised_at is not None:
        return None
    event = Tournament.objects.filter(pk=event_id).first() if event_id is not None else None
    return {
        **_who(player, readable_fields(by, ReadContext.OPENED), contacts_kept(player, by)),
        "bans": [
            {"until": _iso(ban.ends_on), "reason": ban.reason, "rule": ban.rule}
            for ban in bans_on(localdate(room_now())).filter(player=player)
        ],
        "membership": _membership(player, event),
        "event": _in_event(player, preview(event, by)) if event is not None else None,
        # Drawers through which a manager can pay refunds.
        "drawers": open_drawers(by) if by.may(Permission.REFUND) else [],
    }


def voucher_at_event(number: str, event_id: int) -> VoucherAtEvent:
    """Return a voucher or ticket by its number, and why it does not pay at this event (`why`, "" if it does)."""
    currency = Registration.objects.filter(tournament=event_id).values_list("currency", flat=True).first()
    found, why = look_up(number, event_id, currency or "")
    if found is None:
        return VoucherAtEvent(method="", number=number, value=0, currency="", good=False, why=why)
    return {
        "method": "voucher" if isinstance(found, Voucher) else "ticket",
        "number": found.number,
        "value": found.value,
        "currency": found.currency,
        "good": not why,
        "why": why,
    }


def _who(player: Player, fields: frozenset[str], contacts: list[ContactKept]) -> PersonFields:
    today = localdate(room_now())
    born = player.birth_date if "birth_date" in fields else None
    return {
        "player": player.pk,
        "name": player.name,
        "nickname": player.nickname,
        "born": _iso(born),
        "age": age_on(born, today) if born else None,
        "card": player.card if "card" in fields else "",
        "languages": player.languages.split(),
        "needs_access": player.needs_access and "needs_access" in fields,
        "needs": player.needs if "needs" in fields else "",
        "notes": player.staff_notes if "staff_notes" in fields else "",
        "photo": player.photo if "photo" in fields else "",
        "contacts": contacts,
    }


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _membership(player: Player, event: Tournament | None) -> MembershipAtDesk | None:
    """Return the membership that counts at an event; without an event, any that is valid today."""
    today = localdate(room_now())
    held = (
        list(memberships_on(today).filter(player=player))
        if event is None
        else held_at(event, book_of(event.book), player, today)
    )
    # Prefer a confirmed one.
    row = next((one for one in held if one.confirmed_by), held[0] if held else None)
    if row is None:
        return None
    confirms = event is not None and _board_confirms(event)
    return {
        "membership": row.pk,
        "kind": row.kind,
        "until": row.ends_on.isoformat(),
        "confirmed": bool(row.confirmed_by) or not confirms,
        "confirmed_by": row.confirmed_by,
    }


def _board_confirms(event: Tournament) -> bool:
    policy = book_of(event.book).entering.membership
    return policy is not None and policy.board_confirms


def _in_event(player: Player, seen: Preview) -> PersonInEvent:
    event = seen.tournament
    registration = Registration.objects.filter(tournament=event).first()
    currency = registration.currency if registration else ""
    bookings = Booking.objects.filter(booked_by([player]), tournament=event).select_related(
        "player", "partner"
    )
    # Keep lapsed reservations apart from honoured ones.
    booking = (
        bookings.filter(state__in=OPEN).first() or bookings.filter(state="lapsed").order_by("-pk").first()
    )
    tickets = Ticket.objects.filter(
        tournament=event, player=player, voided_at__isnull=True, spent_on__isnull=True
    ).order_by("pk")
    playing = Entry.objects.filter(
        tournament=event, player=player, voided_at__isnull=True, out_at__isnull=True
    ).first()
    busted = None if playing is not None else busted_entry(event, player)
    return {
        "tournament": event.pk,
        "registered": registration is not None,
        "currency": currency,
        "places": places_of(currency),
        "booking": _booking(booking, player) if booking else None,
        "entries": _entries(player, event),
        **_team(player, event, registration),
        "receipts": _receipts(player, seen),
        "tickets": [{"number": ticket.number, "value": ticket.value} for ticket in tickets],
        "dues": _dues(event, currency),
        "stack": event.starting_stack,
        "elsewhere": [_elsewhere(entry) for entry in playing_elsewhere(player, event)],
        "buys_back": _buys_back(busted) if busted is not None else None,
        **chances(seen, player, playing or busted),
    }


def _elsewhere(entry: Entry) -> Elsewhere:
    """Return where a player is in play in another event now."""
    seat = getattr(entry, "seat", None)
    return {
        "tournament": entry.tournament_id,
        "name": entry.tournament.name,
        "bagged": seat.stack if seat and day_over.ask(entry.tournament) else None,
        "table": seat.tournament_table.table.number if seat else None,
        "seat": seat.number if seat else None,
    }


def _buys_back(entry: Entry) -> BuysBack:
    """Return the entry that a rebuy brings back into play, and the seat held for it."""
    seat = (
        Seat.objects.filter(held_for=entry, tournament_table__released_at=None)
        .select_related("tournament_table__table")
        .first()
    )
    return {
        "entry": entry.pk,
        "table": seat.tournament_table.table.number if seat else None,
        "seat": seat.number if seat else None,
        "until": to_ms(seat.held_until) if seat else None,
    }


def _booking(booking: Booking, player: Player) -> BookingAtDesk:
    other = booking.player if booking.partner_id == player.pk else booking.partner
    return {
        "booking": booking.pk,
        "partner": None if other is None else other.pk,
        "with_partner": "" if other is None else other.name,
        "state": booking.state,
        "wants": booking.wants,
        "checked_in": booking.checked_in_at is not None,
        "id_seen_by": booking.id_seen_by if booking.player_id == player.pk else "",
        "missed": can_be_missed(booking),
        "here": is_here(booking),
        "until": kept_until(booking),
        "calls": booking.calls,
    }


class _Team(TypedDict):
    team_with: str
    team_of: int | None


def _team(player: Player, event: Tournament, registration: Registration | None) -> _Team:
    """Return with whom a player shares the newest entry, here or else in another flight, and that player's id if it is
    sold to them.
    """
    if registration is None or not registration.partner_until:
        return {"team_with": "", "team_of": None}
    teams = Partner.objects.filter(tournament__in=flights_of(event), entry__voided_at__isnull=True)
    own = teams.filter(Q(player=player) | Q(entry__player=player)).select_related("player", "entry__player")
    team = max(own, key=lambda row: (row.tournament_id == event.pk, row.entry_id), default=None)
    if team is None:
        return {"team_with": "", "team_of": None}
    if team.player_id == player.pk:
        return {"team_with": team.entry.player.name, "team_of": team.entry.player_id}
    return {"team_with": team.player.name, "team_of": None}


def _entries(player: Player, event: Tournament) -> list[EntryAtDesk]:
    entries = list(
        Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True).order_by("number")
    )
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(entry__in=entries).select_related("tournament_table__table")
    }
    bought: dict[int, list[str]] = {}
    for entry_id, kind in ChipMove.objects.filter(
        entry__in=entries, kind__in=("rebuy", "add_on")
    ).values_list("entry", "kind"):
        bought.setdefault(entry_id, []).append(kind)
    found: list[EntryAtDesk] = []
    for entry in entries:
        seat = seats.get(entry.pk)
        found.append(
            {
                "entry": entry.pk,
                "number": entry.number,
                "kind": entry.kind,
                "in": entry.in_play,
                "table": seat.tournament_table.table.number if seat else None,
                "seat": seat.number if seat else None,
                "bought": bought.get(entry.pk, []),
            }
        )
    return found


def _receipts(player: Player, seen: Preview) -> list[ReceiptAtDesk]:
    """Return sales to the player for this event that can still be refunded, newest first."""
    rows = (
        Receipt.objects.filter(player=player, items__tournament=seen.tournament, corrects__isnull=True)
        # Paid prizes are reversed on the prizes page.
        .exclude(items__kind=PRIZE)
        .distinct()
        .order_by("-pk")
        .select_related("drawer__clerk")
        .prefetch_related("items__corrected_by", "payments", "corrections__payments")
    )
    found = list(rows[:_RECEIPTS])
    announced = announced_among(seen, [row.pk for row in found])
    return [_receipt(row, seen.actor, row.pk in announced) for row in found]


def _receipt(row: Receipt, by: Actor, announced: bool) -> ReceiptAtDesk:
    # Payment details need permission to read the receipt; what was bought is shown to every desk.
    read = may_read_receipt(by, row)
    return {
        "receipt": row.pk,
        "number": str(row),
        "drawer": row.drawer_id,
        "printable": read,
        "at": to_ms(row.at),
        "clerk": row.drawer.clerk.username,
        "items": [_item(item, announced) for item in row.items.all()],
        "methods": sorted({payment.method for payment in row.payments.all()}) if read else [],
        "by_voucher": PaidByVoucher(
            voucher=_standing(row, "voucher") if read else 0, ticket=_standing(row, "ticket") if read else 0
        ),
    }


def _standing(row: Receipt, method: str) -> int:
    """Return what was paid by each method and not refunded, in minor units."""
    payments = [one for receipt in (row, *row.corrections.all()) for one in receipt.payments.all()]
    return sum(one.amount for one in payments if one.method == method)


def _item(item: Item, announced: bool) -> ItemAtDesk:
    return {
        "item": item.pk,
        "kind": item.kind,
        "amount": item.amount,
        "entry": item.entry_id,
        "refunded": hasattr(item, "corrected_by"),
        "chips": item.chips,
        # A rebuy announced before a hand is binding, so it is not refunded.
        "binds": announced and item.kind == "rebuy",
    }


def _dues(event: Tournament, currency: str) -> Dues | None:
    """Return the price of a membership at this event, if its rulebook requires one."""
    book = book_of(event.book)
    policy = book.entering.membership
    if policy is None:
        return None
    return {
        "season": policy.season_fee.amount if policy.season_fee.currency == currency else None,
        "day": policy.day_fee.amount if policy.day_fee.currency == currency else None,
        "rule": cite(book, policy),
    }
