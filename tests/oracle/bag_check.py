"""Check the ends of days from the journal: bags, stacks, penalties and absent players overnight."""

from collections import Counter
from typing import Any

from tests.oracle.model_state import SEAT, TOURNAMENT_TABLE, ModelState
from tests.oracle.penalty_check import PENALTY
from tourney.journal.row_images import Image
from tourney.models import JournalEntry

BAG, DAY = "procedures.bag", "procedures.eventday"
_KEPT = (BAG, DAY, PENALTY)
# Nothing of this happens between two days.
_PLAY = frozenset(
    {"hand.finish", "hand.misdeal", "entry.bust", "entries.bust", "proposal.accept", "stack.count"}
    | {"seat.give", "seat.swap", "table.break", "field.redraw", "clock.start", "clock.resume"}
)
_WITH_CHIPS = frozenset({"player", "ghost", "unclaimed"})


class BagCheck:
    """Follows the bags and days of an event.

    Attributes:
        rows: by model and key.
    """

    def __init__(self, state: ModelState) -> None:
        self._state = state
        self.rows: dict[str, dict[int, Image]] = {name: {} for name in _KEPT}
        self._night: Image | None = None
        self._penalties: dict[int, Any] = {}

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if the entry does not concern the end of a day.
        """
        for change in journal_entry.changes:
            rows = self.rows.get(change["model"])
            if rows is not None and change["after"] is None:
                rows.pop(change["pk"], None)
            elif rows is not None:
                rows[change["pk"]] = {**rows.get(change["pk"], {}), **change["after"]}
        match journal_entry.kind:
            case "day.close":
                return self._closed()
            case "day.draw_next" if self._night is not None:
                return self._stacks() + self._seats()
            case "day.resume" if self._night is not None:
                return self._resumed(self.rows[DAY][self._night["id"]])
            case kind if self._night is not None and kind in _PLAY:
                return [f"{kind} between two days"]
        return None

    def _bags(self) -> list[Image]:
        """Return the bags of the day that is over."""
        count = (self._night or {})["stack_count_id"]
        return [row for row in self.rows[BAG].values() if row["stack_count_id"] == count]

    def _chairs(self) -> list[Image]:
        """Return the seats with chips."""
        tables = self._state.rows[TOURNAMENT_TABLE]
        return [
            row
            for row in self._state.rows[SEAT].values()
            if row["kind"] in _WITH_CHIPS and tables[row["tournament_table_id"]]["released_at"] is None
        ]

    def _closed(self) -> list[str]:
        """Check that all chips in play are in bags that were handed in."""
        self._night = next(row for row in self.rows[DAY].values() if row["resumed_at"] is None)
        self._penalties = self._left()
        bags, found = self._bags(), []
        chips = sum(bag["chips"] for bag in bags)
        if chips != self._state.chips:
            found.append(f"{chips} chips are in bags, and {self._state.chips} are in play")
        if len(bags) != len(self._chairs()):
            found.append(f"{len(bags)} bags for {len(self._chairs())} stacks")
        owners = {bag["entry_id"] for bag in bags} - {None}
        if owners != self._state.in_play:
            found.append("players with bags are not the players in play")
        found += [f"bag {bag['number']} was not handed in" for bag in bags if bag["handed_in_at"] is None]
        return found + self._stacks()

    def _stacks(self) -> list[str]:
        """Check that the stacks on the seats are those in the bags."""
        seats = Counter((row["entry_id"], row["stack"]) for row in self._chairs())
        bags = Counter((bag["entry_id"], bag["chips"]) for bag in self._bags())
        return [] if seats == bags else ["the stacks differ from the bags"]

    def _seats(self) -> list[str]:
        """Check that everybody in play has one seat."""
        seated = Counter(row["entry_id"] for row in self._chairs() if row["entry_id"] is not None)
        found = [f"entry {entry} has {count} seats" for entry, count in seated.items() if count > 1]
        return found + [f"entry {entry} has no seat" for entry in sorted(self._state.in_play - set(seated))]

    def _resumed(self, night: Image) -> list[str]:
        """Check opened bags, absent players and penalties when the next day begins (PokerStars Live 6.9.4)."""
        found = self._seats()
        away = {row["entry_id"] for row in self._chairs() if row["absent_since"] is not None}
        opened = 0
        for bag in self._bags():
            if bag["opened_at"] is None and bag["entry_id"] is not None and bag["entry_id"] not in away:
                found.append(f"bag {bag['number']} is closed, and its player is not absent")
            opened += bag["chips"] if bag["opened_at"] is None else bag["opened_chips"]
        if opened != self._state.chips:
            found.append(f"the bags held {opened} chips, and {self._state.chips} are in play")
        if night["seats"] == "redraw" and night["drawn_at"] is None:
            found.append("the day begins without a draw")
        if self._left() != self._penalties:
            found.append("penalties have changed overnight")
        self._night = None
        return found

    def _left(self) -> dict[int, Any]:
        """Return what is left of the running penalties."""
        return {
            pk: (row["hands_left"], row["rounds_left"], row["served"])
            for pk, row in self.rows[PENALTY].items()
            if row["ended_at"] is None
        }
