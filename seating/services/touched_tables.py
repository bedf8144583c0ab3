"""Find the tables of an event that are touched by changes of rows."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, F, Q, Sum

from seating.models import Seat, TournamentTable
from seating.services.seats import seats_at_a_table
from tourney.models import Tournament
from tourney.services.prepared_query import PreparedQuery

_OF_A_TABLE = frozenset({"seating.seat", "seating.bust"})
_SUMS = PreparedQuery(
    lambda event: (
        TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
        .order_by()
        .values("tournament")
        .annotate(
            n=Count("pk"),
            chairs=Sum("table__seats"),
            where=Sum(F("table__seats") * F("table__number")),
            accessible=Sum("table__number", filter=Q(table__accessible=True)),
        )
        .values_list("n", "chairs", "where", "accessible")
    )
)


def physical_tables(event: Tournament) -> object:
    """Return the seats at a table, and checksums of the physical tables, whose changes are in the room's journal."""
    return (seats_at_a_table(event), *(_SUMS.first(event.pk) or ()))


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
