"""Check the floor from the journal: seats, moves and their reasons, the button, halted tables."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracle import rules_check
from tests.oracle.facts import WALK, Facts, is_stud
from tests.oracle.model_state import TableNow
from tests.oracle.rows import (
    BUST,
    CLOCK,
    EVENT,
    LEVEL,
    MOVE,
    PROPOSAL,
    SEAT,
    STRUCTURE,
    TOURNAMENT_TABLE,
    JournalRecord,
    Row,
    Rows,
    timestamp,
)

# Manual decisions may move any player, or free a seat.
_BY_HAND = {
    "seat.give",
    "seat.swap",
    "seat.put_right",
    "table.break",
    "field.redraw",
    "day.draw_next",
    "undo",
}
_FREES = {"seat.leave", "undo"}


@dataclass(slots=True)
class FloorWatch:
    """Checks the changes to seats in every journal entry against the state before it.

    Attributes:
        emptied: seats of each table whose players busted and that are still empty.
        short: busts at each table, minus the players who sat down there afterwards.
        played: entries present at the end of a hand, by the sequence number of its journal entry.
    """

    rows: Rows
    facts: Facts
    emptied: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    short: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    played: dict[int, set[int]] = field(default_factory=dict)

    def before(self, line: JournalRecord) -> list[str]:
        """Check a journal entry against the rows before it."""
        if line.undoes is not None:
            self.played.pop(line.undoes, None)
        if line.kind == "proposal.accept":
            row = self.rows.of[PROPOSAL].get(line.arguments["proposal"])
            if row is None:
                return ["an unknown proposal was accepted"]
            free_choice = line.arguments.get("entry") or line.arguments.get("seat")
            if row["kind"] == "balance" and not free_choice:
                return self._balance(row["detail"], line)
            if row["kind"] == "halt":
                return self._halt(row["detail"]["table"], line)
            if row["kind"] == "no_hand":
                return self._no_hand(row["detail"]["entry"])
        if line.kind == "hand.finish":
            self._dealt(line)
            return self._button(line)
        return []

    def after(self, line: JournalRecord, seats_before: dict[int, tuple[int, int]]) -> list[str]:
        """Check the seats after a journal entry."""
        self._count(line)
        touched = {change["model"] for change in line.changes}
        if not touched & {SEAT, BUST, "tourney.entry"}:
            return []
        found = []
        occupants: dict[tuple[int, int], list[int]] = defaultdict(list)
        seats: dict[int, tuple[int, int]] = {}
        for pk, row in self.rows.of[SEAT].items():
            if row["tournament_table_id"] not in self.rows.of[TOURNAMENT_TABLE]:
                continue
            occupants[row["tournament_table_id"], row["number"]].append(pk)
            if row["entry_id"] is not None:
                if row["entry_id"] in seats:
                    found.append(f"entry {row['entry_id']} sits in two seats")
                seats[row["entry_id"]] = (row["tournament_table_id"], row["number"])
        found += [
            f"two entries in seat {seat}" for (_table, seat), those in occupants.items() if len(those) > 1
        ]
        in_play = self.rows.in_play
        found += [f"entry {entry} is out and has a seat" for entry in seats.keys() - in_play]
        lost = (seats_before.keys() - seats.keys()) & in_play
        if line.kind not in _FREES:
            found += [f"entry {entry} has lost its seat" for entry in sorted(lost)]
        moved = {
            entry for entry, place in seats.items() if entry in seats_before and seats_before[entry] != place
        }
        return found + self._moved(line, moved)

    def _moved(self, line: JournalRecord, moved: set[int]) -> list[str]:
        """Check that players moved only by a manual decision or by a proposal for them or their table."""
        if line.kind in _BY_HAND or not moved:
            return []
        row = self.rows.of[PROPOSAL].get(line.arguments.get("proposal"), {})
        allowed: set[int] = set()
        if line.kind == "proposal.accept" and row.get("kind") == "balance":
            allowed = {line.arguments.get("entry") or row["detail"]["entry"]}
        elif line.kind == "proposal.accept" and row.get("kind") in ("break", "redraw"):
            from_tables = {
                change["after"]["entry_id"]: change["after"]["from_table_id"]
                for change in line.changes
                if change["model"] == MOVE and change["before"] is None
            }
            allowed = {
                entry
                for entry, tournament_table in from_tables.items()
                if row["kind"] == "redraw" or self.rows.number(tournament_table) == row["detail"]["table"]
            }
        return [f"entry {entry} was moved for no reason" for entry in sorted(moved - allowed)]

    def _balance(self, detail: Row, line: JournalRecord) -> list[str]:
        """Check that the due player moves from the fuller table to the best seat for the big blind."""
        source, destination = (
            self._table(self.rows.tournament_table(detail[side]), line) for side in ("from", "to")
        )
        tables = len(self.rows.tournament_tables)
        stud = [is_stud(game) for game in self.rows.games()]
        by_card = self.facts.stud == "any" and any(stud)
        if by_card or (self.facts.stud == "event" and stud and all(stud)):
            found = rules_check.uneven(source, destination, tables, self.facts)
            named = by_card and detail["entry"] is not None
            return [*found, "the high card decides in an event with stud"] if named else found
        seats = (detail["from_seat"], detail["to_seat"])
        return rules_check.balance(source, destination, detail["entry"], seats, tables, self.facts)

    def _table(self, tournament_table: int, line: JournalRecord) -> TableNow:
        """Return a table as it was before a journal entry."""
        rows, row, seat_rows = (
            self.rows,
            self.rows.tournament_tables[tournament_table],
            self.rows.seat_rows(tournament_table),
        )
        seats, walking = rows.seats_in_use(tournament_table), self._walking(line)
        of_kind = {
            kind: {seat: one["entry_id"] for seat, one in sorted(seat_rows.items()) if one["kind"] == kind}
            for kind in ("player", "ghost")
        }
        return TableNow(
            tournament_table=tournament_table,
            number=rows.number(tournament_table),
            seats=seats,
            people=of_kind["player"],
            ghosts=tuple(of_kind["ghost"]),
            free=tuple(seat for seat in range(1, seats + 1) if seat not in seat_rows),
            sent=frozenset(of_kind["player"].values()) & walking,
            big_blind=row["big_blind"],
            halted=row["halted"],
            busted=max(len(self.emptied[tournament_table]), self.short[tournament_table]),
            turn=(False, 0, 0),
        )

    def _walking(self, line: JournalRecord) -> set[int]:
        """Return entries that were moved recently and have not arrived."""
        found = set()
        for row in self.rows.of[MOVE].values():
            made = timestamp(row["made_at"])
            going = row["arrived_at"] is None and row["dropped_at"] is None
            if going and made is not None and line.at - made < WALK:
                found.add(row["entry_id"])
        return found

    def _halt(self, number: int, line: JournalRecord) -> list[str]:
        """Check that a halted table is short enough, by elimination if the rulebook says so."""
        rows = self.rows
        fullest = max(
            len(rows.dealt(one)) for one, row in rows.tournament_tables.items() if row["state"] != "paused"
        )
        return rules_check.halt(self._table(rows.tournament_table(number), line), fullest, True, self.facts)

    def _count(self, line: JournalRecord) -> None:
        """Track the seats that are empty because of busts."""
        for change in line.changes:
            after, model = change["after"], change["model"]
            if model == BUST and after is None:
                gone = change["before"]
                if gone["tournament_table_id"] is not None:
                    self.emptied[gone["tournament_table_id"]].discard(gone["seat"])
                    self.short[gone["tournament_table_id"]] -= 1
            elif model == BUST and change["before"] is None and after["tournament_table_id"] is not None:
                self.emptied[after["tournament_table_id"]].add(after["seat"])
                self.short[after["tournament_table_id"]] += 1
            elif model == SEAT and change["before"] is None and after["kind"] == "player":
                self.emptied[after["tournament_table_id"]].discard(after["number"])
                if line.undoes is None:
                    self.short[after["tournament_table_id"]] = max(
                        0, self.short[after["tournament_table_id"]] - 1
                    )

    def _dealt(self, line: JournalRecord) -> None:
        """Record the players present in a hand."""
        tournament_table = self.rows.tournament_table(line.arguments["number"])
        self.played[line.seq] = {
            row["entry_id"]
            for row in self.rows.of[SEAT].values()
            if row["tournament_table_id"] == tournament_table
            and row["kind"] == "player"
            and row.get("absent_since") is None
        }

    def _no_hand(self, entry: int) -> list[str]:
        """Check that a stack removed by level 3 has played no hand (WSOP 16)."""
        if any(entry in there for there in self.played.values()):
            return [f"entry {entry} was there for a hand, and was removed for having played none"]
        return []

    def _button(self, line: JournalRecord) -> list[str]:
        """Check the blinds and the button after a hand; in stud they do not move (TDA 11B, WSOP 67b)."""
        rows = self.rows
        tournament_table = rows.tournament_table(line.arguments["number"])
        now = {
            key: rows.tournament_tables[tournament_table][key]
            for key in ("button", "small_blind", "big_blind")
        }
        then: dict[str, Any] = dict(now)
        for change in line.changes:
            if change["model"] == TOURNAMENT_TABLE and change["pk"] == tournament_table:
                then |= {key: change["after"][key] for key in then.keys() & change["after"].keys()}
        live, seats = rows.dealt(tournament_table), rows.seats_in_use(tournament_table)
        if None in now.values() or len(live) < 2:
            return []
        number = rows.number(tournament_table)
        if rows.of[EVENT].get(rows.event, {}).get("mode") == "win_the_button":
            winner = line.arguments.get("winner")
            won = winner is None or then["button"] == winner
            return [] if won else [f"the button of table {number} did not go to the winner in seat {winner}"]
        if self._plays_stud():
            return [] if then == now else [f"the button of table {number} moved in a stud hand"]
        if len(live) == 2:
            return self._heads_up(number, now, then, live)
        found = []
        due = rules_check.clockwise(seats, now["big_blind"], live)[0]
        if then["big_blind"] != due:
            found.append(f"table {number}: seat {due} pays the big blind next, not {then['big_blind']}")
        if then["small_blind"] != now["big_blind"] and len(live) > 2 and now["small_blind"] != now["button"]:
            found.append(f"table {number}: the small blind goes where the big blind was, {now['big_blind']}")
        allowed = (now["small_blind"], *_held_back(then, live, seats))
        if self.facts.dead_button and now["small_blind"] != now["button"] and then["button"] not in allowed:
            found.append(f"table {number}: the button goes to seat {allowed[0]}, not {then['button']}")
        return found

    def _heads_up(self, number: int, now: Row, then: Row, live: Sequence[int]) -> list[str]:
        """Check heads-up: the button pays the small blind, and no big blind is paid twice in a row."""
        found = []
        if then["button"] != then["small_blind"]:
            found.append(f"table {number}: heads-up the button pays the small blind")
        if then["big_blind"] == now["big_blind"] and now["big_blind"] in live:
            found.append(f"table {number}: the big blind is paid twice in a row by seat {now['big_blind']}")
        return found

    def _plays_stud(self) -> bool:
        clock = next(iter(self.rows.of[CLOCK].values()), None)
        own = {
            pk for pk, row in self.rows.of[STRUCTURE].items() if row.get("tournament_id") == self.rows.event
        }
        rows = [row for row in self.rows.of[LEVEL].values() if row["structure_id"] in own]
        rows.sort(key=lambda row: row["position"])
        if clock is None or clock["position"] >= len(rows):
            return False
        return is_stud(rows[clock["position"]].get("game", ""))


def _held_back(then: Row, live: Sequence[int], seats: int) -> list[int]:
    """New players may hold the button back: allow the last player before the small blind."""
    others = [seat for seat in live if seat != then["small_blind"]]
    return rules_check.clockwise(seats, then["small_blind"], others)[-1:]
