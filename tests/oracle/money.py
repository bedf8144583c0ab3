"""Chips and prizes from the journal: chips that entered or left play, and prizes due."""

from collections import defaultdict
from collections.abc import Sequence

from tests.oracle.places import Place
from tests.oracle.rows import (
    BUST,
    CHIPS,
    DEAL,
    ITEM,
    PAYMENT,
    PAYOUT,
    PRIZE,
    SEAT,
    SHARE,
    JournalRecord,
    Rows,
)


def chips(line: JournalRecord, rows: Rows) -> list[str]:
    """Check the chips that a journal entry added or removed, after its rows are applied."""
    moved = [change for change in line.changes if change["model"] == CHIPS]
    if line.undoes is not None:
        return []
    found = []
    stack = rows.tournament["starting_stack"]
    if moved and line.kind in ("entry.bust", "entries.bust", "hand.finish", "proposal.accept", "table.break"):
        ghosts = _ghosts(line)
        total = sum(change["after"]["chips"] for change in moved if change["after"])
        if total != ghosts * stack:
            found.append(f"{line.kind} changed the chips in play by {total}")
    for change in moved:
        row = change["after"]
        if row is None or change["before"] is not None:
            continue
        if row["kind"] == "starting_stack" and row["chips"] != stack:
            found.append(f"entry {row['entry_id']} began with {row['chips']} chips, not {stack}")
        if row["kind"] == "ghost" and row["chips"] != _ghosts(line) * stack:
            found.append(f"{_ghosts(line)} ghosts changed the chips in play by {row['chips']}")
    return found


def _ghosts(line: JournalRecord) -> int:
    """Return the number of ghosts added, minus those removed."""
    count = 0
    for change in line.changes:
        if change["model"] != SEAT:
            continue
        before, after = change["before"] or {}, change["after"] or {}
        was = before.get("kind") == "ghost"
        stays = after.get("kind", before.get("kind")) == "ghost" and change["after"] is not None
        count += stays - was
    return count


def every_entry_has_one_stack(rows: Rows) -> list[str]:
    """Check the starting stacks of all entries."""
    count: dict[int, int] = defaultdict(int)
    for row in rows.of[CHIPS].values():
        if row["kind"] == "starting_stack" and row["entry_id"] is not None:
            count[row["entry_id"]] += 1
    return [
        f"entry {entry} got {count[entry]} starting stacks" for entry in rows.entries if count[entry] != 1
    ]


def awards(places: Sequence[Place], ladder: Sequence[int], stacks: dict[int, int | None]) -> dict[int, int]:
    """Compute the prize of each entry; shared places get equal parts of their total."""
    found: dict[int, int] = {}
    shared: dict[tuple[int, int], list[int]] = defaultdict(list)
    for entry, best, worst in places:
        shared[best, worst].append(entry)
    for (best, worst), those in shared.items():
        total = sum(ladder[best - 1 : worst])
        part, odd = divmod(total, len(those))
        # Odd cents go to the bigger stack, then to the earlier entry.
        order = sorted(those, key=lambda entry: (-(stacks.get(entry) or 0), entry))
        for at, entry in enumerate(order):
            found[entry] = part + (at < odd)
    return {entry: amount for entry, amount in found.items() if amount}


def payments(rows: Rows, places: Sequence[Place]) -> list[str]:
    """Compare the payments with the prizes of the places, once everything is paid."""
    payout = next(iter(rows.of[PAYOUT].values()), None)
    paid: dict[tuple[int, str], int] = defaultdict(int)
    for row in rows.of[PAYMENT].values():
        paid[row["entry_id"], row["kind"]] += row["amount"]
    if payout is None or payout["locked_at"] is None or not paid or rows.of[ITEM]:
        return []
    ladder = [row["amount"] for row in sorted(rows.of[PRIZE].values(), key=lambda row: row["place"])]
    deal = next((pk for pk, row in rows.of[DEAL].items() if row["state"] == "stands"), None)
    found = []
    if deal is not None:
        shares = {row["entry_id"]: row["amount"] for row in rows.of[SHARE].values() if row["deal_id"] == deal}
        left = list(rows.of[DEAL][deal]["left"])
        ladder[: len(shares)] = left + [0] * (len(shares) - len(left))
        found += _unlike("deal", shares, paid)
    stacks = {row["entry_id"]: row["stack"] for row in rows.of[BUST].values()}
    return found + _unlike("prize", awards(places, ladder, stacks), paid)


def _unlike(kind: str, wanted: dict[int, int], paid: dict[tuple[int, str], int]) -> list[str]:
    entries = wanted.keys() | {entry for entry, its in paid if its == kind}
    return [
        f"entry {entry} was paid {paid.get((entry, kind), 0)} as {kind}, and {wanted.get(entry, 0)} is right"
        for entry in sorted(entries)
        if paid.get((entry, kind), 0) != wanted.get(entry, 0)
    ]
