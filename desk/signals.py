"""What the desk announces."""

from dataclasses import dataclass

from players.models import Player
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.signals import Signal


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
    """A player is about to reserve a place or enter. A receiver raises Refused where that is not allowed."""

    event: Tournament
    player: Player


takings_changed = Signal(TakingsChanged)
registration_closed = Signal(RegistrationClosed)
before_admission = Signal(Admission)
