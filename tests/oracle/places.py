"""Finishing places from the journal: time of each bust, busts in one hand, and shared places."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.oracle.facts import Facts
from tests.oracle.rows import (
    BUST,
    CHIPS,
    HAND_FOR_HAND,
    PAYOUT,
    REGISTRATION,
    JournalRecord,
    Row,
    Rows,
    timestamp,
)

Hand = tuple[str, int, int]


@dataclass(slots=True)
class Hands:
    """Busts in one hand. Only a report or a hand-for-hand hand makes a tie.

    Attributes:
        of: the hand of each entry that busted, or may have busted, together with others.
        claimed: entries whose hand was dealt after an announcement.
    """

    of: dict[int, Hand] = field(default_factory=dict)
    claimed: set[int] = field(default_factory=set)
    _before: dict[int, tuple[dict[int, Hand], set[int]]] = field(default_factory=dict)

    def take(self, line: JournalRecord, rows: Rows, facts: Facts) -> None:
        """Process a journal entry, after its rows are applied."""
        if line.undoes is not None:
            self._undo(line.undoes)
            return
        before = dict(self.of), set(self.claimed)
        for change in line.changes:
            if change["model"] == BUST and change["before"] is None and not change["after"]["removed"]:
                self._bust(change["after"], line, rows, facts)
        given = line.arguments
        if line.kind == "entry.bust" and given.get("same_hand"):
            self._join(given["entry"], given["same_hand"], line)
        if line.kind == "entries.bust":
            first, *others = given["entries"]
            for entry in others:
                self._join(entry, first, line)
        if line.kind == "bust.one_hand":
            for entry in given["entries"]:
                self.of[entry] = ("named", line.seq, 0)
            announced = given.get("announced")
            claimed = (
                announced if announced is not None else any(one in self.claimed for one in given["entries"])
            )
            (self.claimed.update if claimed else self.claimed.difference_update)(given["entries"])
        if line.kind == "bust.different_hands":
            for entry in given["entries"]:
                self.of.pop(entry, None)
        if (self.of, self.claimed) != before:
            self._before[line.seq] = before

    def _bust(self, bust: Row, line: JournalRecord, rows: Rows, facts: Facts) -> None:
        entry = bust["entry_id"]
        if bust["tournament_table_id"] is None:
            return
        rounds = [row for row in rows.of[HAND_FOR_HAND].values() if row["tournament_id"] == rows.event]
        running = next(
            ((pk, row) for pk, row in rows.of[HAND_FOR_HAND].items() if row["ended_at"] is None), None
        )
        if running is not None and (running[1]["hand"] > 0 or facts.running_hand):
            self.of[entry] = ("round", running[0], running[1]["hand"])
        if any(row["hand"] > 0 or facts.running_hand for row in rounds):
            self.claimed.add(entry)

    def _join(self, entry: int, other: int, line: JournalRecord) -> None:
        hand = self.of.get(other) or self.of.get(entry) or ("named", line.seq, 0)
        self.of[entry] = self.of[other] = hand
        if other in self.claimed:
            self.claimed.add(entry)

    def _undo(self, seq: int) -> None:
        """Restore the hands as they were before a journal entry."""
        if seq in self._before:
            self.of, self.claimed = dict(self._before[seq][0]), set(self._before[seq][1])


@dataclass(frozen=True, slots=True)
class Gone:
    """A busted entry with a rank."""

    entry: int
    at: datetime
    counts: datetime
    table: int | None
    stack: int | None
    order: int | None
    hand: object


Place = tuple[int, int, int]


def places(rows: Rows, hands: Hands, facts: Facts) -> list[Place]:
    """Rank all entries: (entry, best place, worst place), the winner first."""
    noted = {row["entry_id"]: row for row in rows.of[BUST].values()}
    surrendered = {row["entry_id"] for row in rows.of[CHIPS].values() if row["kind"] == "surrender"}
    registration = next(iter(rows.of[REGISTRATION].values()), None)
    closed = timestamp(registration["closed_at"]) if registration else None
    most = registration["re_entries_most"] if registration else 0
    newest: dict[int, int] = {}
    for row in rows.entries.values():
        newest[row["player_id"]] = max(row["number"], newest.get(row["player_id"], 0))
    banned = {
        rows.entries[entry]["player_id"]
        for entry, row in noted.items()
        if row["penalty"] == "disqualified" and entry in rows.entries
    }
    best_only = next((row["counting"] for row in rows.of[PAYOUT].values()), "best") == "best"
    gone: list[Gone] = []
    playing = []
    for entry, row in rows.entries.items():
        last = newest[row["player_id"]] == row["number"]
        if row["player_id"] in banned or (best_only and not last):
            continue
        at = timestamp(row["out_at"])
        if at is None:
            playing.append(entry)
            continue
        bust: Mapping[str, Any] = noted.get(entry, {})
        way_back = last and (most is None or row["number"] <= most) and not bust.get("penalty")
        way_back = way_back and (not bust.get("removed") or entry in surrendered)
        counts = max(at, closed) if way_back and closed is not None else at
        hand = hands.of.get(entry)
        gone.append(
            Gone(
                entry, at, counts, bust.get("tournament_table_id"), bust.get("stack"), bust.get("stack_order"),
                (hand, counts if counts != at else None) if hand is not None else ("alone", entry),
            )
        )  # fmt: skip
    groups: dict[object, list[Gone]] = defaultdict(list)
    for one in gone:
        groups[one.hand].append(one)
    first = {key: min((one.counts, one.at, one.entry) for one in those) for key, those in groups.items()}
    found: list[Place] = [(entry, 1, 1) for entry in playing] if len(playing) == 1 else []
    ahead = len(playing)
    for key in sorted(groups, key=lambda key: first[key], reverse=True):
        claimed = any(one.entry in hands.claimed for one in groups[key])
        for tied in _ties(groups[key], facts, claimed=claimed):
            found += [(one.entry, ahead + 1, ahead + len(tied)) for one in tied]
            ahead += len(tied)
    return found


def _ties(those: list[Gone], facts: Facts, *, claimed: bool) -> list[list[Gone]]:
    """Rank the busts of one hand, best first; each inner list shares a place."""
    tables: dict[int | None, list[Gone]] = defaultdict(list)
    for one in those:
        tables[one.table].append(one)
    early = facts.claim and not claimed
    across, within = ("share", "stack") if early else (facts.across, facts.within)
    if len(tables) == 1:
        return _by(those, within)
    if across == within or len(tables) == len(those):
        return _by(those, across)
    # Different tables share, and stacks decide at a table: the biggest stacks share, then the second biggest.
    ranked = [_by(here, within) for here in tables.values()]
    layers = max(len(one) for one in ranked)
    return [[who for one in ranked if layer < len(one) for who in one[layer]] for layer in range(layers)]


def _by(those: list[Gone], by: str) -> list[list[Gone]]:
    keys = [-one.stack for one in those if one.stack is not None]
    if len(keys) < len(those):
        keys = [one.order for one in those if one.order is not None]
    if by == "share" or len(keys) < len(those):
        return [those]
    found: dict[int, list[Gone]] = defaultdict(list)
    for key, one in zip(keys, those, strict=True):
        found[key].append(one)
    return [found[key] for key in sorted(found)]
