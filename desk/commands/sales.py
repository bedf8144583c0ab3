"""Commands that sell entries: payment and seat."""

from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from desk.boards.receipts import may_read_receipt, names_on
from desk.commands.partners import (
    check_partner_named,
    check_same_team,
    lock_pair,
    name_partner_of,
    partner_of_booking,
    partner_of_last,
)
from desk.models import Booking, Receipt, Registration
from desk.rules.payments import Paid
from desk.services import admission
from desk.services.booked_players import booking_name
from desk.services.bookings import end_booking_of_partner, fulfil
from desk.services.entry_request import ENTRY_BOARDS, EntryRequest, lock_room_capacity
from desk.services.jobs import waiting_list_job
from desk.services.name_list import registered
from desk.services.prints import Printout, receipt_was_printed, was_printed
from desk.services.registration import check_sold
from desk.services.till import Sold, sell
from desk.services.waiting_list_turn import check_can_register_now
from players.models import Membership
from players.services.partners import JOINED, entry_name
from seating.models import Seat
from seating.services.draws import has_drawn, seat_late
from seating.services.eliminations import release_seats
from tourney.access.field_permissions import PAYMENT, VOUCHER_NUMBER
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, JournalEntry
from tourney.rulebooks.books.schema import Book, cite
from tourney.services.prepared_query import PreparedQuery

MOST_MONEY = 10**12
Money = Annotated[int, Field(ge=0, le=MOST_MONEY, description="minor units")]
# Undo would delete receipts; a sale is reversed by a correction.
INSTEAD = lazy("Money was paid for this. Refund it instead, with its own receipt.")


# Permissions needed to read parts of a sale in the journal.
SALE_PERMISSIONS = {"vouchers": VOUCHER_NUMBER, "issued.number": VOUCHER_NUMBER, "change": PAYMENT}


class PaymentInput(BaseModel):
    """Part of a price: method, amount, cash handed over, or the number of a voucher or ticket."""

    model_config = ConfigDict(extra="forbid", strict=True)
    method: Annotated[Literal["cash", "card", "voucher", "ticket"], PAYMENT]
    amount: Annotated[int, Field(ge=1, le=MOST_MONEY, description="minor units"), PAYMENT]
    tendered: (
        Annotated[int, Field(ge=1, le=MOST_MONEY, description="minor units, cash only"), PAYMENT] | None
    ) = None
    number: Annotated[str, Field(max_length=40), VOUCHER_NUMBER] | None = None


Payments = Annotated[list[PaymentInput], Field(max_length=20)]


def paid(payments: list[PaymentInput]) -> list[Paid]:
    """Return what was sent, as the till takes it."""
    return [Paid(one.method, one.amount, one.tendered, (one.number or "").strip()) for one in payments]


@command(
    "desk.register",
    permission=Permission.REGISTER_PLAYERS,
    boards=ENTRY_BOARDS,
    summary=registered,
    undoable=False,
    undo_hint=INSTEAD,
    answer_permissions=SALE_PERMISSIONS,
)
def register_player(
    tx: Tx,
    player: Id,
    payments: Payments,
    id_seen: bool = False,
    membership: Literal["day", "season"] | None = None,
    partner: Id | None = None,
    partner_id_seen: bool = False,
) -> dict[str, Any]:
    """Register a player with a paid entry at the actor's open drawer. After the draw, a seat is drawn at
    once.

    Args:
        player: the player.
        payments: how the buy-in, and the membership if one is sold, are paid; empty if free.
        id_seen: whether the clerk has seen an ID.
        membership: the membership sold with it, if any.
        partner: in an event for teams of two, the player who shares the entry; null: the one of the entry before or of
            the booking, or named later.
        partner_id_seen: whether the clerk has seen the partner's ID.

    Raises:
        Refused: see `entry.name_partner` for the partner; one has to be named with the entry (`partner_missing`).
    """
    registration = check_sold(tx)
    person, other = lock_pair(tx, player, partner)
    request = EntryRequest(tx, person)
    admission.check(request, membership=membership, id_seen=id_seen)
    _release_held_seats(tx, request)
    lock_room_capacity(tx, request)
    check_can_register_now(request)
    admission.check_re_entry(request)
    # Who shared the entry before was admitted then.
    before = None if other is not None else partner_of_last(tx, request)
    other = other or before or partner_of_booking(tx, request)
    check_partner_named(registration, other)
    if registration.partner_until and other is None:
        check_same_team(request, None)
    entry = make_entry(tx, request)
    if other is not None:
        seen = partner_id_seen or before is not None
        name_partner_of(tx, registration, entry, other, id_seen=seen)
    lines = [line_of(tx, registration, entry)]
    if membership is not None:
        lines.append(_membership(tx, request, membership))
    sale = sell(tx, person, lines, paid(payments), currency=registration.currency)
    seat = seat_at_once(tx, entry)
    booking = request.booking
    # Of a team, the ID that a booking notes is that of its first player.
    if booking is not None and id_seen and not booking.id_seen_by and booking.player_id == person.pk:
        tx.save(booking, checked_in_at=booking.checked_in_at or tx.now, id_seen_by=tx.actor.name[:120])
    fulfil(tx, request, entry)
    if other is not None:
        end_booking_of_partner(tx, entry)
    if seat is None:
        tx.notify(person.pk, "registered", receipt=str(sale.receipt))
    if registration.without_names:
        tx.touch("home_game")
    tx.touch_players(person.pk)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return {
        "entry": entry.pk,
        "entry_number": entry.number,
        "name": person.name if other is None else f"{person.name}{JOINED}{other.name}",
        "receipt": sale.receipt.pk,
        "number": str(sale.receipt),
        "change": sale.change,
        "vouchers": list(sale.vouchers),
        "table": seat.tournament_table.table.number if seat else None,
        "seat": seat.number if seat else None,
    }


def _summarise_printed(journal_entry: JournalEntry) -> str:
    what, name = journal_entry.arguments["what"], (journal_entry.answer or {}).get("name", "–")
    if what == "link":
        return _("Printed the phone link for %(name)s") % {"name": name}
    printouts = {"receipt": _("receipt"), "seat_card": _("seat card")}
    # Entries from before first prints were recorded are reprints.
    again = (journal_entry.answer or {}).get("again", True)
    text = _("Reprinted: %(what)s for %(name)s") if again else _("Printed: %(what)s for %(name)s")
    return text % {"what": printouts.get(what, what), "name": name}


@command(
    "desk.printed",
    permission=Permission.REGISTER_PLAYERS,
    summary=_summarise_printed,
    undoable=False,
)
def printed(
    tx: Tx,
    what: Printout,
    entry: Id | None = None,
    receipt: Id | None = None,
    booking: Id | None = None,
) -> dict[str, Any]:
    """Record the print of a receipt or a seat card, or of the link of a player without an entry. The answer
    says whether it was printed before (`again`).

    Args:
        what: which of these.
        entry: whose seat card.
        receipt: which receipt.
        booking: whose link.

    Raises:
        Refused: it is not of this event, or the clerk may not read the receipt (`not_found`).
    """
    named = {"receipt": receipt, "seat_card": entry, "link": booking}
    if [printout for printout, key in named.items() if key is not None] != [what]:
        raise Refused("bad_argument", _("Choose a receipt, a seat card or a player’s link."))
    if entry is not None:
        name = entry_name(tx.get(Entry, pk=entry, tournament=tx.tournament, select_related=("player",)))
        return {"name": name, "again": was_printed(tx.tournament.pk, what, entry)}
    if booking is not None:
        name = booking_name(tx.get(Booking, pk=booking, tournament=tx.tournament))
        return {"name": name, "again": was_printed(tx.tournament.pk, what, booking)}
    row = tx.get(Receipt, pk=receipt)
    if not (row.items.filter(tournament=tx.tournament).exists() and may_read_receipt(tx.actor, row)):
        raise Refused("not_found", _("This receipt does not exist in this event."))
    items = list(row.items.select_related("entry__player", "entry__partner__player"))
    return {"name": names_on(row.player, items), "number": str(row), "again": receipt_was_printed(row)}


_HELD_SEATS = PreparedQuery(
    lambda event, player: Seat.objects.filter(
        held_for__tournament=event, held_for__player=player
    ).select_related("held_for")
)


def _release_held_seats(tx: Tx, request: EntryRequest) -> None:
    """Release seats held for a rebuy of the player: a re-entry gets a new seat."""
    if request.entries:
        release_seats(tx, _HELD_SEATS.all(tx.tournament.pk, request.player.pk))


def make_entry(tx: Tx, request: EntryRequest) -> Entry:
    """Create the entry and its starting stack."""
    kind = request.kind.wants
    if kind != "entry":
        entering = tx.book.entering
        tx.cite(cite(tx.book, entering.surrender if kind == "surrender" else entering.re_entry))
    entry = tx.create(
        Entry,
        tournament=tx.tournament,
        player=request.player,
        number=request.all_entries[0].number + 1 if request.all_entries else 1,
        kind=kind,
        created_at=tx.now,
    )
    stack = tx.tournament.starting_stack
    tx.create(
        ChipMove,
        tournament=tx.tournament,
        entry=entry,
        kind="starting_stack",
        chips=stack,
        at=tx.effective_at,
    )
    return entry


def membership_fee(book: Book, registration: Registration, kind: Literal["day", "season"]) -> int:
    """Return what a membership costs that is sold with an entry, in minor units.

    Raises:
        Refused: the book has none (`no_membership`), or in another currency (`other_currency`).
    """
    policy = book.entering.membership
    if policy is None:
        raise Refused("no_membership", _("This event’s rulebook has no memberships."))
    fee = policy.season_fee if kind == "season" else policy.day_fee
    if fee.currency != registration.currency:
        message = _("The fee is in %(fee)s, but this event is priced in %(price)s.")
        raise Refused("other_currency", message % {"fee": fee.currency, "price": registration.currency})
    return fee.amount


def _membership(tx: Tx, request: EntryRequest, kind: Literal["day", "season"]) -> Sold:
    """Sell a membership for today, or for the season, which is the calendar year (Five Spades 5.6)."""
    dues = membership_fee(tx.book, request.sold, kind)
    policy = tx.book.entering.membership
    assert policy is not None
    today = localdate(tx.now)
    if any(row.kind in ("season", kind) for row in request.memberships):
        message = _("%(name)s is already a member.")
        raise Refused("already_a_member", message % {"name": request.player.name}, cite(tx.book, policy))
    confirms = policy.board_confirms and tx.actor.may(Permission.CONFIRM_MEMBERSHIPS)
    row = tx.create(
        Membership,
        player=request.player,
        kind=kind,
        starts_on=today if kind == "day" else today.replace(month=1, day=1),
        ends_on=today if kind == "day" else today.replace(month=12, day=31),
        applied_at=tx.now,
        # A seller who may confirm memberships confirms by selling.
        confirmed_by=tx.actor.name[:120] if confirms else "",
    )
    return Sold(kind=f"membership_{kind}", tournament=tx.tournament, membership=row, dues=dues)


def line_of(tx: Tx, registration: Registration, entry: Entry) -> Sold:
    """Return the line of a receipt for an entry at the event's price."""
    return Sold(
        kind=entry.kind,
        tournament=tx.tournament,
        entry=entry,
        pool=registration.pool,
        fee=registration.fee,
        staff=registration.staff,
        bounty=registration.bounty,
        chips=tx.tournament.starting_stack,
    )


def seat_at_once(tx: Tx, entry: Entry) -> Seat | None:
    """Return a seat at once if the field was drawn; the entry waits for the draw otherwise."""
    if not has_drawn(tx.tournament):
        return None
    seat = seat_late(tx, entry)
    if seat is None:
        raise Refused("full", _("No seat is open."))
    return seat
