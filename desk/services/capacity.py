"""The capacity of an event: open seats, and places kept for somebody."""

from dataclasses import dataclass

from django.db.models import Count, Q

from desk.models import Booking, Registration
from desk.models.booking import OPEN
from desk.services.desk_settings import desk_settings
from seating.models import Seat, TournamentTable
from seating.services.draws import free_chairs
from tourney.models import Entry, Tournament
from tourney.snapshot import cached_in_snapshot

# Who stands so has a place that is kept for them.
HELD = ("reserved", "checked_in")
KEPT = (*HELD, "called")


@cached_in_snapshot
def places_left(event: Tournament, registration: Registration) -> int | None:
    """Return how many more can be in play, as `places_left_within`, by the room's capacity as it is set."""
    return places_left_within(event, registration, desk_settings().capacity)


def places_left_within(
    event: Tournament, registration: Registration, room_capacity: int | None
) -> int | None:
    """Return how many more can be in play: what is left of the event's capacity, of the room's, and of the seats.

    None for any number; below 0 where more are in play than there may be. Places kept for somebody in this event are
    not taken off, but those of players who have busted and may rebuy are. In the room those are for whom another event
    has called.
    """
    playing = Entry.objects.filter(
        Q(out_at__isnull=True) | Q(held_seat__isnull=False), voided_at__isnull=True
    )
    limits: list[int] = []
    if registration.capacity is not None:
        limits.append(registration.capacity - playing.filter(tournament=event).count())
    if room_capacity is not None:
        # Nobody of a demo is in the room.
        real = Q(tournament__closed_at__isnull=True, tournament__demo_speed__isnull=True)
        # Whom another event has called is on the way in. Its reservations may be of another day.
        called = Booking.objects.filter(real, state="called")
        coming = called.exclude(tournament=event).count()
        limits.append(room_capacity - playing.filter(real).count() - coming)
    # Chairs count from the first table that is lent; before, nobody knows how many there will be.
    if TournamentTable.objects.filter(tournament=event, returned_at__isnull=True).exists():
        limits.append(free_chairs(event))
    return min(limits, default=None)


@dataclass(frozen=True, slots=True)
class Kept:
    """Places kept for people who have no entry yet, and how many wait for one.

    Attributes:
        held: by reservations and check-ins.
        promised: to who is called from the waiting list.
        waiting: how many wait, for whom no place is kept.
    """

    held: int
    promised: int
    waiting: int

    @property
    def all(self) -> int:
        """All places that are kept."""
        return self.held + self.promised


@cached_in_snapshot
def kept_in(event: Tournament) -> Kept:
    """Return how many places of an event are kept, and how many people wait."""
    found = Booking.objects.filter(tournament=event, state__in=OPEN).aggregate(
        held=Count("pk", filter=Q(state__in=HELD)),
        promised=Count("pk", filter=Q(state="called")),
        waiting=Count("pk", filter=Q(state="waiting")),
    )
    return Kept(found["held"], found["promised"], found["waiting"])


def rebuy_seats(event: Tournament) -> int:
    """Count the seats that are held for players who have busted and may rebuy."""
    return Seat.objects.filter(
        tournament_table__tournament=event, tournament_table__returned_at__isnull=True, held_for__isnull=False
    ).count()


def free_places(event: Tournament, registration: Registration) -> int | None:
    """How many places are neither taken nor kept for anybody. None for any number; below 0 where too many are."""
    left = places_left(event, registration)
    if left is None:
        return None
    return left - kept_in(event).all
