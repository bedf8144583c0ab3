"""Check teams of two: who shares an entry, who plays, and that each is paid their own part."""

from collections import Counter
from typing import Any

from tests.oracle.model_state import ENTRY, ModelState
from tests.oracle.money_ledger import PAYMENT, MoneyLedger
from tourney.models import JournalEntry

PARTNER = "players.partner"
_WHOLE = 10_000


class TeamCheck:
    """The teams of an event. Nothing to check where each player has an entry alone."""

    def __init__(self, state: ModelState, ledger: MoneyLedger) -> None:
        self.state = state
        self.ledger = ledger
        self.rows: dict[int, dict[str, Any]] = {}
        # By entry, player and kind.
        self.paid: Counter[tuple[int, int | None, str]] = Counter()

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if the entry does not concern teams.
        """
        faults: list[str] = []
        touched = False
        for change in journal_entry.changes:
            if change["model"] == PARTNER:
                touched = True
                faults += self._changed(journal_entry.kind, change)
            elif change["model"] == PAYMENT and change["before"] is None:
                row = change["after"]
                self.paid[row["entry_id"], row["player_id"], row["kind"]] += row["amount"]
            touched = touched or (change["model"] == ENTRY and bool(self.rows))
        return [*faults, *self._twice()] if touched else None

    def _changed(self, kind: str, change: dict[str, Any]) -> list[str]:
        before = self.rows.get(change["pk"])
        if change["after"] is None:
            self.rows.pop(change["pk"], None)
            played = before is not None and before["played_at"] is not None and kind != "undo"
            return (
                [f"a partner of entry {before['entry_id']} who has played is gone"]
                if played and before
                else []
            )
        row = self.rows[change["pk"]] = {**(before or {}), **change["after"]}
        if before is not None and kind == "entry.change_player" and before["plays"] == row["plays"]:
            return [f"the player of entry {row['entry_id']} has not changed"]
        return []

    def _twice(self) -> list[str]:
        """Return players who play for two entries, or are a team alone."""
        entries = self.state.rows[ENTRY]
        people = Counter(entries[entry]["player_id"] for entry in self.state.in_play)
        people.update(row["player_id"] for row in self.rows.values() if row["entry_id"] in self.state.in_play)
        return [f"player {player} plays for {count} entries" for player, count in people.items() if count > 1]

    def finish(self) -> list[str]:
        """Check at the end that all entries are shared if one is, and that each player has their own part."""
        if not self.rows:
            return []
        entries = {pk: row for pk, row in self.state.rows[ENTRY].items() if row["voided_at"] is None}
        teams = {row["entry_id"]: row for row in self.rows.values()}
        faults = [f"entry {entry} has no partner" for entry in entries.keys() - teams.keys()]
        note = (self.ledger.payout or {}).get("note") or 1
        for entry, team in teams.items():
            owner = entries[entry]["player_id"]
            for kind in ("prize", "deal", "bounty"):
                total = self.ledger.paid[entry, kind]
                unit = note if kind != "bounty" and total % note == 0 else 1
                part = total * team["share"] // _WHOLE // unit * unit
                right = {owner: total - part, team["player_id"]: part}
                for player, due in right.items():
                    paid = self.paid[entry, player, kind]
                    if paid != due:
                        faults.append(f"player {player} was paid {paid} as {kind}, and {due} is right")
        return faults
