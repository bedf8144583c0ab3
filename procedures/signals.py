"""Questions that the procedures ask higher-level apps."""

from collections.abc import Mapping, Sequence

from tourney.models import Tournament
from tourney.signals import Query

# Keys of the bags with which players came from events of earlier stages, by their entry in this event.
carried_bags: Query[Tournament, Mapping[int, Sequence[int]]] = Query(lambda _event: {})

# Where the players of an event go on with the stacks in their bags: the name of another event or stage; "" if they play
# on in this one.
plays_on_in: Query[Tournament, str] = Query(lambda _event: "")
