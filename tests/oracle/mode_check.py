"""Check the mode of an event from its journal: rebuys, add-on, entries, level times and the button (Five Spades 4)."""

from collections import Counter
from itertools import pairwise

from clock.models import Structure
from tests.oracle.model_state import CHIPS, ENTRY, TOURNAMENT_TABLE, ModelState
from tourney.models import JournalEntry, Tournament

_ITEM, _CLOCK = "desk.item", "clock.clock"
# Five Spades 4.13: the add-on is two starting stacks, after four levels, for players without the one free rebuy.
_STACKS, _LEVELS, _REBUYS = 2, 4, 1
# Five Spades 4.2, 4.13, 4.16, 4.17: a player enters once.
_ONE_ENTRY = {"freeze_out", "cannonball", "bounty", "mystery_bounty", "rebuy_add_on"}


class ModeCheck:
    """Follows an event in a mode of its rulebook.

    Attributes:
        rebuys: by entry, without refunded ones.
    """

    def __init__(self, state: ModelState, event: Tournament) -> None:
        self._state = state
        self._mode = event.mode
        self._stack = event.starting_stack
        self.rebuys: Counter[int] = Counter()
        self._credited = 0
        structure = Structure.objects.filter(tournament=event).first()
        rows = [] if structure is None else list(structure.rows.order_by("position"))
        self._breaks = [row.kind == "break" for row in rows]
        self._durations = [row.duration_ms for row in rows if row.kind != "break"]
        self._row = 0

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if the event has no mode, or the entry does not concern it.
        """
        if not self._mode:
            return None
        found: list[str] = []
        models = {change["model"] for change in journal_entry.changes}
        for change in journal_entry.changes:
            after = change["after"] or {}
            if change["model"] == _CLOCK:
                self._row = after.get("position", self._row)
            elif change["model"] == _ITEM and change["before"] is None and after["kind"] == "rebuy":
                found += self._rebuy(after)
        if journal_entry.kind == "add_on.credit":
            return found + self._add_on(journal_entry)
        if journal_entry.kind == "hand.finish" and self._mode == "win_the_button":
            return found + self._button(journal_entry)
        if ENTRY in models and self._mode in _ONE_ENTRY:
            return found + self._entries()
        return found if _ITEM in models else None

    def _rebuy(self, item: dict[str, int]) -> list[str]:
        """Check a rebuy: free, one for each player, a starting stack, before the add-on."""
        entry = item["entry_id"]
        self.rebuys[entry] += 1 if item["corrects_id"] is None else -1
        found = [] if self._mode == "rebuy_add_on" else [f"entry {entry} took a rebuy in {self._mode}"]
        if self.rebuys[entry] > _REBUYS:
            found.append(f"entry {entry} took {self.rebuys[entry]} rebuys")
        if any(item[part] for part in ("pool", "fee", "staff", "bounty")):
            found.append(f"entry {entry} paid for a free rebuy")
        got = [
            row["chips"]
            for row in self._state.rows[CHIPS].values()
            if row["entry_id"] == entry and row["kind"] == "rebuy"
        ]
        if got != [self._stack] * self.rebuys[entry]:
            found.append(f"entry {entry} got {got} by rebuys")
        return found if not self._credited else [*found, f"entry {entry} took a rebuy after the add-on"]

    def _add_on(self, journal_entry: JournalEntry) -> list[str]:
        """Check that everybody in play without a rebuy got two starting stacks, once, after four levels."""
        self._credited += 1
        played = self._breaks[: self._row].count(False)
        found = [] if self._credited == 1 else ["the add-on was credited again"]
        if played < _LEVELS:
            found.append(f"the add-on was credited after {played} levels")
        got = {
            change["after"]["entry_id"]: change["after"]["chips"]
            for change in journal_entry.changes
            if change["model"] == CHIPS and change["before"] is None
        }
        due = {entry: _STACKS * self._stack for entry in self._state.in_play if not self.rebuys[entry]}
        return found if got == due else [*found, f"the add-on went to {got}, not to {due}"]

    def _button(self, journal_entry: JournalEntry) -> list[str]:
        """Check that the winner of the pot has the button (Five Spades 4.20)."""
        tournament_table = self._state.tournament_table_of(journal_entry.arguments["number"])
        winner = journal_entry.arguments.get("winner")
        button = self._state.rows[TOURNAMENT_TABLE][tournament_table]["button"]
        if winner is None or button == winner or self._state.table(tournament_table).size < 2:
            return []
        return [f"the button is at seat {button}, and seat {winner} won the pot"]

    def _entries(self) -> list[str]:
        rows = [row for row in self._state.rows[ENTRY].values() if row["voided_at"] is None]
        count = Counter(row["player_id"] for row in rows)
        return [f"player {player} entered {times} times" for player, times in count.items() if times > 1]

    def finish(self) -> list[str]:
        """Return the faults of the event as a whole, once it is over."""
        found = []
        if (
            self._mode == "rebuy_add_on"
            and self._breaks[: self._row].count(False) >= _LEVELS
            and not self._credited
        ):
            found.append("the add-on was not credited")
        if self._mode == "cannonball":
            found += [
                f"level {number} is not longer than the last"
                for number, (before, after) in enumerate(pairwise(self._durations), start=2)
                if after <= before
            ]
        return found
