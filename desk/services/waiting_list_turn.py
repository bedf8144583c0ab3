"""Turns: who may enter now, and who the waiting list calls next."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from clock.services.progress import Progress, progress_of
from desk.models import Booking
from desk.rules import waiting_list as rules
from desk.rules.waiting_list import Patience, Waiter
from desk.services.booked_players import players_of
from desk.services.capacity import KEPT, free_places, kept_in, places_left
from desk.services.check_context import CheckContext
from desk.services.desk_settings import desk_settings
from desk.services.entry_request import EntryRequest
from desk.services.registration import check_sold, closing_rule, registration_of
from desk.services.waiting_list import WaitingList, ms, read_line
from players.services.bans import bans_on
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now

# Behind all who are on the list.
_NEWCOMER = 2**63


def check_can_register_now(request: EntryRequest) -> None:
    """Check that entry is open, that a place is free, and that it is the player's turn.

    Raises:
        Refused: entry is over (`registration_closed`) and they were not on the list then; there is no place,
            or all are held for others (`full`); others wait before them (`wait_your_turn`); the day's last
            hands are being played (`last_hands`).
    """
    booking = request.booking
    if request.sold.closed_at is not None and not (booking is not None and booking.guaranteed):
        raise Refused("registration_closed", _("Registration is closed."), closing_rule(request.context))
    if _are_entries_halted(request.progress):
        message = _("No entries until the last hands of the day have been played.")
        raise Refused("last_hands", message, request.progress.held_up_by)
    if request.places_left is not None and request.places_left <= 0:
        raise Refused("full", _("The event is full. There is a waiting list."))
    if booking is not None and booking.state in KEPT:
        return
    if request.free_places is not None and request.free_places <= 0:
        message = _("The event is full: the open seats are held for other players. There is a waiting list.")
        raise Refused("full", message)
    if ahead := players_ahead(request):
        message = _("Others are ahead of %(name)s: %(ahead)s.")
        words = {"name": request.player.name, "ahead": ahead}
        raise Refused("wait_your_turn", message % words, rules.rule_of(request.book))


def players_ahead(request: EntryRequest) -> int:
    """Count waiting players who go before a player who wants to enter now.

    Zero before the list opens (Munot 73), and for a called player.
    """
    if not request.kept.waiting or not request.waiting_list.opened:
        return 0
    line, booking = request.waiting_list, request.booking
    if booking is not None and booking.pk in line.bookings:
        place = rules.place_of(booking.pk, line.waiting, line.book)
        return place.position - 1 if place else 0
    now, kind = request.context.now, request.kind
    newcomer = Waiter(_NEWCOMER, wants=kind.wants, since=ms(now), at_once=kind.at_once)
    return rules.ahead_of(newcomer, _callable(line, now), line.book)


def check_call(context: CheckContext, booking: Booking) -> None:
    """Check that a waiting player can be called out of turn.

    Raises:
        Refused: no place is free for them (`full`).
    """
    sold = check_sold(context)
    free = free_places(context.tournament, sold)
    if booking.state == "waiting" and free is not None and free <= 0:
        left = places_left(context.tournament, sold)
        if left is not None and left <= 0:
            raise Refused("full", _("No seat is open."))
        raise Refused("full", _("All open seats are held for other players."))


def next_steps(event: Tournament, now: datetime | None = None) -> Sequence[rules.Step]:
    """Return the actions due on an event's waiting list, in order; none once the event is over."""
    registration = registration_of(event)
    if registration is None or event.closed_at is not None:
        return []
    progress = progress_of(event)
    # A player called now could not enter, and must not lose the turn.
    if _are_entries_halted(progress):
        return []
    line = read_line(event, registration, progress)
    if not line.waiting and not line.called:
        return []
    now = now or room_now()
    left = places_left(event, registration)
    return rules.steps(
        _callable(line, now),
        line.called,
        None if left is None else left - kept_in(event).held,
        ms(now),
        line.book,
        Patience(desk_settings().recalls),
        opened=line.opened,
    )


def _callable(line: WaitingList, now: datetime) -> list[Waiter]:
    """Return waiting players who may play: a banned player is not called, does not block others and keeps the
    place, with the partner.
    """
    banned = set(bans_on(localdate(now)).values_list("player", flat=True))
    return [one for one in line.waiting if banned.isdisjoint(players_of(line.bookings[one.booking]))]


def _are_entries_halted(progress: Progress) -> bool:
    """Return whether entries are halted during the day's last hands, by the book (WSOP 125)."""
    return "entries" in progress.held_up
