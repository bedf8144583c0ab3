"""What seating announces, and what it asks the apps above."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from seating.models import TournamentTable
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """More players can be seated at the event than before."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class Reinstatement:
    """An entry that is out is about to be put back into play. A receiver raises Refused where that is not allowed."""

    tx: Tx
    entry: Entry


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """An entry is out, and that is written.

    Attributes:
        penalty: which one removed it (`Bust.PENALTIES`); "" for none.
    """

    tx: Tx
    entry: Entry
    penalty: str


@dataclass(frozen=True, slots=True)
class PlayersMoved:
    """Entries now sit at another table."""

    tx: Tx
    entries: Set[int]


@dataclass(frozen=True, slots=True)
class HandCompleted:
    """A table has completed a hand that is not counted yet. A receiver raises Refused while the table must wait."""

    tx: Tx
    table: TournamentTable


@dataclass(frozen=True, slots=True)
class HandMisdealt:
    """A table's hand was a misdeal and is dealt again; it is not counted yet."""

    tx: Tx
    table: TournamentTable


@dataclass(frozen=True, slots=True)
class RegistrationStatus:
    """Whether players can still enter an event, and how many seats they may need.

    Attributes:
        open: whether somebody may still enter, or has a claim to.
        promised: how many are called from the waiting list and will need a seat.
        reserved: how many others hold a reservation or have checked in.
        returning: how many players are out and may still re-enter.
    """

    open: bool
    promised: int = 0
    reserved: int = 0
    returning: int = 0


@dataclass(frozen=True, slots=True)
class SharedHand:
    """The hand that all tables play together.

    Attributes:
        together: its number (`Bust.together`); None for the hand that ran when hand-for-hand was announced where the
            book has nobody share in it.
    """

    together: int | None


@dataclass(frozen=True, slots=True)
class RebuyQuestion:
    """Asks until when the seat of an entry that busts now is held for a rebuy."""

    tx: Tx
    entry: Entry


@dataclass(frozen=True, slots=True)
class AnnouncedHand:
    """Asks whether the hand that a table played at a moment was dealt after the announcement (Munot 79)."""

    event: Tournament
    table: TournamentTable
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptDraw:
    """Asks for the outcome of a draw whose procedure belongs to another app.

    Attributes:
        method: version of the procedure.
        inputs: as they are stored.
    """

    kind: str
    method: str
    seed: str
    inputs: Mapping[str, Any]


seat_freed = Signal(SeatFreed)
before_reinstatement = Signal(Reinstatement)
player_eliminated = Signal(PlayerEliminated)
players_moved = Signal(PlayersMoved)
hand_completed = Signal(HandCompleted)
hand_misdealt = Signal(HandMisdealt)

# Where nobody sells entries, entry is over once the field is drawn.
registration_status: Query[Tournament, RegistrationStatus] = Query(
    lambda _event: RegistrationStatus(open=False)
)
# None: no rebuy is sold.
rebuy_deadline: Query[RebuyQuestion, datetime | None] = Query(lambda _question: None)
# None outside of hand-for-hand.
shared_hand: Query[Tournament, SharedHand | None] = Query(lambda _event: None)
dealt_after_announcement: Query[AnnouncedHand, bool] = Query(lambda _question: False)
# Keys of a table's rows in apps above, by the journal's name of their model.
rows_of_table: Query[TournamentTable, Mapping[str, Set[Any]]] = Query(lambda _table: {})
# None: no such procedure was ever in use.
draw_outcome: Query[KeptDraw, dict[str, Any] | None] = Query(lambda _draw: None)
