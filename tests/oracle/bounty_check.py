"""Work out bounties from the journal: each elimination pays the bounty due, and names are drawn as the book says."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tests.oracle.model_state import BUST, ENTRY
from tests.oracle.money_ledger import ADVANCE, ENVELOPE, KNOCKOUT, NAMES, STACK, MoneyLedger

# Five Spades 4.17: a list of five names before the start.
_NAMES = 5
_WHOLE = 10_000
# A bust that is no knock-out: nobody wins a bounty for it (Five Spades 9.5).
_PENALTIES = {"eliminated", "disqualified"}


def due(ledger: MoneyLedger) -> tuple[dict[int, int], int]:
    """Return what each entry has won by bounties once the event is over, and what nobody has won."""
    payout = ledger.payout
    if payout is None or payout["bounties"] == "none":
        return {}, ledger.taken["bounty"]
    if payout["bounties"] == "mystery":
        return _by_envelopes(ledger)
    at_once = _WHOLE if payout["bounties"] == "fixed" else payout["bounty_cash"]
    parts = [*ledger.earlier, ledger]
    heads: dict[int, int] = {}
    for part in parts:
        heads |= part.bounties
    came_from = origins(parts)
    newest = {source: entry for entry, sources in came_from.items() for source in sources}
    won: Counter[int] = Counter()
    unclaimed = 0
    for entry, winners in [one for part in parts for one in eliminations(part)]:
        value = sum(heads.pop(one, 0) for one in _line(entry, came_from))
        if not winners:
            unclaimed += value
        for winner, share in zip(winners, _parts(value, len(winners)), strict=True):
            own = next((one for one in _line(winner, came_from) if one in heads), None)
            # A winner who is out, in the same hand, has no head that could grow.
            cash = share if own is None else share * at_once // _WHOLE
            won[winner] += cash
            if own is not None:
                heads[own] += share - cash
    # Players who were not knocked out keep their own bounty.
    won.update(heads)
    total: Counter[int] = Counter()
    for entry, amount in won.items():
        while entry in newest:
            entry = newest[entry]
        total[entry] += amount
    return {entry: amount for entry, amount in total.items() if amount}, unclaimed


def origins(ledgers: Sequence[MoneyLedger]) -> dict[int, list[int]]:
    """Return, for each entry that comes from earlier stages, its entries there; each goes on once."""
    found: dict[int, list[int]] = defaultdict(list)
    gone: set[int] = set()
    for ledger in ledgers:
        entry_of = {pk: row["entry_id"] for pk, row in ledger.rows[ADVANCE].items()}
        for _pk, row in sorted(ledger.rows[STACK].items()):
            if row["source_id"] not in gone:
                found[entry_of[row["advance_id"]]].append(row["source_id"])
        gone |= {row["source_id"] for row in ledger.rows[STACK].values()}
    return found


def _line(entry: int, came_from: Mapping[int, Sequence[int]]) -> list[int]:
    """Return an entry and all from which its player came to it."""
    return [entry, *(one for source in came_from.get(entry, ()) for one in _line(source, came_from))]


def _by_envelopes(ledger: MoneyLedger) -> tuple[dict[int, int], int]:
    parts = [*ledger.earlier, ledger]
    winners_of = dict(one for part in parts for one in eliminations(part))
    newest = {source: entry for entry, sources in origins(parts).items() for source in sources}
    won: Counter[int] = Counter()
    left = ledger.taken["bounty"]
    for row in ledger.rows[ENVELOPE].values():
        if row["entry_id"] is None:
            continue
        winners = winners_of.get(row["entry_id"]) or [row["entry_id"]]
        for winner, part in zip(winners, _parts(row["value"], len(winners)), strict=True):
            while winner in newest:
                winner = newest[winner]
            won[winner] += part
        left -= row["value"]
    return dict(won), left


def _parts(value: int, count: int) -> list[int]:
    """Divide a bounty; odd cents go to the winners who were recorded first."""
    return [value // count + (at < value % count) for at in range(count)] if count else []


def eliminations(ledger: MoneyLedger) -> list[tuple[int, list[int]]]:
    """Return all entries that went out, in order, with the winners of their chips."""
    noted = ledger.state.rows[BUST]
    winners: dict[int, list[int]] = defaultdict(list)
    for _pk, row in sorted(ledger.rows[KNOCKOUT].items()):
        winners[noted[row["bust_id"]]["entry_id"]].append(row["winner_id"])
    rows = ledger.state.rows[ENTRY].items()
    out = [(row["out_at"], pk) for pk, row in rows if row["out_at"] is not None and row["voided_at"] is None]
    return [(entry, winners[entry]) for _at, entry in sorted(out)]


def paid(ledger: MoneyLedger) -> list[str]:
    """Compare what was paid for bounties with what each entry has won."""
    won, unclaimed = due(ledger)
    entries = won.keys() | {entry for entry, kind in ledger.paid if kind == "bounty"}
    found = [
        f"entry {entry} was paid {ledger.paid[entry, 'bounty']} for bounties, and {won.get(entry, 0)} is right"
        for entry in sorted(entries)
        if ledger.paid[entry, "bounty"] != won.get(entry, 0)
    ]
    if sum(won.values()) + unclaimed != ledger.taken["bounty"]:
        found.append(f"bounties of {sum(won.values())} and {unclaimed} are not {ledger.taken['bounty']}")
    return found


def envelopes(ledger: MoneyLedger) -> list[str]:
    """Check the envelopes: together the bounty money, one for each elimination since, the last for the winner."""
    payout, rows = ledger.payout, ledger.rows[ENVELOPE].values()
    if payout is None or payout["filled_at"] is None:
        return [f"{len(rows)} envelopes are not filled"] if rows else []
    found = []
    if sum(row["value"] for row in rows) != ledger.taken["bounty"]:
        found.append("the envelopes do not hold the bounty money")
    parts = [*ledger.earlier, ledger]
    winners_of = dict(one for part in parts for one in eliminations(part))
    entries = {entry: row for part in parts for entry, row in part.state.rows[ENTRY].items()}
    drawn = Counter(row["entry_id"] for row in rows if row["entry_id"] is not None)
    due_for = {
        entry
        for entry, winners in winners_of.items()
        if winners and entries[entry]["out_at"] >= payout["filled_at"]
    }
    due_for |= ledger.state.in_play
    found += [f"entry {entry} has {count} envelopes" for entry, count in drawn.items() if count > 1]
    return found + [f"an envelope is wrong or missing for entry {one}" for one in drawn.keys() ^ due_for]


def names(ledger: MoneyLedger, in_play: Collection[int]) -> list[str]:
    """Check the lists of names: each player in play has five others of them, none twice (Five Spades 4.17)."""
    field = {ledger.state.rows[ENTRY][entry]["player_id"] for entry in in_play}
    lists: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in ledger.rows[NAMES].values():
        lists[row["owner_id"]].append((row["position"], row["name_id"]))
    found = [f"player {owner} has a list, or none, by mistake" for owner in lists.keys() ^ field]
    for owner, drawn in lists.items():
        people = [name for _position, name in drawn]
        many = min(_NAMES, len(field) - 1)
        if sorted(position for position, _name in drawn) != list(range(1, many + 1)):
            found.append(f"the list of player {owner} has not {many} names")
        if len(set(people)) < len(people) or not set(people) <= field - {owner}:
            found.append(f"the list of player {owner} has a wrong name: {people}")
    return found


def knockouts(ledger: MoneyLedger) -> dict[int, tuple[int, int]]:
    """Return how many players each player has knocked out, and how many of those on their own list."""
    entries = ledger.state.rows[ENTRY]
    on_list = {(row["owner_id"], row["name_id"]) for row in ledger.rows[NAMES].values()}
    removed = {
        row["entry_id"]
        for row in ledger.state.rows[BUST].values()
        if row["removed"] or row["penalty"] in _PENALTIES
    }
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for entry, winners in eliminations(ledger):
        for winner in dict.fromkeys(winners):
            if entry not in removed:
                own = entries[winner]["player_id"]
                counts[own][0] += 1
                counts[own][1] += (own, entries[entry]["player_id"]) in on_list
    return {player: (count, drawn) for player, (count, drawn) in counts.items()}


def leaders(ledger: MoneyLedger, shown: Sequence[Any]) -> list[str]:
    """Compare the bounty leaderboard with the eliminations."""
    right = knockouts(ledger)
    board = {one.score.player: (one.score.knockouts, one.score.drawn) for one in shown}
    return [
        f"player {player} has {board.get(player)} bounties on the leaderboard, not {right.get(player)}"
        for player in right.keys() | board.keys()
        if right.get(player) != board.get(player)
    ]
