"""Signals of the seating app, and the questions it asks higher-level apps."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from seating.models import Seat, Table, TournamentTable
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """More players can be seated at the event than before."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class Reinstatement:
    """An eliminated entry is about to be reinstated. A receiver raises Refused if that is not allowed."""

    tx: Tx
    entry: Entry


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """An entry was eliminated, and the change is written.

    Attributes:
        penalty: the penalty that removed it (`Bust.PENALTIES`); "" for none.
    """

    tx: Tx
    entry: Entry
    penalty: str


@dataclass(frozen=True, slots=True)
class WinnersNoted:
    """The winners of the chips of an earlier bust were recorded, or replaced."""

    tx: Tx


@dataclass(frozen=True, slots=True)
class PlayersMoving:
    """Players are about to leave their seats. A receiver raises Refused if they must stay.

    Attributes:
        kind: of the move (`Move.KINDS`).
    """

    tx: Tx
    kind: str
    entries: Set[int]


@dataclass(frozen=True, slots=True)
class StackCounted:
    """The stack of a seat is about to be recorded. A receiver raises Refused if it must not change."""

    tx: Tx
    seat: Seat


@dataclass(frozen=True, slots=True)
class ChipsLeaving:
    """The chips of an entry are about to leave play because their sale is refunded. A receiver raises Refused if they
    must stay.
    """

    tx: Tx
    entry: Entry


@dataclass(frozen=True, slots=True)
class PlayersMoved:
    """Entries now sit at another table."""

    tx: Tx
    entries: Set[int]


@dataclass(frozen=True, slots=True)
class HandCompleted:
    """A table has completed a hand that is not counted yet. A receiver raises Refused if the table must wait."""

    tx: Tx
    table: TournamentTable


@dataclass(frozen=True, slots=True)
class HandMisdealt:
    """A table's hand was a misdeal and is dealt again; it is not counted yet."""

    tx: Tx
    table: TournamentTable


@dataclass(frozen=True, slots=True)
class RegistrationStatus:
    """Return whether players can still enter an event, and how many seats they may need.

    Attributes:
        open: whether players may still enter, or are entitled to.
        promised: players called from the waiting list, who will need a seat.
        reserved: others who hold a reservation or have checked in.
        returning: players who are out and may still re-enter.
        guaranteed: players whose bookings let them enter although registration is closed.
    """

    open: bool
    promised: int = 0
    reserved: int = 0
    returning: int = 0
    guaranteed: int = 0


@dataclass(frozen=True, slots=True)
class SharedHand:
    """A hand that all tables play together.

    Attributes:
        together: its number (`Bust.together`); None for the hand in progress when hand-for-hand was
            announced, if it is not shared in the book.
    """

    together: int | None


@dataclass(frozen=True, slots=True)
class RebuyQuestion:
    """Ask until when the seat of an entry that busts now is held for a rebuy."""

    tx: Tx
    entry: Entry


@dataclass(frozen=True, slots=True)
class AnnouncedHand:
    """Ask whether a table's hand at a given time was dealt after the announcement (Munot 79)."""

    event: Tournament
    table: TournamentTable
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptDraw:
    """Ask for the outcome of a draw whose procedure belongs to another app.

    Attributes:
        method: version of the procedure.
        inputs: as they are stored.
    """

    kind: str
    method: str
    seed: str
    inputs: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlacesSettled:
    """Staff have recorded what decides the places of players who busted together."""

    tx: Tx


seat_freed = Signal(SeatFreed)
before_reinstatement = Signal(Reinstatement)
player_eliminated = Signal(PlayerEliminated)
places_settled = Signal(PlacesSettled)
winners_noted = Signal(WinnersNoted)
before_moves = Signal(PlayersMoving)
before_stack_count = Signal(StackCounted)
before_chips_leave = Signal(ChipsLeaving)
players_moved = Signal(PlayersMoved)
hand_completed = Signal(HandCompleted)
hand_misdealt = Signal(HandMisdealt)

# Without a registration app, entry closes once the field is drawn.
registration_status: Query[Tournament, RegistrationStatus] = Query(
    lambda _event: RegistrationStatus(open=False)
)
# None: no rebuys are sold.
rebuy_deadline: Query[RebuyQuestion, datetime | None] = Query(lambda _question: None)
# None outside hand-for-hand.
shared_hand: Query[Tournament, SharedHand | None] = Query(lambda _event: None)
dealt_after_announcement: Query[AnnouncedHand, bool] = Query(lambda _question: False)
# Keys of a table's rows in higher-level apps, by model name in the journal.
rows_of_table: Query[TournamentTable, Mapping[str, Set[Any]]] = Query(lambda _table: {})
# None: the procedure is unknown.
draw_outcome: Query[KeptDraw, dict[str, Any] | None] = Query(lambda _draw: None)
# Entries that sit at the first table because of their rank; empty: all seats are drawn.
final_table: Query[Tournament, Set[int]] = Query(lambda _event: frozenset())
# Whether players take their stacks to a later event, as from a flight. Such an event has no final table.
stacks_go_on: Query[Tournament, bool] = Query(lambda _event: False)
# Whether each table plays for itself, as in heats: no players move to other tables.
tables_apart: Query[Tournament, bool] = Query(lambda _event: False)
# What else a table of the room is used for, in words; None: nothing.
other_use: Query[Table, str | None] = Query(lambda _table: None)
