"""What is announced about players, and what is asked about them."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from players.models import Player
from tourney.journal.tx import Tx
from tourney.signals import Query, Signal


@dataclass(frozen=True, slots=True)
class Merge:
    """Two records of a player are about to be merged.

    Rows that refer to the merged record are then moved to the kept one. A receiver moves those for which a
    change of the reference is not enough.

    Attributes:
        goes: the record to merge.
        stays: the record to keep.
    """

    tx: Tx
    goes: Player
    stays: Player


@dataclass(frozen=True, slots=True)
class PersonalDataDeleted:
    """A player's personal data is deleted.

    Attributes:
        players: all records of that player.
    """

    tx: Tx
    players: Sequence[Player]


@dataclass(frozen=True, slots=True)
class NamesChanged:
    """Players have other names, or are shown by other names in public."""

    tx: Tx


before_merge = Signal(Merge)
names_changed = Signal(NamesChanged)
personal_data_deleted = Signal(PersonalDataDeleted)
# Events in which players have an open booking, by player; empty if no app answers.
booked_events: Query[Sequence[int], Mapping[int, Set[int]]] = Query(lambda _players: {})
# Open events of later stages for which players wait with a stack in a closed event, by player.
later_events: Query[Sequence[int], Mapping[int, Set[int]]] = Query(lambda _players: {})
# Age in years that players need in this room on a day; 0 if no app answers.
minimum_age: Query[date, int] = Query(lambda _day: 0)
