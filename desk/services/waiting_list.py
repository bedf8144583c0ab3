"""The waiting list read from the database: who waits or is called, in order. Reads only."""

from dataclasses import dataclass
from datetime import datetime

from clock.services.progress import Progress, progress_of
from desk.models import Booking, Registration
from desk.rules import waiting_list as rules
from desk.rules.reservations import is_sure
from desk.rules.waiting_list import Place, Waiter
from desk.services.capacity import kept_in
from desk.services.registration import registration_of
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import cached_in_snapshot


def ms(at: datetime) -> int:
    """Return a time in milliseconds, as rules count it."""
    return round(at.timestamp() * 1000)


def starts_at(event: Tournament, registration: Registration | None) -> int | None:
    """Return when the event began or is planned to, in ms; None if unknown."""
    return start_of(registration, progress_of(event))


def start_of(registration: Registration | None, progress: Progress) -> int | None:
    """Return when an event began or is planned to, in ms; None if unknown.

    Args:
        registration: the terms of entry.
        progress: the state of its clock.
    """
    if registration is not None and registration.started_at is not None:
        return to_ms(registration.started_at)
    return to_ms(progress.starts_at)


def is_here(booking: Booking) -> bool:
    """Return whether a called player has checked in since; the offer then no longer expires.

    A check-in from before the call does not count.
    """
    if booking.state != "called" or booking.checked_in_at is None or booking.called_at is None:
        return False
    return booking.checked_in_at >= booking.called_at


def kept_until(booking: Booking) -> int | None:
    """Return until when the seat of a called player is kept, in ms; None if there is no time limit."""
    return to_ms(booking.offer_until) if booking.state == "called" and not is_here(booking) else None


def waiter_of(booking: Booking, book: Book, start: int | None) -> Waiter:
    """Return a booking of the list as input of the rules.

    Args:
        booking: waiting or called.
        book: of its event.
        start: of the event, in ms.
    """
    since = booking.waiting_since or booking.created_at
    # A skipped player waits again without the earlier advantage.
    sure = since <= booking.created_at
    return Waiter(
        booking=booking.pk,
        wants=booking.wants,  # type: ignore[arg-type]
        since=ms(since),
        at_once=booking.at_once,
        sure=sure and is_sure(book, member=booking.member, at=ms(booking.created_at), starts_at=start),
        calls=booking.calls,
        until=to_ms(booking.offer_until) if booking.state == "called" else None,
        here=is_here(booking),
    )


@dataclass(frozen=True, slots=True)
class WaitingList:
    """An event's current waiting list.

    Attributes:
        bookings: of all who wait or are called, by id, with their players.
        waiting: in the order they are processed.
        called: players to whom a place is promised.
        opened: whether the list is processed by now.
    """

    book: Book
    bookings: dict[int, Booking]
    waiting: list[Waiter]
    called: list[Waiter]
    opened: bool


@cached_in_snapshot
def line_of(event: Tournament, registration: Registration | None = None) -> WaitingList:
    """Read an event's waiting list."""
    return read_line(event, registration or registration_of(event), progress_of(event))


def read_line(event: Tournament, registration: Registration | None, progress: Progress) -> WaitingList:
    """Read an event's waiting list.

    Args:
        event: whose list.
        registration: how the event is sold.
        progress: the state of its clock.
    """
    book = book_of(event.book)
    started = progress.started or (registration is not None and registration.started_at is not None)
    start = start_of(registration, progress)
    rows = Booking.objects.filter(tournament=event, state__in=("waiting", "called"))
    bookings = {row.pk: row for row in rows.select_related("player", "partner")}
    waiters = {pk: waiter_of(row, book, start) for pk, row in bookings.items()}
    return WaitingList(
        book=book,
        bookings=bookings,
        waiting=rules.in_order([one for pk, one in waiters.items() if bookings[pk].state == "waiting"], book),
        called=rules.in_order([one for pk, one in waiters.items() if bookings[pk].state == "called"], book),
        opened=rules.offers_seats(book, started=started),
    )


def waiting_in_order(event: Tournament) -> list[Booking]:
    """Return the waiting players in order. Players who have been called are not included."""
    line = line_of(event)
    return [line.bookings[one.booking] for one in line.waiting]


def promised(event: Tournament) -> int:
    """Return how many seats are promised to people who are called."""
    return kept_in(event).promised


def place_of(booking: Booking) -> Place | None:
    """Return a player's position on the list, and how many are ahead; None if they are not waiting."""
    line = line_of(booking.tournament)
    return rules.place_of(booking.pk, line.waiting, line.book)
