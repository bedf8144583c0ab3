"""Capacity of an event: open seats, and places held for players."""

from dataclasses import dataclass

from django.db.models import Count, Q

from desk.models import Booking, Registration
from desk.models.booking import OPEN
from desk.services.desk_settings import desk_settings
from seating.models import Seat, TournamentTable
from seating.services.draws import count_free_seats
from tourney.models import Entry, Tournament
from tourney.services.field_counts import entries_and_left
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot

# Bookings in these states hold a place.
HELD = ("reserved", "checked_in")
KEPT = (*HELD, "called")


_SOME_TABLE = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
        .order_by()
        .values_list("pk", flat=True)[:1]
    )
)
_HELD_FOR = PreparedQuery(
    lambda event: (
        Seat.objects.filter(
            tournament_table__tournament=event,
            tournament_table__released_at__isnull=True,
            held_for__isnull=False,
        )
        .order_by()
        .values_list("pk", flat=True)
    )
)


# Busted entries whose seats are held for a rebuy.
_MAY_REBUY = PreparedQuery(
    lambda event: (
        Seat.objects.filter(
            held_for__tournament=event, held_for__out_at__isnull=False, held_for__voided_at__isnull=True
        )
        .order_by()
        .values_list("pk", flat=True)
    )
)


@cached_in_snapshot
def places_left(event: Tournament, registration: Registration) -> int | None:
    """Return how many more players can be in play, by the room's capacity setting; see `places_left_within`."""
    return places_left_within(event, registration, desk_settings().capacity)


def places_left_within(
    event: Tournament, registration: Registration, room_capacity: int | None
) -> int | None:
    """Return how many more can be in play: what is left of the event's capacity, of the room's, and of the
    seats.

    None for no limit; below 0 if over capacity. Places held by bookings of this event are not deducted, but
    places of busted players who may rebuy are. Players called by another event count in the room.
    """
    limits: list[int] = []
    if registration.capacity is not None:
        playing = entries_and_left(event)[1] + len(_MAY_REBUY.all(event.pk))
        limits.append(registration.capacity - playing)
    if room_capacity is not None:
        in_play = Q(out_at__isnull=True) | Q(held_seat__isnull=False)
        # Demo players do not occupy the room.
        real = Q(tournament__closed_at__isnull=True, tournament__demo_speed__isnull=True)
        # Players called by another event are on their way in; its reservations may be for another day.
        called = Booking.objects.filter(real, state="called")
        coming = called.exclude(tournament=event).count()
        playing = Entry.objects.filter(in_play, real, voided_at__isnull=True).count()
        limits.append(room_capacity - playing - coming)
    # Seats limit capacity only once a table is assigned.
    if _SOME_TABLE.all(event.pk):
        limits.append(count_free_seats(event))
    return min(limits, default=None)


@dataclass(frozen=True, slots=True)
class Kept:
    """Places held for players without an entry, and the number waiting.

    Attributes:
        held: by reservations and check-ins.
        promised: to called players of the waiting list.
        waiting: number of waiting players, who hold no place.
    """

    held: int
    promised: int
    waiting: int

    @property
    def all(self) -> int:
        """Return the number of places held in total."""
        return self.held + self.promised


_KEPT = PreparedQuery(
    lambda event: (
        Booking.objects.filter(tournament=event, state__in=OPEN)
        .order_by()
        .values("tournament")
        .annotate(
            held=Count("pk", filter=Q(state__in=HELD)),
            promised=Count("pk", filter=Q(state="called")),
            waiting=Count("pk", filter=Q(state="waiting")),
        )
        .values_list("held", "promised", "waiting")
    )
)


@cached_in_snapshot
def kept_in(event: Tournament) -> Kept:
    """Return the places held in an event, and the number of players waiting."""
    return Kept(*(_KEPT.first(event.pk) or (0, 0, 0)))


def rebuy_seats(event: Tournament) -> int:
    """Count the seats that are held for players who have busted and may rebuy."""
    return len(_HELD_FOR.all(event.pk))


def free_places(event: Tournament, registration: Registration) -> int | None:
    """Return the number of places neither taken nor held. None for no limit; below 0 if over capacity."""
    left = places_left(event, registration)
    if left is None:
        return None
    return left - kept_in(event).all
