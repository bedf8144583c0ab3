"""Find the tables of an event that are touched by changes of rows."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count

from seating.models import Seat, TournamentTable
from seating.services.seats import seats_at_a_table
from tourney.models import Tournament
from tourney.services.prepared_query import PreparedQuery

_OF_A_TABLE = frozenset({"seating.seat", "seating.bust"})
_NOT_RELEASED = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
        .order_by()
        .values("tournament")
        .annotate(n=Count("pk"))
        .values_list("n", flat=True)
    )
)


def use_of_tables(event: Tournament) -> object:
    """Return what the tables of an event depend on besides its journal and the physical tables.

    A command of another event may close an event, and release the tables of a closed one.
    """
    held = 0 if event.closed_at is None else _NOT_RELEASED.first(event.pk) or 0
    return seats_at_a_table(event), event.closed_at, held


def touched_in_room(changes: Sequence[dict[str, Any]]) -> set[int] | None:
    """Return the tables that changes in the room's journal touch: none, or None (all) if physical tables changed."""
    return None if any(change["model"] == "seating.table" for change in changes) else set()


def touched_tables(changes: Sequence[dict[str, Any]]) -> set[int]:
    """Return keys of the tournament tables touched by these changes."""
    tournament_tables: set[int] = set()
    seats: set[int] = set()
    for change in changes:
        if change["model"] == "seating.tournamenttable":
            tournament_tables.add(change["pk"])
        elif change["model"] in _OF_A_TABLE:
            images = [image for image in (change["before"], change["after"]) if image]
            found = {
                image["tournament_table_id"]
                for image in images
                if image.get("tournament_table_id") is not None
            }
            tournament_tables |= found
            # A change of other columns alone does not identify the table.
            if not found and change["model"] == "seating.seat":
                seats.add(change["pk"])
    if seats:
        tournament_tables |= set(Seat.objects.filter(pk__in=seats).values_list("tournament_table", flat=True))
    return tournament_tables
