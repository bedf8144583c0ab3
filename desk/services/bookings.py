"""Bookings: reservations and the waiting list, made at the desk or on the player's own phone."""

from typing import Literal

from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from desk.models import Booking
from desk.models.booking import OPEN
from desk.rules import reservations as rules
from desk.rules.reservations import Reserved, cancel_until, is_sure
from desk.rules.waiting_list import Wants
from desk.services import admission
from desk.services.booked_players import booked_by, booking_name, notify, players_of, touch
from desk.services.capacity import HELD, free_places
from desk.services.check_context import CheckContext
from desk.services.entry_request import EntryRequest
from desk.services.flights import flights_of
from desk.services.jobs import waiting_list_job
from desk.services.registration import check_open, registration_of
from desk.services.waiting_list import ms, start_of, starts_at
from desk.signals import RegistrationClosed, registration_closed
from players.models import Partner, Player
from players.services.memberships import is_member
from players.services.partners import held_by
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.now import from_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.services.prepared_query import PreparedQuery

BOOKING_BOARDS = ("waiting_list", "registration")
Origin = Literal["desk", "self"]


def opened(tx: Tx, booking: int) -> Booking:
    """Return an open booking of the event of this command.

    Raises:
        Refused: there is none (`not_found`), or it is over (`not_open`).
    """
    row = tx.get(Booking, pk=booking, tournament=tx.tournament)
    if row.state not in OPEN:
        raise Refused(
            "not_open", _("This booking of %(name)s is no longer open.") % {"name": booking_name(row)}
        )
    return row


def reserve(tx: Tx, player: Player, *, origin: Origin = "desk") -> Booking:
    """Reserve a place for a player.

    Args:
        player: the player, with the row locked.
        origin: the desk, or the player's own phone.

    Raises:
        Refused: as `check_reserve`.
    """
    yields_to_undo = check_reserve(EntryRequest(tx, player))
    if yields_to_undo is not None:
        _make_way(tx, yields_to_undo)
        tx.cite(cite(tx.book, tx.book.entering.priority))
    row = tx.create(
        Booking,
        tournament=tx.tournament,
        player=player,
        state="reserved",
        origin=origin,
        created_at=tx.now,
        member=is_member(player, tx.now),
    )
    tx.touch(*BOOKING_BOARDS)
    tx.touch_players(player.pk)
    return row


def check_reserve(request: EntryRequest) -> Booking | None:
    """Check that a player may reserve a place.

    Returns:
        The reservation that yields to this one, if any.

    Raises:
        Refused: registration is closed or the event has begun (`started`); they may not enter
            (`services.admission`) or are the partner in a team (`other_team`), were in it (`entered_before`) or are
            booked already (`already_booked`); no place is left (`full`), or the book takes no registration on the day
            (`same_day`).
    """
    registration = check_open(request.context)
    check_registers_alone(request)
    name, now = {"name": request.player.name}, request.context.now
    if request.progress.started:
        raise Refused(
            "started", _("The event has started. Register %(name)s or add them to the waiting list.") % name
        )
    admission.check(request, stage="reserve")
    check_not_booked(request)
    if request.entries:
        raise Refused(
            "entered_before", _("%(name)s has already played in this event: this is a re-entry.") % name
        )
    start = start_of(registration, request.progress)
    policy, rule = request.book.entering.priority, cite(request.book, request.book.entering.priority)
    on_the_day = start is not None and localdate(from_ms(start)) == localdate(now)
    if policy is not None and policy.same_day == "no" and on_the_day:
        raise Refused("same_day", _("Booking is not possible on the day of the event."), rule)
    free = request.free_places
    # Free places go to waiting players first, even before they are called.
    if free is None or free > request.kept.waiting:
        return None
    member = is_member(request.player, now)
    sure = is_sure(request.book, member=member, at=ms(now), starts_at=start)
    if sure and free > 0:
        return None
    found = _last_not_sure(request, start) if sure else None
    if found is None:
        raise Refused("full", _("The event is full. There is a waiting list."), rule)
    return found


def wait(
    tx: Tx, request: EntryRequest, wants: Wants, *, partner: Player | None = None, origin: Origin = "desk"
) -> Booking:
    """Add a player, or a team, to the waiting list.

    Args:
        request: of the player, with the row locked; checked by `check_wait`.
        wants: a first entry, one after busting, or one after a surrender (which has left play by then).
        partner: the second player of a team, checked and with the row locked.
        origin: the desk, or the player's own phone.
    """
    player = request.player
    booking = tx.create(
        Booking,
        tournament=tx.tournament,
        player=player,
        partner=partner,
        wants=wants,
        state="waiting",
        origin=origin,
        created_at=tx.effective_at,
        member=is_member(player, tx.effective_at),
        waiting_since=tx.effective_at,
        at_once=request.kind.at_once and wants != "entry",
    )
    tx.cite(_rule_for(tx.book, wants))
    tx.touch(*BOOKING_BOARDS)
    touch(tx, booking)
    tx.on_commit(waiting_list_job(tx.tournament.pk))
    return booking


def check_wait(request: EntryRequest, wants: Wants) -> None:
    """Check that a player may join the waiting list.

    Raises:
        Refused: registration is closed; they may not enter (`services.admission`), are the partner in a team
            (`other_team`) or booked already (`already_booked`), or the kind of entry does not fit (`never_entered`,
            `entered_before`, `no_surrender`, `no_re_entry`).
    """
    check_open(request.context)
    check_registers_alone(request)
    admission.check(request, stage="reserve", giving_up=wants == "surrender")
    check_not_booked(request)
    admission.check_kind(request, wants)


def _rule_for(book: Book, wants: Wants) -> str:
    entering = book.entering
    policy = {
        "entry": entering.waiting_list,
        "re_entry": entering.re_entry,
        "surrender": entering.surrender,
    }[wants]
    return cite(book, policy)


def check_registers_alone(request: EntryRequest) -> None:
    """Check that a player is not the partner in a team, here or in another flight: then the other player registers.

    Raises:
        Refused: they are (`other_team`).
    """
    row = registered_by_partner(request)
    if row is not None:
        message = _("%(name)s is in a team with %(other)s, who registers for both.")
        raise Refused("other_team", message % {"name": request.player.name, "other": row.entry.player.name})


def registered_by_partner(request: EntryRequest) -> Partner | None:
    """Return the team in which a player is the partner, here or in another flight; None without one."""
    if not request.sold.partner_until:
        return None
    teams = Partner.objects.filter(
        player=request.player, tournament__in=flights_of(request.event), entry__voided_at__isnull=True
    )
    return teams.select_related("entry__player").last()


def check_not_booked(request: EntryRequest) -> None:
    """Check that a player has no open booking in the event.

    Raises:
        Refused: they have one (`already_booked`).
    """
    if request.booking is None:
        return
    texts = {
        "reserved": _("%(name)s already has a reservation."),
        "checked_in": _("%(name)s is already checked in."),
        "waiting": _("%(name)s is already on the waiting list."),
        "called": _("%(name)s has already been called."),
    }
    raise Refused("already_booked", texts[request.booking.state] % {"name": request.player.name})


def fulfil(tx: Tx, request: EntryRequest, entry: Entry) -> None:
    """Mark a player's open booking, if any, as fulfilled by their entry."""
    if request.booking is not None:
        tx.save(request.booking, state="entered", entry=entry, ended_at=tx.effective_at)
        tx.touch(*BOOKING_BOARDS)
        touch(tx, request.booking)


_PARTNERS = PreparedQuery(lambda entry: Partner.objects.filter(entry=entry))


def end_booking_of_partner(tx: Tx, entry: Entry) -> None:
    """End the open booking of the partner who shares an entry: the team has one place."""
    partner = _PARTNERS.first(entry.pk)
    if partner is None:
        return
    row = Booking.objects.filter(
        tournament=entry.tournament_id, player=partner.player_id, state__in=OPEN
    ).first()
    if row is None:
        return
    # One booking belongs to an entry.
    taken = Booking.objects.filter(entry=entry).exists()
    done = {"state": "cancelled"} if taken else {"state": "entered", "entry": entry}
    tx.save(row, **done, ended_at=tx.effective_at)
    tx.touch(*BOOKING_BOARDS)
    tx.touch_players(partner.player_id)


def restore(tx: Tx, row: Booking) -> bool:
    """Restore the booking that a voided entry had fulfilled, as far as it would still stand.

    A reservation needs a free place; it stays cancelled once registration has closed or reservations have lapsed.

    Returns:
        Whether it stands again.
    """
    registration = registration_of(tx.tournament)
    open_again = Booking.objects.filter(
        booked_by(players_of(row)), tournament=tx.tournament, state__in=OPEN
    ).exists()
    if registration is None or registration.closed_at is not None or open_again:
        return False
    state = _state_before(tx, row)
    if state == "reserved" and registration.started_at is not None and rules.lapses_at_start(tx.book):
        return False
    free = free_places(tx.tournament, registration)
    if state != "waiting" and free is not None and free <= 0:
        return False
    tx.save(row, state=state, entry=None, ended_at=None)
    tx.touch(*BOOKING_BOARDS)
    return True


def _state_before(tx: Tx, row: Booking) -> str:
    """Return the state of a booking before an entry fulfilled it, from its times."""
    if row.waiting_since is None:
        return "checked_in" if row.checked_in_at is not None else "reserved"
    if row.called_at is None or row.offer_until is None:
        return "waiting"
    came = row.checked_in_at is not None and row.checked_in_at >= row.called_at
    return "called" if came or row.offer_until > tx.now else "waiting"


def _last_not_sure(request: EntryRequest, start: int | None) -> Booking | None:
    """Return the last reservation without a guarantee."""
    rows = {row.pk: row for row in Booking.objects.filter(tournament=request.event, state="reserved")}
    given = [Reserved(row.pk, ms(row.created_at), row.member) for row in rows.values()]
    found = rules.yields_to_undo(given, request.book, start)
    return None if found is None else rows[found]


def _make_way(tx: Tx, row: Booking) -> None:
    """Move a reservation to the waiting list, as of when it was made, and notify the player."""
    tx.save(row, state="waiting", waiting_since=row.created_at)
    notify(tx, row, "cancelled", waits=True)


def cancelling_rule(tx: CheckContext) -> str:
    """Return the rule by which an entry or a booking may be cancelled now; "" once its time is over (Five
    Spades 2.6).

    After that, it is the room's decision.
    """
    registration = registration_of(tx.tournament)
    until = cancel_until(tx.book, starts_at(tx.tournament, registration))
    late = until is not None and ms(tx.now) > until
    return "" if late else cite(tx.book, tx.book.entering.cancelling)


def is_too_late(tx: Tx, booking: Booking) -> bool:
    """Return whether the cancellation limit has passed (Five Spades 2.6)."""
    if booking.state not in HELD:
        return False
    registration = registration_of(tx.tournament)
    limit = cancel_until(tx.book, starts_at(tx.tournament, registration))
    return limit is not None and ms(tx.now) > limit


def can_be_missed(booking: Booking) -> bool:
    """Return whether a booking can be marked as a no-show: a reservation, lapsed or not, without an entry
    since.

    Bookings on the waiting list cannot.
    """
    if booking.state not in ("reserved", "lapsed") or booking.checked_in_at is not None:
        return False
    if booking.waiting_since is not None:
        return False
    came = Entry.objects.filter(
        held_by(booking.player_id), tournament=booking.tournament_id, voided_at__isnull=True
    )
    return not came.exists()


def cancel(tx: Tx, booking: Booking, *, by: Player | None = None) -> None:
    """Cancel an open booking and free its place.

    Args:
        by: the player who cancels it on their own phone; None: staff.
    """
    listed = booking.state in ("waiting", "called")
    if booking.state in HELD:
        tx.cite(cancelling_rule(tx))
    tx.save(booking, state="cancelled", called_at=None, offer_until=None, ended_at=tx.now)
    tx.touch(*BOOKING_BOARDS)
    if listed:
        _notify_taken_off(tx, booking, by)
    else:
        notify(tx, booking, "cancelled")
    registration_closed.send(RegistrationClosed(tx))
    tx.on_commit(waiting_list_job(tx.tournament.pk))


def _notify_taken_off(tx: Tx, booking: Booking, by: Player | None) -> None:
    """Notify the players of a booking that it left the waiting list, and who did it."""
    for player in players_of(booking):
        how = "removed" if by is None else "left" if by.pk == player else "by_partner"
        tx.notify(player, "cancelled", booking=booking.pk, **{how: True})


def elsewhere(tx: Tx, player: Player) -> list[str]:
    """Return names of other open events that the player is in or booked for."""
    playing = Entry.objects.filter(held_by(player), out_at__isnull=True, voided_at__isnull=True)
    booked = Booking.objects.filter(booked_by([player]), state__in=OPEN)
    events = Tournament.objects.filter(
        Q(pk__in=playing.values("tournament")) | Q(pk__in=booked.values("tournament")), closed_at__isnull=True
    )
    return list(events.exclude(pk=tx.tournament.pk).values_list("name", flat=True))
