"""Which lines of the journal are about a table."""

from collections.abc import Mapping, Set
from typing import Any

from seating.models import Call, Loan, Move, Seat
from tourney.models import Line

# Keys of a table's rows, by the journal's word for their model.
Rows = Mapping[str, Set[Any]]


def rows_of(loan: Loan) -> Rows:
    """A table's rows that lines may name by their key alone: its chairs, what it calls for, who was sent there."""
    return {
        "seating.loan": {loan.pk},
        "seating.seat": set(Seat.objects.filter(loan=loan).values_list("pk", flat=True)),
        "seating.call": set(Call.objects.filter(loan=loan).values_list("pk", flat=True)),
        "seating.move": set(Move.objects.filter(to_loan=loan).values_list("pk", flat=True)),
    }


def touches(line: Line, loan: Loan, rows: Rows) -> bool:
    """Whether a line changed one of these rows, or made or took away one that belongs to a table."""
    for change in line.changes:
        if change["pk"] in rows.get(change["model"], ()):
            return True
        pictures = (change["before"] or {}, change["after"] or {})
        if any(loan.pk in (one.get("loan_id"), one.get("to_loan_id")) for one in pictures):
            return True
    return False
