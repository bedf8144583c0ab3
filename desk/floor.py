"""What the floor has to know of the desk: whether people still come in."""

from desk.models import Booking, Registration
from desk.places import kept_in
from seating.hooks import Entrance, tells_entrance
from tourney.models import Tournament


@tells_entrance
def entrance(event: Tournament) -> Entrance:
    """Whether entry is open, or somebody still has a claim to a place; and how many are called right now."""
    registration = Registration.objects.filter(tournament=event).first()
    if registration is None:
        return Entrance(open=False)
    waits = Booking.objects.filter(
        tournament=event, state__in=("waiting", "called"), guaranteed=True
    ).exists()
    return Entrance(open=registration.closed_at is None or waits, promised=kept_in(event).promised)
