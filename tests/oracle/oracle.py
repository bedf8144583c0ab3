"""Judge a whole journal against the rulebook."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracle import money
from tests.oracle.facts import FACTS
from tests.oracle.floor import FloorWatch
from tests.oracle.places import Hands, Place, places
from tests.oracle.rows import BUST, SEAT, JournalRecord, Rows


@dataclass(frozen=True, slots=True)
class Judgement:
    """The oracle's judgement.

    Attributes:
        faults: deviations from the rulebook, each with the number of its journal entry.
        places: (entry, best place, worst place), the winner first.
        lines: number of the event's journal entries.
    """

    faults: tuple[str, ...]
    places: tuple[Place, ...]
    lines: int


def judge(journal: Sequence[JournalRecord], event: int, book: str) -> Judgement:
    """Judge an event by its journal alone.

    Args:
        journal: journal entries of the room and of the event, in order.
        event: primary key of the event.
        book: key of its rulebook.
    """
    facts = FACTS[book]
    rows = Rows(event)
    floor, hands = FloorWatch(rows, facts), Hands()
    faults: list[str] = []
    expected = 1
    for line in journal:
        if line.room:
            rows.take(line.changes)
            continue
        if line.seq != expected:
            faults.append(f"line {expected} is missing")
        expected = line.seq + 1
        found = floor.before(line)
        seats = _seats(rows) if any(change["model"] == SEAT for change in line.changes) else {}
        rows.take(line.changes)
        hands.take(line, rows, facts)
        found += floor.after(line, seats)
        found += money.chips(line, rows)
        found += _unreported_ties(line, hands, rows)
        faults += [f"line {line.seq}, {line.kind}: {one}" for one in found]
    faults += money.every_entry_has_one_stack(rows)
    ranked = places(rows, hands, facts)
    faults += money.payments(rows, ranked)
    return Judgement(tuple(faults), tuple(ranked), expected - 1)


def _seats(rows: Rows) -> dict[int, tuple[int, int]]:
    seats = rows.of[SEAT].values()
    return {
        row["entry_id"]: (row["tournament_table_id"], row["number"])
        for row in seats
        if row["entry_id"] is not None
    }


def _unreported_ties(line: JournalRecord, hands: Hands, rows: Rows) -> list[str]:
    """Check that ties come from a report or from a hand-for-hand hand, never from hand counters."""
    if line.undoes is not None:
        return []
    groups: dict[int, list[int]] = {}
    for row in rows.of[BUST].values():
        if row["together"] is not None and not row["removed"]:
            groups.setdefault(row["together"], []).append(row["entry_id"])
    touched = {change["pk"] for change in line.changes if change["model"] == BUST}
    if not touched:
        return []
    return [
        f"entries {sorted(those)} are tied without a report"
        for those in groups.values()
        if len(those) > 1 and len({hands.of.get(entry, ("alone", entry, 0)) for entry in those}) > 1
    ]
