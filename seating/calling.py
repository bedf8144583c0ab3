"""Calls that are over by themselves: the player they were about has gone, or the table is not played at any more."""

from collections.abc import Collection, Iterable

from seating.models import Call, Loan, Seat
from tourney.journal.tx import Tx


def end_calls(tx: Tx, left: Iterable[tuple[int, int]], *, but: Collection[int] = ()) -> None:
    """End the calls about chairs that somebody has left, and all calls of tables that became empty by it. Call it once
    the seats have changed.

    Args:
        left: loan and number of each chair.
        but: calls that stay as they are.
    """
    chairs = set(left)
    loans = {loan for loan, _chair in chairs}
    calls = [call for call in _open(tx) if call.loan_id in loans and call.pk not in but]
    if not calls:
        return
    rows = Seat.objects.filter(loan__in={call.loan_id for call in calls}, kind="player")
    played = set(rows.values_list("loan", flat=True))
    _end(tx, [one for one in calls if one.loan_id not in played or (one.loan_id, one.seat) in chairs])


def end_all_calls(tx: Tx, loan: Loan) -> None:
    """End whatever a table calls for: it is given back, or kept in reserve."""
    _end(tx, [call for call in _open(tx) if call.loan_id == loan.pk])


def _open(tx: Tx) -> list[Call]:
    return list(Call.objects.filter(loan__tournament=tx.tournament, answered_at__isnull=True))


def _end(tx: Tx, calls: list[Call]) -> None:
    if calls:
        tx.save_many(calls, answered_at=tx.now)
        tx.show("floor", "map")
