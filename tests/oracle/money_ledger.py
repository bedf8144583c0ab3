"""Count an event's money from its journal, independently of the prizes."""

from collections import Counter
from datetime import datetime
from typing import Any

from simulation.driver.event_state import rows_set_up
from tests.oracle.model_state import BUST, ENTRY, REGISTRATION, ModelState
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import Book

ITEM, PAYOUT, PLACE_PRIZE = "desk.item", "prizes.payout", "prizes.placeprize"
PAYMENT, DEAL, SHARE, KNOCKOUT = (
    "prizes.prizepayment",
    "prizes.deal",
    "prizes.dealshare",
    "seating.knockout",
)
ENVELOPE, NAMES = "prizes.envelope", "prizes.namelist"
ADVANCE, STACK = "stages.advance", "stages.advancedstack"
_ROWS = frozenset({PAYOUT, PLACE_PRIZE, DEAL, SHARE, KNOCKOUT, ENVELOPE, NAMES, ADVANCE, STACK})
_PARTS = ("pool", "fee", "staff", "bounty")
_SORTS = {"prize", "deal", "bounty"}


class MoneyLedger:
    """Money received, promised and paid. Amounts in minor units.

    Attributes:
        taken: sales less refunds, by part of the price.
        bounties: amounts taken for bounties, by entry.
        paid: amounts that count as paid, by entry and kind.
        out: amounts paid from drawers for prizes. `withheld`: deductions from them.
        rows: current rows of payouts, places and deals.
        sold_earlier: entries sold in earlier stages, whose players come into this event.
        earlier: ledgers of the events of earlier stages, in the order played.
    """

    def __init__(self, state: ModelState) -> None:
        self.state = state
        self.taken: Counter[str] = Counter()
        self.bounties: Counter[int] = Counter()
        self.paid: Counter[tuple[int, str]] = Counter()
        self.out = 0
        self.withheld = 0
        self.sold_earlier = 0
        self.earlier: list[MoneyLedger] = []
        self.rows: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in _ROWS}
        for model, pk, row in rows_set_up(state.event):
            if model in self.rows:
                self.rows[model][pk] = dict(row)

    def take(self, journal_entry: JournalEntry) -> list[str] | None:
        """Process a journal entry, after the state has.

        Returns:
            The faults; None if the entry does not concern money.
        """
        touched = set()
        for change in journal_entry.changes:
            model, after = change["model"], change["after"]
            if model in _ROWS:
                touched.add(model)
                if after is None:
                    self.rows[model].pop(change["pk"], None)
                else:
                    row = self.rows[model].setdefault(change["pk"], {})
                    row.update(after)
            elif model == ITEM and change["before"] is None:
                touched.add(model)
                self._item(after)
            elif model == PAYMENT and change["before"] is None:
                touched.add(model)
                self._payment(after)
        return self._faults(touched) if touched else None

    def _item(self, row: dict[str, Any]) -> None:
        if row["tournament_id"] != self.state.event:
            return
        for part in _PARTS:
            self.taken[part] += row[part]
        self.out -= row["won"]
        if row["entry_id"] is not None and row["bounty"]:
            self.bounties[row["entry_id"]] += row["bounty"]

    def _payment(self, row: dict[str, Any]) -> None:
        if row["kind"] in _SORTS:
            self.paid[row["entry_id"], row["kind"]] += row["amount"]
            self.withheld += row["withheld"]

    @property
    def sold(self) -> int:
        """The number of entries sold in this event, or brought into it."""
        return self.state.sold

    @property
    def payout(self) -> dict[str, Any] | None:
        """The payout settings."""
        return next(iter(self.rows[PAYOUT].values()), None)

    @property
    def pool(self) -> int:
        """The prize pool: buy-ins less the staff's part, plus the organiser's share."""
        payout = self.payout
        if payout is None:
            return self.taken["pool"]
        players = self.taken["pool"] * (10_000 - payout["staff_percent"])
        # The staff's part is rounded down, so the rest is rounded up.
        stays = -(-players // 10_000)
        counts = payout["added"] if payout["added_counts"] else 0
        short = payout["guarantee"] - stays - counts
        pool: int = stays + payout["added"] + max(short, 0)
        return pool

    @property
    def ladder(self) -> list[int]:
        """The amounts of the places as recorded, first place first."""
        rows = sorted(self.rows[PLACE_PRIZE].values(), key=lambda row: row["place"])
        return [row["amount"] for row in rows]

    @property
    def deal(self) -> dict[str, Any] | None:
        """The current deal."""
        return next((row for row in self.rows[DEAL].values() if row["state"] == "stands"), None)

    @property
    def shares(self) -> dict[int, int]:
        """Shares of the current deal, by entry."""
        deal = self.deal
        rows = self.rows[SHARE].values()
        return (
            {}
            if deal is None
            else {row["entry_id"]: row["amount"] for row in rows if row["deal_id"] == deal["id"]}
        )

    def paid_as(self, *kinds: str) -> int:
        """Return the total paid for the given kinds."""
        return sum(amount for (_entry, kind), amount in self.paid.items() if kind in kinds)

    def _faults(self, touched: set[str]) -> list[str]:
        """Check what must hold after every journal entry that touches money."""
        found = [f"{part} is {self.taken[part]}" for part in _PARTS if self.taken[part] < 0]
        found += [f"entry {entry} was paid {paid}" for (entry, _kind), paid in self.paid.items() if paid < 0]
        gone = self.paid_as(*_SORTS) - self.withheld
        if gone != self.out:
            found.append(f"{self.out} left the drawers for prizes, and {gone} was paid")
        payout = self.payout
        if payout is None or payout["locked_at"] is None:
            return found
        entries = self.sold_earlier or self.sold
        if (payout["locked_pool"], payout["locked_entries"]) != (self.pool, entries):
            found.append(
                f"locked for {payout['locked_pool']}, and {self.pool} came in from {entries} entries"
            )
        if touched & {PAYOUT, PLACE_PRIZE}:
            ladder = self.ladder
            places = sorted(row["place"] for row in self.rows[PLACE_PRIZE].values())
            if sum(ladder) != self.pool:
                found.append(f"the places get {sum(ladder)}, and {self.pool} came in")
            if ladder != sorted(ladder, reverse=True) or min(ladder, default=0) < 0:
                found.append(f"payouts rise: {ladder[:20]}")
            if places != list(range(1, len(places) + 1)):
                found.append(f"the places paid have gaps: {places[:20]}")
        if DEAL in touched and (deal := self.deal) is not None:
            given, there = sum(self.shares.values()) + sum(deal["left"]), sum(self.ladder[: len(self.shares)])
            if given != there:
                found.append(f"the deal gives {given}, and the places left are worth {there}")
        return found

    # ---- finishing order from the journal ----

    def when_out(self, book: Book) -> dict[int, tuple[datetime, datetime]]:
        """Return when each entry counts as out, and when it busted.

        If the player could still re-enter, the entry counts from the end of registration (Five Spades 4.8),
        unless the rulebook counts busts at once.
        """
        policy = book.places.final_bust
        at_once = policy is not None and policy.counts_when == "at_once"
        terms = next(iter(self.state.rows[REGISTRATION].values()))
        closed = datetime.fromisoformat(terms["closed_at"]) if terms["closed_at"] is not None else None
        most = terms["re_entries_most"]
        rows = [(pk, row) for pk, row in self.state.rows[ENTRY].items() if row["voided_at"] is None]
        removed = {row["entry_id"] for row in self.state.rows[BUST].values() if row["removed"]}
        newest: Counter[int] = Counter()
        for _pk, row in rows:
            newest[row["player_id"]] = max(newest[row["player_id"]], row["number"])
        found = {}
        for pk, row in rows:
            if row["out_at"] is None:
                continue
            at = datetime.fromisoformat(row["out_at"])
            had_one = (most is None or row["number"] <= most) and row["number"] == newest[row["player_id"]]
            had_one = had_one and pk not in removed
            lapsed = closed is not None and had_one and closed > at and not at_once
            found[pk] = (closed, at) if lapsed and closed is not None else (at, at)
        return found

    def hand_of(self) -> dict[int, int]:
        """Return the recorded number of the hand for entries that busted in one hand."""
        rows = self.state.rows[BUST].values()
        return {row["entry_id"]: row["together"] for row in rows if row["together"] is not None}

    def unclaimed_bounties(self) -> int:
        """Return the value of fixed bounties without a recorded winner."""
        noted = {row["bust_id"] for row in self.rows[KNOCKOUT].values()}
        beaten = {row["entry_id"] for pk, row in self.state.rows[BUST].items() if pk in noted}
        out = [pk for pk, row in self.state.rows[ENTRY].items() if row["out_at"] is not None]
        return sum(self.bounties[entry] for entry in out if entry not in beaten)
