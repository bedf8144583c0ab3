"""Check hand-for-hand from the journal: no table plays two hands at once or is left out."""

from typing import Any

from tests.oracle.model_state import TOURNAMENT_TABLE, ModelState
from tourney.journal.row_images import Image
from tourney.models import JournalEntry

HAND_FOR_HAND, BUST = "procedures.handforhand", "seating.bust"


class HandForHandCheck:
    """Follows the hands that all tables of an event play together."""

    def __init__(self, state: ModelState) -> None:
        self._state = state
        self._rows: dict[int, Image] = {}
        # Tables that have to finish the current hand, and the hand count of each table when it was dealt.
        self._owing: set[int] = set()
        self._before: dict[int, int] = {}

    @property
    def _running(self) -> Image | None:
        return next((row for row in self._rows.values() if row["ended_at"] is None), None)

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if hand-for-hand is not in progress.
        """
        was = self._running
        touched = self._take_rows(journal_entry)
        now = self._running
        if was is None and now is None:
            return None
        if now is None:
            self._owing.clear()
            return []
        found = self._busts(journal_entry, now)
        if was is None:
            self._dealt()
        elif touched and now["hand"] != self._hand_before:
            found += self._deals(now)
        else:
            found += self._still_at_one_hand()
        self._hand_before = now["hand"]
        return found

    def _take_rows(self, journal_entry: JournalEntry) -> bool:
        touched = False
        for change in journal_entry.changes:
            if change["model"] != HAND_FOR_HAND:
                continue
            touched = True
            if change["after"] is None:
                self._rows.pop(change["pk"], None)
            else:
                self._rows[change["pk"]] = {**self._rows.get(change["pk"], {}), **change["after"]}
        return touched

    def _dealt(self) -> None:
        """Start a hand at every table that has two or more players and is not halted."""
        playing = [
            table.tournament_table for table in self._state.tables() if table.size >= 2 and not table.halted
        ]
        self._owing = set(playing)
        self._before = {
            tournament_table: self._counted(tournament_table)
            for tournament_table, row in self._state.rows[TOURNAMENT_TABLE].items()
            # A table of an earlier stage is only released in this event.
            if "table_id" in row
        }

    def _counted(self, tournament_table: int) -> int:
        hands: int = self._state.rows[TOURNAMENT_TABLE][tournament_table]["hands"]
        return hands

    def _deals(self, row: Image) -> list[str]:
        """Start the next hand: each table must have finished the last one, unless broken or halted."""
        self._forgive()
        found = [
            f"table {self._state.number_of(tournament_table)} had not finished when hand {row['hand']} was dealt"
            for tournament_table in sorted(self._owing)
            if self._counted(tournament_table) == self._before[tournament_table]
        ]
        if row["hand"] != self._hand_before + 1:
            found.append(f"hand {row['hand']} was dealt after hand {self._hand_before}")
        self._dealt()
        return found

    def _still_at_one_hand(self) -> list[str]:
        self._forgive()
        return [
            f"table {self._state.number_of(tournament_table)} has played two hands while the others play one"
            for tournament_table, before in self._before.items()
            if tournament_table in self._state.rows[TOURNAMENT_TABLE]
            and self._counted(tournament_table) > before + 1
        ]

    def _forgive(self) -> None:
        """Stop waiting for tables that no longer play: broken, halted, or with one player left."""
        rows = self._state.rows[TOURNAMENT_TABLE]
        for tournament_table in list(self._owing):
            row = rows.get(tournament_table)
            gone = row is None or row["released_at"] is not None or row["halted"] or row["state"] == "paused"
            if gone or self._state.table(tournament_table).size < 2:
                self._owing.discard(tournament_table)

    def _busts(self, journal_entry: JournalEntry, row: Image) -> list[str]:
        """Check that every bust in a hand-for-hand hand is recorded with the number of the hand."""
        if not row["hand"]:
            return []
        number = row["first"] + row["hand"]
        beaten: list[dict[str, Any]] = [
            change["after"]
            for change in journal_entry.changes
            if change["model"] == BUST and change["before"] is None and change["after"] is not None
        ]
        return [
            f"entry {bust['entry_id']} went out in hand {bust['together']}, not {number}"
            for bust in beaten
            if not bust["removed"] and bust["together"] != number
        ]

    _hand_before = 0
