"""Signal receivers of the desk."""

from collections import defaultdict
from collections.abc import Sequence, Set
from datetime import date, datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from clock.signals import open_for_entry
from desk.commands.partners import check_team_of
from desk.models import Booking, Receipt, Registration
from desk.models.booking import OPEN
from desk.services.booked_players import booked_by, booking_name, players_of, touch
from desk.services.bookings import BOOKING_BOARDS
from desk.services.capacity import KEPT, free_places, kept_in
from desk.services.desk_settings import desk_settings
from desk.services.jobs import waiting_list_job
from desk.services.re_entries import count_returning
from desk.services.rebuys import held_until
from desk.services.registration import registration_of
from players import signals as players
from players.models import Partner
from players.services.partners import held_by_any
from players.services.partners import players_of as players_of_entry
from seating import signals as seating
from tourney import signals as core
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import Entry, Tournament
from tourney.services.prepared_query import PreparedQuery


@players.booked_events.provide
def booked_events(asked: Sequence[int]) -> dict[int, set[int]]:
    """Return the events in which players have an open booking."""
    found: dict[int, set[int]] = defaultdict(set)
    bookings = Booking.objects.filter(booked_by(asked), state__in=OPEN)
    for player, partner, event in bookings.values_list("player_id", "partner_id", "tournament_id"):
        for key in {player, partner}.intersection(asked):
            found[key].add(event)
    return found


@players.minimum_age.provide
def minimum_age(_day: date) -> int:
    """Return the room's minimum age in years, which holds whatever the book of an event says."""
    return desk_settings().minimum_age


@players.before_merge.connect
def show_merged_names(event: players.Merge) -> None:
    """Update the names on displays of open events with the merged record, although the events do not change."""
    entered = Entry.objects.filter(player=event.goes).values("tournament")
    booked = Booking.objects.filter(booked_by([event.goes])).values("tournament")
    rows = Tournament.objects.filter(Q(pk__in=entered) | Q(pk__in=booked), closed_at__isnull=True)
    events = list(rows.order_by("pk").values_list("pk", flat=True))
    if events:
        event.tx.on_commit(lambda: _publish_names(events))


def _publish_names(events: list[int]) -> None:
    for pk, seq in Tournament.objects.filter(pk__in=events).values_list("pk", "seq"):
        publish(f"t{pk}", seq, ["waiting_list", "seating"])


# Checked-in players count: they are about to pay at the desk (Munot 73).
_GUARANTEED = PreparedQuery(
    lambda event: Booking.objects.filter(
        tournament=event, state__in=("waiting", "called", "checked_in"), guaranteed=True
    ).values_list("pk", flat=True)
)


@core.for_teams.provide
def for_teams(event: Tournament) -> bool:
    """Return whether an entry of the event is for a team of two players."""
    registration = registration_of(event)
    return registration is not None and registration.partner_until != ""


@seating.registration_status.provide
def registration_status(event: Tournament) -> seating.RegistrationStatus:
    """Return whether registration is open, and how many players may still need a seat."""
    registration = registration_of(event)
    if registration is None:
        return seating.RegistrationStatus(open=False)
    kept = kept_in(event)
    if registration.closed_at is not None:
        guaranteed = len(_GUARANTEED.all(event.pk))
        return seating.RegistrationStatus(open=guaranteed > 0, promised=kept.promised, guaranteed=guaranteed)
    return seating.RegistrationStatus(
        open=True,
        promised=kept.promised,
        reserved=kept.held,
        returning=count_returning(event, registration.re_entries_most),
    )


@open_for_entry.provide
def answer_open_for_entry(events: Sequence[Tournament]) -> Set[int]:
    """Answer for which events registration is open; entries without names are made by the host alone."""
    rows = Registration.objects.filter(tournament__in=events, closed_at__isnull=True, without_names=False)
    return frozenset(rows.values_list("tournament", flat=True))


@seating.rebuy_deadline.provide
def rebuy_deadline(question: seating.RebuyQuestion) -> datetime | None:
    """Return until when the seat of a busting entry is held for a rebuy."""
    return held_until(question.tx, question.entry)


@seating.seat_freed.connect
def offer_seat(event: seating.SeatFreed) -> None:
    """Show that a seat is available, and offer it to the first player on the waiting list."""
    event.tx.touch("registration")
    event.tx.on_commit(waiting_list_job(event.tx.tournament.pk))


@seating.player_eliminated.connect
def show_named_bust(event: seating.PlayerEliminated) -> None:
    """Update the page of a home game when a player with a name goes out at the floor."""
    _show_home_game(event.tx, event.tx.tournament)


def _show_home_game(tx: Tx, event: Tournament) -> None:
    registration = registration_of(event)
    if registration is not None and registration.without_names:
        tx.touch("home_game")


@core.undone.connect
def keep_registration_in_use(event: core.Undone) -> None:
    """Refuse an undo that removes a registration which entries or bookings need (`in_use`)."""
    tx = event.tx
    if tx.changes and "desk.registration" in {change["model"] for change in tx.changes}:
        gone = [
            change["pk"]
            for change in tx.changes
            if change["model"] == "desk.registration" and not change["after"]
        ]
        if gone and (
            Entry.objects.filter(tournament__in=gone).exists()
            or Booking.objects.filter(tournament__in=gone).exists()
        ):
            raise Refused(
                "in_use",
                _(
                    "There have been entries or bookings since, so the registration settings can no longer "
                    "be undone."
                ),
            )


@core.undone.connect
def check_restored_bookings(event: core.Undone) -> None:
    """Refuse an undo that restores a booking whose place has been taken.

    Raises:
        Refused: the player is in already (`already_in`) or booked again (`already_booked`), registration is closed and
            they were not on the list then (`registration_closed`), or the place is taken or held for another player
            (`full`).
    """
    tx = event.tx
    came_back = {
        change["pk"]: (change["before"] or {}).get("state", "")
        for change in tx.changes
        if change["model"] == label(Booking) and (change["after"] or {}).get("state") in OPEN
    }
    rows = Booking.objects.filter(pk__in=came_back).select_related(
        "player", "partner", "tournament__registration"
    )
    for row in rows:
        name = {"name": booking_name(row)}
        playing = Entry.objects.filter(out_at__isnull=True, voided_at__isnull=True)
        if playing.filter(held_by_any(players_of(row)), tournament=row.tournament).exists():
            raise Refused("already_in", _("%(name)s has already been registered.") % name)
        others = Booking.objects.filter(booked_by(players_of(row)), tournament=row.tournament, state__in=OPEN)
        # Of a team, the constraints of the database see each player's own bookings only.
        if others.exclude(pk=row.pk).exists():
            raise Refused("already_booked", _("%(name)s has another booking in this event.") % name)
        registration = row.tournament.registration
        if registration.closed_at is not None and not row.guaranteed:
            raise Refused("registration_closed", _("Registration is closed."))
        free = free_places(row.tournament, registration)
        if row.state in KEPT and came_back[row.pk] not in KEPT and free is not None and free < 0:
            message = _("The seat of %(name)s has been given to another player. There is a waiting list.")
            raise Refused("full", message % name)


@core.undone.connect
def check_restored_partners(event: core.Undone) -> None:
    """Refuse an undo that names or removes a partner as no clerk could: see `entry.name_partner`."""
    tx = event.tx
    if event.original.kind != "entry.name_partner":
        return
    rows = [
        change["before"] or change["after"] or {}
        for change in tx.changes
        if change["model"] == label(Partner)
    ]
    for entry in Entry.objects.filter(pk__in={row.get("entry_id") for row in rows}, tournament=tx.tournament):
        check_team_of(tx, entry)


@core.undone.connect
def cancel_bookings_of_restored_entries(event: core.Undone) -> None:
    """Cancel bookings made after a bust that was undone."""
    tx = event.tx
    back = [
        change["pk"]
        for change in tx.changes
        if change["model"] == label(Entry)
        and (change["before"] or {}).get("out_at") is not None
        and (change["after"] or {"out_at": ""})["out_at"] is None
    ]
    for entry in Entry.objects.filter(pk__in=back, voided_at__isnull=True):
        _cancel_bookings(tx, entry)


@seating.before_reinstatement.connect
def cancel_bookings_of_reinstated_entry(event: seating.Reinstatement) -> None:
    """Cancel bookings made after a bust that was withdrawn."""
    _cancel_bookings(event.tx, event.entry)


def _cancel_bookings(tx: Tx, entry: Entry) -> None:
    """Cancel open bookings without a notice: the player is seated."""
    rows = Booking.objects.filter(
        booked_by(players_of_entry(entry)), tournament=tx.tournament, state__in=OPEN
    )
    for row in rows:
        tx.save(row, state="cancelled", called_at=None, offer_until=None, ended_at=tx.now)
        tx.touch(*BOOKING_BOARDS)
        touch(tx, row)
        tx.on_commit(waiting_list_job(tx.tournament.pk))


@players.personal_data_deleted.connect
def delete_reasons_of_refunds(event: players.PersonalDataDeleted) -> None:
    """Delete why an anonymised player's sales were refunded; the amounts stay."""
    rows = Receipt.objects.filter(player__in=event.players).exclude(reason="")
    event.tx.save_many(list(rows), reason="–")
