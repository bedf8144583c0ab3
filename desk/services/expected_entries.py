"""What the floor has to know of the desk: whether people still come in, and for whom chairs are kept."""

from django.db.models import Count, Q

from desk.models import Booking, Registration
from desk.services.capacity import KEPT, kept_in
from seating.hooks import Entrance, tells_entrance
from tourney.models import Entry, Tournament


@tells_entrance
def entrance(event: Tournament) -> Entrance:
    """Return whether registration is open, and how many players may still need a seat."""
    registration = Registration.objects.filter(tournament=event).first()
    if registration is None:
        return Entrance(open=False)
    # Also those who are checked in: they are paying at the desk, or about to (Munot 73).
    states = ("waiting", "called", "checked_in")
    waits = Booking.objects.filter(tournament=event, state__in=states, guaranteed=True).exists()
    kept = kept_in(event)
    if registration.closed_at is not None:
        return Entrance(open=waits, promised=kept.promised)
    return Entrance(
        open=True, promised=kept.promised, reserved=kept.held, returning=_may_re_enter(event, registration)
    )


def _may_re_enter(event: Tournament, registration: Registration) -> int:
    """Count players who are out, have a re-entry left, and hold no place already; none whom a penalty removed."""
    entries = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    gone = entries.filter(Q(out_at__isnull=True) | ~Q(bust__penalty=""))
    booked = Booking.objects.filter(tournament=event, state__in=KEPT)
    players = entries.exclude(player__in=gone.values("player")).exclude(player__in=booked.values("player"))
    counted = players.order_by().values("player").annotate(entered=Count("pk"))
    if registration.re_entries_most is not None:
        counted = counted.filter(entered__lte=registration.re_entries_most)
    return counted.count()
