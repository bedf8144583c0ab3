"""Compare an event's rows with a replay of the journal."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model, QuerySet

from penalties.models import Penalty
from prizes.models import Deal, DealShare, Payout, PlacePrize, PrizePayment
from procedures.models import HandForHand, HandForHandTable, Race, RaceSeat, RaceTable
from seating.models import Bust, Knockout, Move, Proposal, Seat, TournamentTable
from tourney.journal.replay import disagreements, gaps, replay
from tourney.journal.row_images import label
from tourney.models import ChipMove, Entry, JournalEntry, Notice
from tourney.snapshot import consistent_read

_CHUNK = 500


def faults_of(event: int) -> list[str]:
    """Where the rows that an event's journal tells of differ from what its entries leave of them, in words.

    Rows of the room (players, tables, drawers) change in other journals too: all lines are read, in their order.
    """
    with consistent_read():
        mine = {
            (change["model"], change["pk"])
            for changes in JournalEntry.journal(event).values_list("changes", flat=True).iterator(_CHUNK)
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


def _lines_about(rows: set[tuple[str, Any]]) -> Iterator[JournalEntry]:
    """All entries of all journals in their order, with nothing in them but what they did to some rows."""
    for changes in JournalEntry.objects.order_by("id").values_list("changes", flat=True).iterator(_CHUNK):
        kept = [change for change in changes if (change["model"], change["pk"]) in rows]
        if kept:
            yield JournalEntry(changes=kept)


def _rows_of(event: int) -> list[QuerySet[Model]]:
    """Rows that belong to an event alone."""
    of_event = {
        Entry: "tournament",
        ChipMove: "tournament",
        Notice: "tournament",
        TournamentTable: "tournament",
        Seat: "tournament_table__tournament",
        Move: "tournament",
        Proposal: "tournament",
        Bust: "entry__tournament",
        Knockout: "bust__entry__tournament",
        Payout: "tournament",
        PlacePrize: "payout__tournament",
        PrizePayment: "entry__tournament",
        Deal: "tournament",
        DealShare: "deal__tournament",
        HandForHand: "tournament",
        HandForHandTable: "round__tournament",
        Race: "tournament",
        RaceTable: "race__tournament",
        RaceSeat: "race__tournament",
        Penalty: "tournament",
    }
    return [model._default_manager.filter(**{path: event}) for model, path in of_event.items()]
