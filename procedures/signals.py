"""Questions that the procedures ask higher-level apps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tourney.models import Tournament
from tourney.signals import Query

# Keys of the bags with which players came from events of earlier stages, by their entry in this event.
carried_bags: Query[Tournament, Mapping[int, Sequence[int]]] = Query(lambda _event: {})

# Where the players of an event go on with the stacks in their bags: the name of another event or stage; "" if they play
# on in this one.
plays_on_in: Query[Tournament, str] = Query(lambda _event: "")


@dataclass(frozen=True, slots=True)
class NextStage:
    """The stage to which the players of an event take their bags.

    Attributes:
        here: name of the event among those of its tournament: "Day 1A".
        name: of the stage.
        start: its planned start; None: not announced, or it has several events.
        begun: whether it is played, so that the bags are open.
        over: all its events are closed.
        event: the one to which the players have advanced; None: not yet, or to several.
    """

    here: str
    name: str
    start: datetime | None
    begun: bool
    over: bool = False
    event: int | None = None


# None for an event whose players play on in it.
bags_go_to: Query[Tournament, NextStage | None] = Query(lambda _event: None)


@dataclass(frozen=True, slots=True)
class SettledChips:
    """Chips whose colour-up is settled, by value.

    Attributes:
        raced: they have left play.
        left_out: their race was cancelled, so it is not proposed again.
    """

    raced: frozenset[int] = frozenset()
    left_out: frozenset[int] = frozenset()

    @property
    def all(self) -> frozenset[int]:
        """Return all of them."""
        return self.raced | self.left_out


# How many days were played in earlier stages: the days of a tournament are counted over all of its stages.
days_before: Query[Tournament, int] = Query(lambda _event: 0)

# Chips whose colour-up was settled in all events from which players brought their stacks.
chips_settled_before: Query[Tournament, SettledChips] = Query(lambda _event: SettledChips())

# Row of the structure, from 0, at which the last earlier event ended; None: there is no such event, or this clock
# started from its first row.
last_row_before: Query[Tournament, int | None] = Query(lambda _event: None)

# Which bags an event numbers, from 0: no two events of a tournament have a number in common.
bag_series: Query[Tournament, int] = Query(lambda _event: 0)
