"""Calls that end automatically: their player has left the seat, or the table is out of play."""

from collections.abc import Collection, Iterable

from seating.models import Call, Seat, TournamentTable
from tourney.journal.tx import Tx
from tourney.services.prepared_query import PreparedQuery


def end_calls(tx: Tx, left: Iterable[tuple[int, int]], *, but: Collection[int] = ()) -> None:
    """End the calls about vacated seats, and all calls of tables that became empty. Call it after the seats
    have changed.

    Args:
        left: tournament table and number of each vacated seat.
        but: calls that stay as they are.
    """
    seats = set(left)
    tournament_tables = {tournament_table for tournament_table, _seat in seats}
    calls = [
        call for call in _open(tx) if call.tournament_table_id in tournament_tables and call.pk not in but
    ]
    if not calls:
        return
    rows = Seat.objects.filter(
        tournament_table__in={call.tournament_table_id for call in calls}, kind="player"
    )
    played = set(rows.values_list("tournament_table", flat=True))
    _end(
        tx,
        [
            one
            for one in calls
            if one.tournament_table_id not in played or (one.tournament_table_id, one.seat) in seats
        ],
    )


_OPEN = PreparedQuery(
    lambda event: Call.objects.filter(tournament_table__tournament=event, answered_at__isnull=True)
)


def end_all_calls(tx: Tx, tournament_table: TournamentTable) -> None:
    """End all calls of a table that is released or kept in reserve."""
    _end(tx, [call for call in _open(tx) if call.tournament_table_id == tournament_table.pk])


def _open(tx: Tx) -> list[Call]:
    return _OPEN.all(tx.tournament.pk)


def _end(tx: Tx, calls: list[Call]) -> None:
    if calls:
        tx.save_many(calls, answered_at=tx.now)
        tx.touch("floor", "map")
