"""Questions that the prizes ask higher apps."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tourney.models import Tournament
from tourney.signals import Query


@dataclass(frozen=True, slots=True)
class PoolStages:
    """The stages that pay into the pool of an event.

    Attributes:
        earlier: events whose players came into this one, or will: their pool is paid here.
        entries: entries of all stages; None: only those of the event itself.
        players: players of all stages, also on a later day that another one follows; None: only those of the event
            itself.
        is_complete: whether no more players come from them.
        awaited: events whose players may still come; none if it is complete.
        goes_on: whether the event's own pool is paid by an event of a later stage.
        paid_by: that event; None if the event pays its own pool.
        first: events of the first stage among the earlier ones, where players enter.
    """

    earlier: tuple[Tournament, ...] = ()
    entries: int | None = None
    players: int | None = None
    is_complete: bool = True
    goes_on: bool = False
    paid_by: Tournament | None = None
    first: tuple[Tournament, ...] = ()
    awaited: tuple[Tournament, ...] = ()


@dataclass(frozen=True, slots=True)
class Behind:
    """A player who did not come into the last stage, with the entry of the last stage that was reached."""

    entry: int
    player: int


@dataclass(frozen=True, slots=True)
class Onward:
    """The players of a multi-stage event who have advanced.

    Attributes:
        entries: by entry, the entry of the next stage with which its player goes on.
        joined: by id of an event whose players have advanced, when; players of other events may still do so.
    """

    entries: Mapping[int, int] = field(default_factory=dict)
    joined: Mapping[int, datetime] = field(default_factory=dict)


pool_stages: Query[Tournament, PoolStages] = Query(lambda _event: PoolStages())
# Players behind the field of the last of several stages, the best first; those who share a place together.
earlier_places: Query[Tournament, Sequence[Sequence[Behind]]] = Query(lambda _event: ())
# Number of players who did not reach this event of a later stage, and no longer can.
out_before: Query[Tournament, int] = Query(lambda _event: 0)
# Ids of the earlier stages' events that are over for now: won, closed, or bagged and not played on since.
ended_stages: Query[Tournament, Collection[int]] = Query(lambda _event: ())
players_onward: Query[Tournament, Onward] = Query(lambda _event: Onward())
