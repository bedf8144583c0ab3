"""Whether somebody may come in now: entry is open, there is a place, and it is their turn."""

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk import queue
from desk.asking import Asking
from desk.models import Booking, House, Registration
from desk.models.booking import OPEN
from desk.places import KEPT, kept_in, places_left
from desk.rules.queue import rule_of
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Player
from tourney.rulebooks.books.schema import cite

SHOWS = ("registration", "queue", "seating", "clock", "lobby")


def registration_of(tx: Asking) -> Registration:
    """How the event of this action is sold.

    Raises:
        Refused: it is not sold (`no_registration`), or over (`event_closed`).
    """
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed."))
    row = Registration.objects.filter(tournament=tx.tournament).first()
    if row is None:
        raise Refused("no_registration", _("Set up this event's registration first."))
    return row


def open_booking(tx: Asking, player: Player) -> Booking | None:
    """A player's open booking in the event of this action, if they have one."""
    return Booking.objects.filter(tournament=tx.tournament, player=player, state__in=OPEN).first()


def let_in(tx: Tx, registration: Registration, player: Player, booking: Booking | None) -> None:
    """As `check_turn`, before there is an entry; nobody comes in between."""
    _one_event_after_the_other(tx)
    check_turn(tx, registration, player, booking)


def check_turn(tx: Asking, registration: Registration, player: Player, booking: Booking | None) -> None:
    """Make sure that entry is open, that there is a place, and that it is somebody's turn.

    Args:
        registration: of the event.
        player: who.
        booking: their open one.

    Raises:
        Refused: entry is over (`registration_closed`) and they were not on the list then; there is no place, or none
            that is not kept for others (`full`); others wait before them (`wait_your_turn`); the day's last hands
            are being played (`last_hands`).
    """
    if registration.closed_at is not None and not (booking is not None and booking.guaranteed):
        raise Refused("registration_closed", _("Registration is closed."), _closing_rule(tx))
    check_last_hands(tx)
    left = places_left(tx.tournament, registration)
    if left is not None and left <= 0:
        raise Refused("full", _("The event is full."))
    if booking is not None and booking.state in KEPT:
        return
    if left is not None and left <= kept_in(tx.tournament).all:
        raise Refused("full", _("The event is full: the open seats are held for other players."))
    ahead = queue.ahead_of(tx.tournament, player, now=tx.now)
    if ahead:
        message = _("Others are ahead of %(name)s: %(ahead)s.")
        raise Refused("wait_your_turn", message % {"name": player.name, "ahead": ahead}, rule_of(tx.book))


def check_last_hands(tx: Asking) -> None:
    """Make sure that nobody comes in while the day's last hands are played, where the book has it so (WSOP 125).

    Raises:
        Refused: they are being played (`last_hands`).
    """
    progress = progress_of(tx.tournament)
    if "entries" in progress.held_up:
        raise Refused(
            "last_hands",
            _("No entries until the last hands of the day have been played."),
            progress.held_up_by,
        )


def _one_event_after_the_other(tx: Tx) -> None:
    """Where the room itself has a limit, other events fill it at the same moment."""
    if House.objects.filter(pk=1, capacity__isnull=False).exists():
        tx.lock(House, pk=1)


def _closing_rule(tx: Asking) -> str:
    return cite(tx.book, tx.book.entering.late_entry or tx.book.entering.waiting_list)
