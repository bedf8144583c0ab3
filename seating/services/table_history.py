"""Find journal entries that concern a table."""

from collections.abc import Mapping, Set
from typing import Any

from seating.models import Call, Move, Seat, TournamentTable
from tourney.models import JournalEntry

# Keys of a table's rows, by model name in the journal.
Rows = Mapping[str, Set[Any]]


def rows_of(tournament_table: TournamentTable) -> Rows:
    """Return the table's rows that a journal entry may name only by key: seats, calls, and players moved
    there.
    """
    return {
        "seating.tournamenttable": {tournament_table.pk},
        "seating.seat": set(
            Seat.objects.filter(tournament_table=tournament_table).values_list("pk", flat=True)
        ),
        "seating.call": set(
            Call.objects.filter(tournament_table=tournament_table).values_list("pk", flat=True)
        ),
        "seating.move": set(Move.objects.filter(to_table=tournament_table).values_list("pk", flat=True)),
    }


def touches(journal_entry: JournalEntry, tournament_table: TournamentTable, rows: Rows) -> bool:
    """Return whether a journal entry changed one of these rows, or created or deleted one of a table."""
    for change in journal_entry.changes:
        if change["pk"] in rows.get(change["model"], ()):
            return True
        pictures = (change["before"] or {}, change["after"] or {})
        if any(
            tournament_table.pk in (one.get("tournament_table_id"), one.get("to_table_id"))
            for one in pictures
        ):
            return True
    return False
