"""Journals written by hand, entry by entry, to test the oracle."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.oracle.rows import (
    BUST,
    CHIPS,
    CLOCK,
    ENTRY,
    EVENT,
    HAND_FOR_HAND,
    LEVEL,
    PAYMENT,
    PAYOUT,
    PLAN,
    PRIZE,
    PROPOSAL,
    REGISTRATION,
    SEAT,
    STRUCTURE,
    TABLE,
    TOURNAMENT_TABLE,
    JournalRecord,
)

T = 7
STACK = 1_000
_BEGAN = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)


class JournalWriter:
    """Writes the journal of event 7: seats, busts, moves and payments.

    Entry 103 starts at table 1 in seat 3. Journal entries are one minute apart.
    """

    def __init__(
        self, seats: Mapping[int, Sequence[int]], *, games: Sequence[str] = ("",), level: int = 0
    ) -> None:
        """Start with tables and seated players.

        Args:
            seats: occupied seats by table.
            games: games of the structure's levels. `level`: index of the current level.
        """
        self.lines: list[JournalRecord] = []
        self.minute = 0.0
        self._key = 1_000
        self._seats: dict[int, int] = {}
        self._busts: dict[int, int] = {}
        rows = [
            self._new(EVENT, {"starting_stack": STACK}, T),
            self._new(STRUCTURE, {"tournament_id": T}, 1),
            self._new(CLOCK, {"position": level}, T),
            *(self._new(TABLE, {"number": number, "seats": 9}, number) for number in seats),
        ]
        rows += [
            self._new(LEVEL, {"structure_id": 1, "kind": "level", "position": at, "game": game})
            for at, game in enumerate(games)
        ]
        self.say("event.create", rows, room=True)
        self._seq = 0
        self.say(
            "seat.plan",
            [
                self._new(PLAN, {"seats_per_table": 9}, T),
                self._new(REGISTRATION, {"closed_at": self.now, "re_entries_most": 0}, T),
                *(self._new(TOURNAMENT_TABLE, self._new_table(number), number) for number in seats),
            ],
        )
        for number, taken in seats.items():
            for seat in taken:
                self.enter(100 * number + seat, number, seat)

    def _new_table(self, number: int) -> dict[str, Any]:
        return {
            "table_id": number, "tournament_id": T, "released_at": None, "state": "open", "halted": False,
            "button": None, "small_blind": None, "big_blind": None,
        }  # fmt: skip

    @property
    def now(self) -> str:
        """Time of the next journal entry, as stored in rows."""
        return (_BEGAN + timedelta(minutes=self.minute)).isoformat()

    def _new(self, model: str, row: Mapping[str, Any], pk: int | None = None) -> dict[str, Any]:
        self._key += 1
        return {"model": model, "pk": self._key if pk is None else pk, "before": None, "after": dict(row)}

    def say(
        self, kind: str, changes: Sequence[Mapping[str, Any]], *, room: bool = False, **given: Any
    ) -> int:
        """Write a journal entry and return its number."""
        seq = 1 if room else self._seq + 1
        self._seq = 0 if room else seq
        at = _BEGAN + timedelta(minutes=self.minute)
        self.lines.append(JournalRecord(seq, kind, at, given, tuple(changes), room=room))
        self.minute += 1
        return seq

    def enter(self, entry: int, table: int, seat: int) -> None:
        """Register an entry and seat it."""
        row = {
            "tournament_id": T, "player_id": entry, "number": 1, "voided_at": None, "out_at": None,
        }  # fmt: skip
        chips = {"kind": "starting_stack", "chips": STACK, "entry_id": entry}
        self.say(
            "desk.register",
            [self._new(ENTRY, row, entry), self._new(CHIPS, chips), self.sits(entry, table, seat)],
        )

    def sits(self, entry: int, table: int, seat: int) -> dict[str, Any]:
        """Return the change that seats an entry."""
        change = self._new(
            SEAT, {"tournament_table_id": table, "number": seat, "kind": "player", "entry_id": entry}
        )
        self._seats[entry] = change["pk"]
        return change

    def gets_up(self, entry: int) -> dict[str, Any]:
        """Return the change that frees an entry's seat."""
        return {"model": SEAT, "pk": self._seats.pop(entry), "before": {"entry_id": entry}, "after": None}

    def goes_away(self, entry: int) -> None:
        """Mark a seated player absent."""
        change = {"before": {"absent_since": None}, "after": {"absent_since": self.now}}
        self.say("seat.absent", [{"model": SEAT, "pk": self._seats[entry], **change}], entry=entry)

    def bust(
        self, entry: int, table: int = 1, *, chips: int = 0, same_hand: int | None = None, **noted: Any
    ) -> None:
        """Bust an entry.

        Args:
            chips: chips wrongly added to play by the bust.
            noted: columns of the bust.
        """
        row = {
            "entry_id": entry, "tournament_table_id": table,
            "seat": entry % 100, "removed": False, "penalty": "", "stack": None,
            "stack_order": None, "together": None, "at": self.now, **noted,
        }  # fmt: skip
        bust = self._new(BUST, row)
        self._busts[entry] = bust["pk"]
        changes = [
            self.gets_up(entry),
            {"model": ENTRY, "pk": entry, "before": {"out_at": None}, "after": {"out_at": self.now}},
            bust,
        ]
        if chips:
            changes.append(self._new(CHIPS, {"kind": "correction", "chips": chips, "entry_id": None}))
        self.say("entry.bust", changes, entry=entry, same_hand=same_hand)

    def one_hand(self, *entries: int, together: int, **given: Any) -> None:
        """Report that these entries busted in one hand."""
        changes = [
            {
                "model": BUST,
                "pk": self._busts[one],
                "before": {"together": None},
                "after": {"together": together},
            }
            for one in entries
        ]
        self.say("bust.one_hand", changes, entries=list(entries), **given)

    def hand_for_hand(self, *, hands: int, over: bool) -> None:
        """Announce hand-for-hand, deal a number of hands, and end it if `over`."""
        row = {"tournament_id": T, "hand": 0, "first": 1, "ended_at": None, "announced_at": self.now}
        made = self._new(HAND_FOR_HAND, row)
        self.say("hand_for_hand.announce", [made])
        for hand in range(1, hands + 1):
            self.say("hand_for_hand.deal", [{**made, "before": {"hand": hand - 1}, "after": {"hand": hand}}])
        if over:
            self.say(
                "hand_for_hand.end", [{**made, "before": {"ended_at": None}, "after": {"ended_at": self.now}}]
            )

    def positions(self, table: int, button: int, small: int, big: int, *, kind: str = "table.button") -> None:
        """Set button and blinds."""
        after = {"button": button, "small_blind": small, "big_blind": big}
        self.say(
            kind,
            [{"model": TOURNAMENT_TABLE, "pk": table, "before": dict.fromkeys(after), "after": after}],
            number=table,
        )

    def accepts(self, kind: str, changes: Sequence[Mapping[str, Any]] = (), **detail: Any) -> None:
        """Make a proposal and accept it."""
        row = self._new(PROPOSAL, {"kind": kind, "detail": detail, "state": "open"})
        self.say("floor.review", [row])
        self.say("proposal.accept", changes, proposal=row["pk"])

    def pays(self, ladder: Sequence[int], paid: Mapping[int, int]) -> None:
        """Lock the prizes and pay some of them."""
        lines = [
            self._new(PRIZE, {"place": place, "amount": amount})
            for place, amount in enumerate(ladder, start=1)
        ]
        self.say("payout.lock", [self._new(PAYOUT, {"locked_at": self.now, "counting": "best"}, T), *lines])
        for entry, amount in paid.items():
            self.say(
                "prize.pay", [self._new(PAYMENT, {"entry_id": entry, "kind": "prize", "amount": amount})]
            )
