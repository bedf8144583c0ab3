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
    """Return the differences between an event's rows and a replay of the journal.

    Rows of the room (players, tables, drawers) change in other journals too, so all journal entries are read
    in order.
    """
    with consistent_read():
        mine = {
            (change["model"], change["pk"])
            for changes in JournalEntry.journal(event).values_list("changes", flat=True).iterator(_CHUNK)
            for change in changes
        }
        replayed = replay(_lines_about(mine))
        found = disagreements(replayed)
        found += [f"line {seq} is missing" for seq in gaps(event)]
        for rows in _rows_of(event):
            name = label(rows.model)
            keys = rows.values_list("pk", flat=True).iterator(_CHUNK)
            found += [f"{name} {pk} is in no journal entry" for pk in keys if (name, pk) not in replayed]
    return found


def _lines_about(rows: set[tuple[str, Any]]) -> Iterator[JournalEntry]:
    """Yield all journal entries in order, reduced to the changes of the given rows."""
    for changes in JournalEntry.objects.order_by("id").values_list("changes", flat=True).iterator(_CHUNK):
        kept = [change for change in changes if (change["model"], change["pk"]) in rows]
        if kept:
            yield JournalEntry(changes=kept)


def _rows_of(event: int) -> list[QuerySet[Model]]:
    """Return querysets of the rows that belong to one event only."""
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
