"""Verbs that say what a table is like: who reaches it, and where it stands on the map of the room."""

from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.actions.tables import Number
from seating.models import Table
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.tx import Tx

Hundredths = Annotated[int, Field(ge=0, le=10_000, description="0 to 10,000")]


@action(
    "table.access",
    needs=May.MANAGE_TABLES,
    scope="room",
    says=lazy("Who can reach table %(number)s was changed"),
)
def set_table_access(tx: Tx, number: Number, accessible: bool) -> None:
    """Say whether everybody can reach a table: its seats are drawn for special needs first (Munot 9).

    Args:
        number: the table's.
        accessible: whether it can be reached by everybody.
    """
    tx.save(tx.get(Table, number=number, retired=False), accessible=accessible)


@action("table.place", needs=May.MANAGE_TABLES, scope="room", says=lazy("Placed table %(number)s on the map"))
def place_table(tx: Tx, number: Number, across: Hundredths | None, down: Hundredths | None) -> None:
    """Say where a table stands on the map of the room.

    Args:
        number: the table's.
        across, down: from the left and from above, from 0 to 10,000 of the room's width and height; null takes it off
            the map.
    """
    together = across is not None and down is not None
    tx.save(
        tx.get(Table, number=number, retired=False),
        across=across if together else None,
        down=down if together else None,
    )
