"""What verbs of bookings share, at the desk and on the player's own phone."""

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk import admission, queue
from desk.asking import Asking
from desk.jobs import serve_soon
from desk.models import Booking, Registration
from desk.models.booking import OPEN
from desk.places import HELD, free_places
from desk.queue import SHOWS, Origin, ms, starts_at
from desk.rules import reservations as rules
from desk.rules.reservations import Reserved, cancel_until, is_sure
from desk.signals import RegistrationClosed, registration_closed
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Player, Tournament
from tourney.now import from_ms
from tourney.rulebooks.books.schema import cite


def opened(tx: Tx, booking: int) -> Booking:
    """An open booking of the event of this action.

    Raises:
        Refused: there is none (`not_found`), or it is over (`not_open`).
    """
    row = tx.get(Booking, pk=booking, tournament=tx.tournament)
    if row.state not in OPEN:
        raise Refused(
            "not_open", _("This booking of %(name)s is no longer open.") % {"name": row.player.name}
        )
    return row


def reserve(tx: Tx, player: Player, *, origin: Origin = "desk") -> Booking:
    """Reserve a place for somebody.

    Args:
        player: who; their row locked.
        origin: who asked.

    Raises:
        Refused: as `check_reserve`.
    """
    gives_way = check_reserve(tx, player)
    if gives_way is not None:
        _make_way(tx, gives_way)
        tx.cite(cite(tx.book, tx.book.entering.priority))
    row = tx.create(
        Booking,
        tournament=tx.tournament,
        player=player,
        state="reserved",
        origin=origin,
        created_at=tx.now,
        member=admission.is_member(player, tx.now),
    )
    tx.show(*SHOWS)
    tx.show_players(player.pk)
    return row


def check_reserve(tx: Asking, player: Player) -> Booking | None:
    """Make sure that somebody may reserve a place.

    Returns:
        Somebody else's reservation, where that gives way to this one.

    Raises:
        Refused: registration is closed or the event has begun (`started`); they may not enter (`desk.admission`), were
            in it (`entered_before`) or are booked already (`already_booked`); no place is left (`full`), or the book
            takes no registration on the day (`same_day`).
    """
    registration = queue.open_for(tx)
    event, name = tx.tournament, {"name": player.name}
    if progress_of(event).started:
        raise Refused(
            "started", _("The event has started. Register %(name)s or add them to the waiting list.") % name
        )
    admission.check(tx, player, stage="reserve")
    queue.not_booked(tx, player)
    if Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True).exists():
        raise Refused(
            "entered_before", _("%(name)s has already played in this event: this is a re-entry.") % name
        )
    start = starts_at(event, registration)
    policy, rule = tx.book.entering.priority, cite(tx.book, tx.book.entering.priority)
    on_the_day = start is not None and localdate(from_ms(start)) == localdate(tx.now)
    if policy is not None and policy.same_day == "no" and on_the_day:
        raise Refused("same_day", _("Booking is not possible on the day of the event."), rule)
    member = admission.is_member(player, tx.now)
    free = free_places(event, registration)
    # Whoever waits was there before: a place that comes free is theirs, though they are not called yet.
    waiting = Booking.objects.filter(tournament=event, state="waiting").count()
    if free is None or free > waiting:
        return None
    sure = is_sure(tx.book, member=member, at=ms(tx.now), starts_at=start)
    if sure and free > 0:
        return None
    found = _last_not_sure(tx, start) if sure else None
    if found is None:
        raise Refused("full", _("The event is full. There is a waiting list."), rule)
    return found


def _last_not_sure(tx: Asking, start: int | None) -> Booking | None:
    """The last reservation that is not sure."""
    rows = {row.pk: row for row in Booking.objects.filter(tournament=tx.tournament, state="reserved")}
    given = [Reserved(row.pk, ms(row.created_at), row.member) for row in rows.values()]
    found = rules.gives_way(given, tx.book, start)
    return None if found is None else rows[found]


def _make_way(tx: Tx, row: Booking) -> None:
    """Let a reservation wait instead, as of when it was made; the person is told."""
    tx.save(row, state="waiting", waiting_since=row.created_at)
    tx.tell(row.player_id, "cancelled", booking=row.pk, waits=True)


def cancelling_rule(tx: Asking) -> str:
    """Return the rule by which an entry or a booking may be cancelled now; "" once its time is over (Five Spades 2.6).

    Later it is the house's own decision.
    """
    registration = Registration.objects.filter(tournament=tx.tournament).first()
    until = cancel_until(tx.book, starts_at(tx.tournament, registration))
    late = until is not None and ms(tx.now) > until
    return "" if late else cite(tx.book, tx.book.entering.cancelling)


def is_too_late(tx: Tx, booking: Booking) -> bool:
    """Whether a reservation can't be taken back in time any more: the limit has passed (Five Spades 2.6)."""
    if booking.state not in HELD:
        return False
    registration = Registration.objects.filter(tournament=tx.tournament).first()
    limit = cancel_until(tx.book, starts_at(tx.tournament, registration))
    return limit is not None and ms(tx.now) > limit


def can_be_missed(booking: Booking) -> bool:
    """Whether somebody may have stayed away from a place that was kept for them: a reservation that stands or has
    lapsed. Who was on the waiting list had none, and who has entered since has come.
    """
    if booking.state not in ("reserved", "lapsed") or booking.checked_in_at is not None:
        return False
    if booking.waiting_since is not None:
        return False
    came = Entry.objects.filter(
        tournament=booking.tournament_id, player=booking.player_id, voided_at__isnull=True
    )
    return not came.exists()


def cancel(tx: Tx, booking: Booking) -> None:
    """Take an open booking back; its place is free for the next one."""
    if booking.state in HELD:
        tx.cite(cancelling_rule(tx))
    tx.save(booking, state="cancelled", called_at=None, offer_until=None, ended_at=tx.now)
    tx.show(*SHOWS)
    tx.tell(booking.player_id, "cancelled", booking=booking.pk)
    registration_closed.send(RegistrationClosed(tx))
    tx.after(serve_soon(tx.tournament.pk))


def elsewhere(tx: Tx, player: Player) -> list[str]:
    """Names of other open events that somebody plays in or is booked for: nobody sits in two chairs."""
    playing = Entry.objects.filter(player=player, out_at__isnull=True, voided_at__isnull=True)
    booked = Booking.objects.filter(player=player, state__in=OPEN)
    events = Tournament.objects.filter(
        Q(pk__in=playing.values("tournament")) | Q(pk__in=booked.values("tournament")), closed_at__isnull=True
    )
    return list(events.exclude(pk=tx.tournament.pk).values_list("name", flat=True))
