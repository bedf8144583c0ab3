"""Compare an event's rows with a replay of the journal."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model, QuerySet

from clock.models import Race, RaceSeat, RaceTable, Round, RoundTable
from penalties.models import Penalty
from prizes.models import Deal, DealShare, Payout, PrizeLine, PrizePayment
from seating.models import Bust, Knockout, Loan, Move, Proposal, Seat
from tourney.journal.images import label
from tourney.journal.replay import disagreements, gaps, replay
from tourney.models import ChipMove, Entry, Line, Notice
from tourney.moment import one_moment

_CHUNK = 500


def faults_of(event: int) -> list[str]:
    """Where the rows that an event's journal tells of differ from what the lines leave of them, in words.

    Rows of the room (players, tables, drawers) change in other journals too: all lines are read, in their order.
    """
    with one_moment():
        mine = {
            (change["model"], change["pk"])
            for changes in Line.journal(event).values_list("changes", flat=True).iterator(_CHUNK)
            for change in changes
        }
        told = replay(_lines_about(mine))
        found = disagreements(told)
        found += [f"line {seq} is missing" for seq in gaps(event)]
        for rows in _rows_of(event):
            name = label(rows.model)
            keys = rows.values_list("pk", flat=True).iterator(_CHUNK)
            found += [f"{name} {pk} stands in no line" for pk in keys if (name, pk) not in told]
    return found


def _lines_about(rows: set[tuple[str, Any]]) -> Iterator[Line]:
    """All lines of all journals in their order, with nothing in them but what they did to some rows."""
    for changes in Line.objects.order_by("id").values_list("changes", flat=True).iterator(_CHUNK):
        kept = [change for change in changes if (change["model"], change["pk"]) in rows]
        if kept:
            yield Line(changes=kept)


def _rows_of(event: int) -> list[QuerySet[Model]]:
    """Rows that belong to an event alone."""
    of_event = {
        Entry: "tournament",
        ChipMove: "tournament",
        Notice: "tournament",
        Loan: "tournament",
        Seat: "loan__tournament",
        Move: "tournament",
        Proposal: "tournament",
        Bust: "entry__tournament",
        Knockout: "bust__entry__tournament",
        Payout: "tournament",
        PrizeLine: "payout__tournament",
        PrizePayment: "entry__tournament",
        Deal: "tournament",
        DealShare: "deal__tournament",
        Round: "tournament",
        RoundTable: "round__tournament",
        Race: "tournament",
        RaceTable: "race__tournament",
        RaceSeat: "race__tournament",
        Penalty: "tournament",
    }
    return [model._default_manager.filter(**{path: event}) for model, path in of_event.items()]
