"""Questions of the dealers' rota to higher-level apps."""

from collections.abc import Mapping
from dataclasses import dataclass

from seating.models import Table
from tourney.signals import Query


@dataclass(frozen=True, slots=True)
class DealtTable:
    """A table in play that wants a dealer.

    Attributes:
        name: of the event or game at it.
        event: key of the event; None for a cash game.
        optional: whether players deal themselves unless a dealer is sent there.
    """

    table: Table
    name: str
    event: int | None
    optional: bool = False


# Tables in play, by number, that are not played by an event.
other_dealt_tables: Query[None, Mapping[int, DealtTable]] = Query(lambda _question: {})
