"""Commands for a table's accessibility and its position on the map."""

from functools import partial
from typing import Annotated

from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.commands.tables import Number
from seating.models import Table, TournamentTable
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.tx import Tx
from tourney.live.publish import publish

Hundredths = Annotated[int, Field(ge=0, le=10_000, description="0 to 10,000")]


@command(
    "table.access",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Changed the accessibility of table %(number)s"),
)
def set_table_access(tx: Tx, number: Number, accessible: bool) -> None:
    """Set whether a table is accessible. Its seats are drawn first for special needs (Munot 9).

    Args:
        number: table number.
        accessible: whether everybody can reach it.
    """
    tx.save(tx.get(Table, number=number, retired=False), accessible=accessible)


@command(
    "table.place",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Placed table %(number)s on the map"),
)
def place_table(tx: Tx, number: Number, across: Hundredths | None, down: Hundredths | None) -> None:
    """Set a table's position on the map of the room.

    Args:
        number: table number.
        across, down: distance from the left and from the top, from 0 to 10,000 of the room's width and
            height; null removes it from the map.
    """
    together = across is not None and down is not None
    table = tx.get(Table, number=number, retired=False)
    tx.save(table, across=across if together else None, down=down if together else None)
    show_on_maps(tx, {table.pk})


def show_on_maps(tx: Tx, tables: set[int]) -> None:
    """Refresh the maps of the events that use these tables."""
    tournament_tables = TournamentTable.objects.filter(table__in=tables, released_at__isnull=True)
    for event, seq in tournament_tables.values_list("tournament", "tournament__seq").distinct():
        tx.on_commit(partial(publish, f"t{event}", seq, ["map"]))
