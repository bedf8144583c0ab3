"""One player is left, and what keeps the event from ending. Reads only."""

from dataclasses import dataclass

from seating.signals import registration_status
from tourney.models import Tournament
from tourney.services.field_counts import entries_and_left


@dataclass(frozen=True, slots=True)
class HeldEnd:
    """What keeps an event with one player left from ending.

    Attributes:
        bookings: of players who may still enter although registration is closed; 0 if registration is open.
    """

    bookings: int


def is_one_left(event: Tournament) -> bool:
    """Return whether all players but one are out."""
    entries, left = entries_and_left(event)
    return left == 1 and entries > 1


def held_end_of(event: Tournament) -> HeldEnd | None:
    """Return what keeps an event with one player left from ending; None if nothing does, or more are left."""
    if event.closed_at is not None or not is_one_left(event):
        return None
    status = registration_status.ask(event)
    return HeldEnd(status.guaranteed) if status.open else None
