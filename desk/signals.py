"""What the desk announces."""

from collections.abc import Sequence
from dataclasses import dataclass

from players.models import Player
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class TakingsChanged:
    """The event has sold something or taken a sale back."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Registration is closed, or a booking has ended that may have been the last way in."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class Admission:
    """A player is about to reserve a place or enter. A receiver raises Refused where that is not allowed.

    Attributes:
        entering: whether the player enters now; false for a reservation.
    """

    event: Tournament
    player: Player
    entering: bool = True


takings_changed = Signal(TakingsChanged)
registration_closed = Signal(RegistrationClosed)
before_admission = Signal(Admission)
# The other events in which the players of an event may play the same part of one tournament; None: not known here.
other_flights: Query[Tournament, Sequence[int] | None] = Query(lambda _event: None)
