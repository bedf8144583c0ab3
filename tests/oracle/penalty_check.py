"""Check penalties from the journal: each hand counts once, for the player who sits it out."""

from tests.oracle.model_state import TOURNAMENT_TABLE, ModelState
from tourney.journal.row_images import Image
from tourney.models import JournalEntry

PENALTY = "penalties.penalty"
# A hand reported at a table, played or misdealt.
_HANDS = frozenset({"hand.finish", "hand.misdeal"})


class PenaltyCheck:
    """Follows the penalties of an event.

    Attributes:
        rows: all penalties.
    """

    def __init__(self, state: ModelState) -> None:
        self._state = state
        self.rows: dict[int, Image] = {}
        # Penalties with a remaining number of hands that was entered manually.
        self._set_manually: set[int] = set()

    @property
    def running(self) -> list[Image]:
        """Penalties in progress."""
        return [row for row in self.rows.values() if row["ended_at"] is None]

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if the entry does not concern penalties.
        """
        changes = [change for change in journal_entry.changes if change["model"] == PENALTY]
        if not changes and (journal_entry.kind not in _HANDS or not self.running):
            return None
        due = self._due(journal_entry) if journal_entry.kind in _HANDS else set()
        found: list[str] = []
        for change in changes:
            pk, before = change["pk"], self.rows.get(change["pk"])
            if change["after"] is None:
                self.rows.pop(pk, None)
                continue
            row = self.rows[pk] = {**(before or {}), **change["after"]}
            if journal_entry.kind == "penalty.count" and journal_entry.arguments.get("left") is not None:
                self._set_manually.add(pk)
            if journal_entry.kind in {"undo", "penalty.forget"} or before is None:
                continue
            found += self._faults(journal_entry, before, row)
            due.discard(pk)
        return found + [f"penalty {pk} was not counted" for pk in sorted(due)]

    def _due(self, journal_entry: JournalEntry) -> set[int]:
        """Return the penalties for which a hand counts: the first running one of each player at the table."""
        if journal_entry.kind != "hand.finish":
            return set()
        tournament_table = self._state.tournament_table_of(journal_entry.arguments["number"])
        hand = self._state.rows[TOURNAMENT_TABLE][tournament_table]["hands"]
        first: dict[int, Image] = {}
        for row in sorted(self.running, key=lambda row: row["id"]):
            first.setdefault(row["entry_id"], row)
        return {
            row["id"]
            for entry, row in first.items()
            if row["hands_left"] and self._state.place_of.get(entry, (None,))[0] == tournament_table
            if row["tournament_table_id"] == tournament_table and (row["hand"] or 0) < hand
        }

    def _faults(self, journal_entry: JournalEntry, before: Image, row: Image) -> list[str]:
        found, what = [], f"penalty {row['id']}"
        came = row["served"] - before["served"]
        if journal_entry.kind in _HANDS:
            here = self._state.place_of.get(row["entry_id"], (None,))[0]
            if here != self._state.tournament_table_of(journal_entry.arguments["number"]):
                found.append(f"{what} was counted at another table")
            if came > 1:
                found.append(f"{what} was counted {came} times for one hand")
        if came < 0 or (before["ended_at"] is not None and came):
            found.append(f"{what} was counted after it was over, or less than before")
        if (
            row["kind"] == "hands"
            and row["id"] not in self._set_manually
            and row["hands_left"] + row["served"] != row["count"]
        ):
            found.append(
                f"{what}: {row['served']} of {row['count']} are served, and {row['hands_left']} left"
            )
        over = row["hands_left"] == 0 and row["kind"] in {"hands", "orbits"}
        if over and row["ended_at"] is None:
            found.append(f"{what} goes on although nothing is left")
        if row["outcome"] == "served" and row["hands_left"]:
            found.append(f"{what} is over although {row['hands_left']} hands are left")
        return found
