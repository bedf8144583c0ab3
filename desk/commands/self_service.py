"""Commands for players on their own phones, if the room allows it."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from desk.commands.partners import check_wait_with, partner_of_last
from desk.models import Booking
from desk.models.booking import OPEN
from desk.services import bookings, waiting_list
from desk.services.booked_players import booked_by, booking_name
from desk.services.bookings import BOOKING_BOARDS
from desk.services.entry_request import EntryRequest
from desk.services.registration import check_open
from players.services.current_player import current_player
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite


def _answer(row: Booking) -> dict[str, Any]:
    place = waiting_list.place_of(row)
    return {
        "booking": row.pk,
        "position": place.position if place else None,
        "ahead": place.ahead if place else {},
    }


def _allowed(allowed: bool) -> None:
    if not allowed:
        raise Refused("ask_the_desk", _("Please ask at the desk."))


def _refuse_partner(request: EntryRequest) -> None:
    """Refuse a player whose partner registers for the team (`other_team`)."""
    team = bookings.registered_by_partner(request)
    if team is not None:
        message = _("%(name)s registers for your team.") % {"name": team.entry.player.name}
        raise Refused("other_team", message)


@command(
    "self_service.reserve",
    permission=Permission.USE_SELF_SERVICE,
    boards=BOOKING_BOARDS,
    summary=lazy("Reserved a seat"),
)
def own_reserve(tx: Tx) -> Any:
    """Reserve a seat for the player."""
    player = current_player(tx)
    _allowed(check_open(tx).self_reserve)
    _refuse_partner(EntryRequest(tx, player))
    return {"booking": bookings.reserve(tx, player, origin="self").pk}


@command(
    "self_service.wait",
    permission=Permission.USE_SELF_SERVICE,
    boards=BOOKING_BOARDS,
    summary=lazy("Joined the waiting list"),
)
def own_wait(tx: Tx) -> Any:
    """Join the waiting list; where both players of a team register together, they join it at the desk."""
    player = current_player(tx)
    sold = check_open(tx)
    _allowed(sold.self_wait)
    if sold.partner_until == "entry":
        message = _("In this event both players of a team join the waiting list together, at the desk.")
        raise Refused("ask_the_desk", message)
    request = EntryRequest(tx, player)
    _refuse_partner(request)
    check_wait_with(request, None, "entry")
    return _answer(bookings.wait(tx, request, "entry", origin="self"))


@command(
    "self_service.re_enter",
    permission=Permission.USE_SELF_SERVICE,
    boards=BOOKING_BOARDS,
    summary=lazy("Requested a re-entry"),
)
def own_re_enter(tx: Tx) -> Any:
    """Request a re-entry after busting. An immediate request may go before the waiting list (Munot 72)."""
    player = current_player(tx)
    _allowed(check_open(tx).self_re_enter)
    request = EntryRequest(tx, player)
    _refuse_partner(request)
    partner = partner_of_last(tx, request)
    bookings.check_wait(request, "re_entry")
    try:
        check_wait_with(request, partner, "re_entry")
    except Refused:
        # What stands in the other player's way is for staff to read.
        message = _("Your team can’t re-enter from a phone. Please call the desk.")
        raise Refused("ask_the_desk", message) from None
    return _answer(bookings.wait(tx, request, "re_entry", partner=partner, origin="self"))


def _summarise_cancelled(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    # Earlier entries name nobody.
    if "name" not in answer:
        return _("Cancelled their booking")
    waited = _("Cancelled the place of %(name)s on the waiting list") if answer["waited"] else None
    return (waited or _("Cancelled the booking of %(name)s")) % {"name": answer["name"]}


@command(
    "self_service.cancel",
    permission=Permission.USE_SELF_SERVICE,
    boards=BOOKING_BOARDS,
    summary=_summarise_cancelled,
)
def own_cancel(tx: Tx) -> Any:
    """Cancel the player's own booking, or that of their team, as long as the rulebook allows it (Five Spades 2.6)."""
    player = current_player(tx)
    row = Booking.objects.filter(booked_by([player]), tournament=tx.tournament, state__in=OPEN).first()
    if row is None:
        raise Refused("no_booking", _("You have no booking here."))
    if bookings.is_too_late(tx, row):
        rule = cite(tx.book, tx.book.entering.cancelling)
        raise Refused("too_late", _("It is too late to cancel here. Please call the desk."), rule)
    waited = row.state in ("waiting", "called")
    bookings.cancel(tx, row, by=player)
    return {"booking": row.pk, "name": booking_name(row), "waited": waited}
