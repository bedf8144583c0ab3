"""Check chip races from the journal: the winners, and the chips that entered play."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from tests.oracle.model_state import CHIPS
from tourney.journal.row_images import Image
from tourney.models import JournalEntry

RACE, TABLE, SEAT = "procedures.race", "procedures.racetable", "procedures.raceseat"
_KEPT = frozenset({RACE, TABLE, SEAT})
_DECIDED = frozenset({"dealt", "done"})


class RaceCheck:
    """Follows the chip races of an event."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[int, Image]] = {name: {} for name in _KEPT}
        # Change of each stack by a table's race, by entry; None for ghosts.
        self._applied: dict[int, Counter[int | None]] = {}
        # Seats by the table of their race.
        self._seats: dict[int, dict[int, Image]] = defaultdict(dict)

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry.

        Returns:
            The faults; None if the entry does not concern races.
        """
        touched = {change["model"] for change in journal_entry.changes} & _KEPT
        if not touched:
            return None
        tables: set[int] = set()
        for change in journal_entry.changes:
            if change["model"] not in _KEPT:
                continue
            tables |= self._take_change(change)
        # The decision of a race affects all of its tables.
        if RACE in touched:
            tables |= {*self._applied, *self.rows[TABLE]}
        faults, moved = [], 0
        for pk in tables:
            own, change_of_table = self._check(pk)
            faults += own
            moved += change_of_table
        came = sum(
            change["after"]["chips"]
            for change in journal_entry.changes
            if change["model"] == CHIPS and change["before"] is None and change["after"]["kind"] == "race"
        )
        if journal_entry.kind != "undo" and came != moved:
            faults.append(f"{came} chips came into play, and the race gave {moved}")
        return faults

    def _take_change(self, change: Mapping[str, Any]) -> set[int]:
        """Process a changed row; return the race tables that it affects."""
        model, pk = change["model"], change["pk"]
        before = self.rows[model].pop(pk, None)
        after = None if change["after"] is None else {**(before or {}), **change["after"]}
        if after is not None:
            self.rows[model][pk] = after
        if model != SEAT:
            return {pk} if model == TABLE else set()
        if before is not None:
            self._seats[before["table_id"]].pop(pk, None)
        if after is not None:
            self._seats[after["table_id"]][pk] = after
        return {row["table_id"] for row in (before, after) if row is not None}

    def _check(self, pk: int) -> tuple[list[str], int]:
        """Compare the current result of a table's race with the one before this journal entry.

        Returns:
            The faults, and the total change of the chips at the table.
        """
        table = self.rows[TABLE].get(pk)
        decided = table is not None and table["state"] in _DECIDED
        race = self.rows[RACE].get(table["race_id"]) if table is not None else None
        now: Counter[int | None] = Counter()
        faults: list[str] = []
        if decided and race is not None:
            seats = list(self._seats[pk].values())
            lot = race["big"] // race["small"]
            for seat in seats:
                gets = seat["small"] // lot + seat["wins"] + seat["saved"]
                now[seat["entry_id"]] += gets * race["big"] - seat["small"] * race["small"]
            if pk not in self._applied:
                faults = faults_of(seats, race, lot)
        before = self._applied.get(pk, Counter())
        if decided:
            self._applied[pk] = now
        else:
            self._applied.pop(pk, None)
        return faults, sum(now.values()) - sum(before.values())


def faults_of(seats: list[dict[str, Any]], race: Mapping[str, Any], lot: int) -> list[str]:
    """Check a table's race against the rulebook, computed differently from the rules."""
    odd = {seat["number"]: seat["small"] % lot for seat in seats}
    won = {seat["number"] for seat in seats if seat["wins"]}
    racing = {number for number, count in odd.items() if count}
    found = [f"seat {number} won without an odd chip" for number in sorted(won - racing)]
    whole, rest = divmod(sum(odd.values()), lot)
    halves = {number for number in racing if odd[number] * 2 >= lot}
    match race["policy"]:
        case "round_each":
            if won != halves:
                found.append(f"seats {sorted(won)} were rounded up, not {sorted(halves)}")
        case "up":
            found += _count(won, whole + bool(rest), racing)
        case "half":
            found += _count(won, whole + (rest * 2 >= lot), racing)
        case _:
            if not whole <= len(won) <= whole + 1:
                found.append(f"{len(won)} big chips were won, of {whole} and a rest")
    if won and race["policy"] in {"up", "half"}:
        best = {seat["number"]: max((rank for rank, _suit in seat["cards"]), default=0) for seat in seats}
        lowest = min(best[number] for number in won)
        found += [
            f"seat {one} has a higher card and won nothing" for one in racing - won if best[one] > lowest
        ]
    for seat in seats:
        empty = seat["small"] and not seat["others"] and seat["small"] < lot and not seat["wins"]
        if bool(empty) != bool(seat["saved"]):
            found.append(f"seat {seat['number']} was raced out, or saved without need")
    return found


def _count(won: set[int], expected: int, racing: set[int]) -> list[str]:
    most = min(expected, len(racing))
    return [] if len(won) == most else [f"{len(won)} big chips were won, not {most}"]
