"""The waiting list as rows have it: who stands where, whose turn it is, how somebody gets on it and off it.

Functions that take `tx` are parts of actions; the others only read.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk import admission
from desk.admission import bans_on
from desk.asking import Asking
from desk.jobs import serve_soon
from desk.models import Booking, House, Registration
from desk.models.booking import OPEN
from desk.places import KEPT, free_places, kept_in, places_left
from desk.rules import queue as rules
from desk.rules.queue import Patience, Place, Waiter, Wants
from desk.rules.reservations import is_sure
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, Player, Tournament
from tourney.moment import once_a_decision, once_a_moment
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of

SHOWS = ("queue", "registration")
Origin = Literal["desk", "self"]


@once_a_decision
def house() -> House:
    """The desk's settings, or what they are where nobody set any."""
    return House.objects.filter(pk=1).first() or House()


def ms(moment: datetime) -> int:
    """A moment as rules count it."""
    return round(moment.timestamp() * 1000)


def starts_at(event: Tournament, registration: Registration | None) -> int | None:
    """When the event began or is planned to, in ms; None where nobody knows."""
    if registration is not None and registration.started_at is not None:
        return to_ms(registration.started_at)
    return to_ms(progress_of(event).starts_at)


def is_here(booking: Booking) -> bool:
    """Whether somebody who is called was checked in since: they stand at the desk, and their offer runs out no more.

    A check-in from before the call says only that they were in the room then.
    """
    if booking.state != "called" or booking.checked_in_at is None or booking.called_at is None:
        return False
    return booking.checked_in_at >= booking.called_at


def kept_until(booking: Booking) -> int | None:
    """Until when the chair of somebody who is called is kept, in ms; None while no time runs for them."""
    return to_ms(booking.offer_until) if booking.state == "called" and not is_here(booking) else None


def waiter_of(booking: Booking, book: Book, start: int | None) -> Waiter:
    """A booking of the list as the rules see it.

    Args:
        booking: waiting or called.
        book: of its event.
        start: of the event, in ms.
    """
    since = booking.waiting_since or booking.created_at
    # Who was skipped waits anew, and has lost what they were ahead by.
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
class Line:
    """An event's waiting list as it stands.

    Attributes:
        bookings: of all who wait or are called, by id, with their players.
        waiting: in the order they are worked off.
        called: to whom a place is promised.
        opened: whether the list is worked off by now.
    """

    book: Book
    bookings: dict[int, Booking]
    waiting: list[Waiter]
    called: list[Waiter]
    opened: bool


@once_a_moment
def line_of(event: Tournament, registration: Registration | None = None) -> Line:
    """Read an event's waiting list."""
    book = book_of(event.book)
    registration = registration or Registration.objects.filter(tournament=event).first()
    progress = progress_of(event)
    started = progress.started or (registration is not None and registration.started_at is not None)
    start = starts_at(event, registration)
    rows = Booking.objects.filter(tournament=event, state__in=("waiting", "called")).select_related("player")
    bookings = {row.pk: row for row in rows}
    waiters = {pk: waiter_of(row, book, start) for pk, row in bookings.items()}
    return Line(
        book=book,
        bookings=bookings,
        waiting=rules.in_order([one for pk, one in waiters.items() if bookings[pk].state == "waiting"], book),
        called=rules.in_order([one for pk, one in waiters.items() if bookings[pk].state == "called"], book),
        opened=rules.is_worked_off(book, started=started),
    )


def standing(event: Tournament) -> list[Booking]:
    """The waiting list now, the first first. Who is called is not on it any more."""
    line = line_of(event)
    return [line.bookings[one.booking] for one in line.waiting]


def promised(event: Tournament) -> int:
    """How many chairs are promised to people who are called."""
    return kept_in(event).promised


def place_of(booking: Booking) -> Place | None:
    """Where somebody stands on the list, and who is ahead; None if they do not wait."""
    line = line_of(booking.tournament)
    return rules.place_of(booking.pk, line.waiting, line.book)


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody who comes to the desk would get.

    Attributes:
        wants: a first entry, one after busting, or one after giving up a stack.
        at_once: whether they come right after that.
        last: their last entry that counted.
    """

    wants: Wants
    at_once: bool
    last: Entry | None


def wish_of(event: Tournament, player: Player, now: datetime) -> Wish:
    """What a player comes for at a moment, as their entries tell it."""
    rows = Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True)
    last = rows.order_by("-number").first()
    if last is None:
        return Wish("entry", False, None)
    gave_up = ChipMove.objects.filter(entry=last, kind="surrender").exists()
    limit = timedelta(seconds=house().at_once_seconds)
    at_once = last.out_at is not None and now - last.out_at <= limit
    return Wish("surrender" if gave_up else "re_entry", at_once, last)


def ahead_of(event: Tournament, player: Player, *, now: datetime) -> int:
    """How many on the list go before somebody who wants to come in now, on the list already or not.

    None do before the list is opened (Munot 73), nor before who is called.
    """
    if not Booking.objects.filter(tournament=event, state="waiting").exists():
        return 0
    line = line_of(event)
    if not line.opened:
        return 0
    mine = next((pk for pk, row in line.bookings.items() if row.player_id == player.pk), None)
    if mine is not None:
        place = rules.place_of(mine, line.waiting, line.book)
        return place.position - 1 if place else 0
    wish = wish_of(event, player, now)
    newcomer = Waiter(booking=2**63, wants=wish.wants, since=ms(now), at_once=wish.at_once)
    return rules.ahead_of(newcomer, _callable(line, now), line.book)


def _callable(line: Line, now: datetime) -> list[Waiter]:
    """Who waits and may play: who is banned is not called, holds nobody up, and keeps the place on the list."""
    banned = set(bans_on(localdate(now)).values_list("player", flat=True))
    return [one for one in line.waiting if line.bookings[one.booking].player_id not in banned]


def may_enter_now(tx: Tx, player: Player) -> bool:
    """Whether it is a player's turn: a place is kept for them, or one is free for anybody and nobody is ahead."""
    registration = Registration.objects.filter(tournament=tx.tournament).first()
    if registration is None or "entries" in progress_of(tx.tournament).held_up:
        return False
    booking = Booking.objects.filter(tournament=tx.tournament, player=player, state__in=OPEN).first()
    if registration.closed_at is not None and not (booking is not None and booking.guaranteed):
        return False
    if booking is not None and booking.state in KEPT:
        left = places_left(tx.tournament, registration)
        return left is None or left > 0
    free = free_places(tx.tournament, registration)
    return (free is None or free > 0) and ahead_of(tx.tournament, player, now=tx.now) == 0


def fulfil(tx: Tx, player: Player) -> Booking | None:
    """The open booking of a player becomes the entry they have now.

    Returns:
        It, or None when they had none.
    """
    booking = Booking.objects.filter(tournament=tx.tournament, player=player, state__in=OPEN).first()
    if booking is None:
        return None
    entry = tx.get(
        Entry, tournament=tx.tournament, player=player, out_at__isnull=True, voided_at__isnull=True
    )
    tx.save(booking, state="entered", entry=entry, ended_at=tx.moment)
    tx.show(*SHOWS)
    tx.show_players(player.pk)
    return booking


def registration_of(tx: Asking) -> Registration:
    """How the event of this action takes people.

    Raises:
        Refused: it is over (`event_closed`), or does not (`no_registration`).
    """
    if tx.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed."))
    row = Registration.objects.filter(tournament=tx.tournament).first()
    if row is None:
        raise Refused("no_registration", _("Set up this event's registration first."))
    return row


def open_for(tx: Asking) -> Registration:
    """The same, to be booked into.

    Raises:
        Refused: as `registration_of`, or registration is closed (`registration_closed`).
    """
    row = registration_of(tx)
    if row.closed_at is not None:
        policy = tx.book.entering.late_entry or tx.book.entering.waiting_list
        raise Refused("registration_closed", _("Registration is closed."), cite(tx.book, policy))
    return row


def not_booked(tx: Asking, player: Player) -> None:
    """Make sure that a player has no open booking in the event of this action.

    Raises:
        Refused: they have one (`already_booked`).
    """
    booking = Booking.objects.filter(tournament=tx.tournament, player=player, state__in=OPEN).first()
    if booking is None:
        return
    texts = {
        "reserved": _("%(name)s already has a reservation."),
        "checked_in": _("%(name)s is already checked in."),
        "waiting": _("%(name)s is already on the waiting list."),
        "called": _("%(name)s has already been called."),
    }
    raise Refused("already_booked", texts[booking.state] % {"name": player.name})


def wait(tx: Tx, player: Player, wants: Wants, *, origin: Origin = "desk") -> Booking:
    """Put somebody on the waiting list.

    Args:
        player: who; their row locked.
        wants: a first entry, one after busting, or one after a stack was given up (which has left play by then).
        origin: who asked: the desk, or the player's own phone.

    Raises:
        Refused: as `check_wait`.
    """
    wish = check_wait(tx, player, wants)
    booking = tx.create(
        Booking,
        tournament=tx.tournament,
        player=player,
        wants=wants,
        state="waiting",
        origin=origin,
        created_at=tx.moment,
        member=admission.is_member(player, tx.moment),
        waiting_since=tx.moment,
        at_once=wish.at_once and wants != "entry",
    )
    tx.cite(_rule_for(tx.book, wants))
    tx.show(*SHOWS)
    tx.show_players(player.pk)
    tx.after(serve_soon(tx.tournament.pk))
    return booking


def check_wait(tx: Asking, player: Player, wants: Wants) -> Wish:
    """Make sure that somebody may go on the waiting list.

    Returns:
        What they come for.

    Raises:
        Refused: registration is closed; they may not enter (`desk.admission`), are booked already
            (`already_booked`), or do not come for that (`never_entered`, `entered_before`, `no_surrender`,
            `no_re_entry`).
    """
    registration = open_for(tx)
    admission.check(tx, player, stage="reserve", giving_up=wants == "surrender")
    not_booked(tx, player)
    wish = wish_of(tx.tournament, player, tx.moment)
    _check_wants(tx, registration, player, wants, wish)
    return wish


def _rule_for(book: Book, wants: Wants) -> str:
    entering = book.entering
    policy = {
        "entry": entering.waiting_list,
        "re_entry": entering.re_entry,
        "surrender": entering.surrender,
    }[wants]
    return cite(book, policy)


def _check_wants(tx: Asking, registration: Registration, player: Player, wants: Wants, wish: Wish) -> None:
    name = {"name": player.name}
    if wants == "entry":
        if wish.last is not None:
            raise Refused(
                "entered_before", _("%(name)s has already played in this event: this is a re-entry.") % name
            )
        return
    if wish.last is None:
        raise Refused("never_entered", _("%(name)s has not played in this event yet.") % name)
    if wants == "re_entry" and wish.wants == "surrender":
        rule = cite(tx.book, tx.book.entering.surrender)
        raise Refused(
            "gave_up", _("%(name)s surrendered a stack: that is not a re-entry after busting.") % name, rule
        )
    if wants == "surrender" and not registration.surrender_allowed:
        raise Refused("no_surrender", _("This event does not allow surrender."))
    if wants == "surrender" and wish.wants != "surrender" and not wish.last.in_play:
        raise Refused("no_surrender", _("%(name)s has not surrendered a stack.") % name)
    check_re_entry(tx, registration, player)


def check_re_entry(tx: Asking, registration: Registration, player: Player) -> None:
    """Make sure that somebody who was in the event has a re-entry left.

    Raises:
        Refused: they have none (`no_re_entry`).
    """
    counted = Entry.objects.filter(tournament=tx.tournament, player=player, voided_at__isnull=True).count()
    most = registration.re_entries_most
    if counted and most is not None and counted > most:
        message = _("%(name)s has no re-entries left.") if most else _("This event has no re-entries.")
        rule = cite(tx.book, tx.book.entering.re_entry)
        raise Refused("no_re_entry", message % {"name": player.name}, rule)


def check_call(tx: Asking, booking: Booking) -> None:
    """Make sure that somebody of the list can be called before their turn.

    Raises:
        Refused: no place is free for them (`full`).
    """
    free = free_places(tx.tournament, registration_of(tx))
    if booking.state == "waiting" and free is not None and free <= 0:
        raise Refused("full", _("All open seats are held for other players."))


def plan(event: Tournament, now: datetime | None = None) -> list[rules.Step]:
    """What is to be done with an event's waiting list at a moment, in order; nothing for an event that is over."""
    registration = Registration.objects.filter(tournament=event).first()
    if registration is None or event.closed_at is not None:
        return []
    # Who is called now could not come in: nobody loses a turn by it.
    if "entries" in progress_of(event).held_up:
        return []
    line = line_of(event, registration)
    if not line.waiting and not line.called:
        return []
    left = places_left(event, registration)
    return rules.steps(
        _callable(line, now or room_now()),
        line.called,
        None if left is None else left - kept_in(event).held,
        ms(now or room_now()),
        line.book,
        Patience(house().recalls),
        opened=line.opened,
    )
