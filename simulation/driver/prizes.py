"""Prizes of a simulated event: locked, sometimes divided by a deal, and paid."""

from random import Random
from typing import Any

from clock.commands.clock import resume
from desk.commands.drawers import move_cash
from prizes.commands.deals import agree, close_deal, open_deal, work_out_deal
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import close_now, lock_payout
from prizes.services.payables import payables_of_players
from seating.commands import confirm_hand
from seating.services.same_hand import hands_of
from simulation.driver.context import EventContext
from simulation.driver.event import PreparedEvent
from simulation.driver.event_clock import Passing
from simulation.driver.event_state import PAYMENT
from simulation.driver.floor import FloorWork
from simulation.driver.staff import DIRECTOR, FLOOR, press
from simulation.rules.stacks import Stacks
from tourney.journal.refused import Refused
from tourney.models import Tournament

# Number of comparisons of prizes with the journal during an event: they are slow in a large field.
_AUDITS = 40
_MIXES: tuple[dict[str, int], ...] = ({"icm": 1}, {"chip_chop": 1}, {"icm": 1, "even": 1}, {"even": 1})
# Another user was faster.
_MEANWHILE = {"no_deal", "not_agreed", "deal_does_not_sum", "players_changed", "not_found", "event_closed"}
# Prizes from this amount on (minor units) are paid by transfer.
_BY_BANK = 500_000


class PrizeWork:
    """The staff who handle the prizes, and the clerk who pays them out."""

    def __init__(
        self, context: EventContext, room: PreparedEvent, passing: Passing, work: FloorWork, stacks: Stacks
    ) -> None:
        self._context = context
        self._room = room
        self._passing = passing
        self._work = work
        self._stacks = stacks
        # A separate generator, so that play at the tables does not depend on the prizes.
        self._dice = Random(f"paying {room.terms.seed}")  # noqa: S311 - plausible evenings, no secrets
        self._audited = 0
        # An event has about four steps per player.
        self._every = max(2, 4 * room.course.field // _AUDITS)
        self._deals = room.terms.deal_among
        policy = room.book.places.deals
        if policy is not None and not policy.allowed:
            self._deals = 0

    def step(self) -> None:
        """After a step: lock prizes when due, negotiate a deal, and sometimes compare everything with the journal."""
        state = self._context.state
        if state.payout is not None and not state.locked and not state.entry_open:
            self._lock()
        if self._deals and 2 <= len(self._stacks) <= self._deals:
            self._make_a_deal()
        self._audited += 1
        if self._audited % self._every == 0:
            self._context.observer.audit(over=False)

    def _lock(self) -> None:
        close_now(self._room.event)
        self._work.follow()

    def _make_a_deal(self) -> None:
        """Make a deal of the players left, to which all agree."""
        state = self._context.state
        ladder = state.ladder
        if not state.locked or len(ladder) < len(self._stacks) or state.rows[PAYMENT]:
            return
        self._deals = 0
        entries = sorted(state.in_play)
        if set(entries) != set(self._stacks.chips):
            return  # Another user reinstated or eliminated a player.
        stacks = [{"entry": entry, "chips": self._stacks.chips[entry]} for entry in entries]
        above = ladder[0] - ladder[len(entries) - 1]
        left = [above // 4] if above >= 4 and self._dice.random() < 0.5 else []
        may = {"payout_open", "deal_stands", "paid_already", *_MEANWHILE}
        opened = self._work.try_to(
            open_deal, by=FLOOR, may=may, stacks=stacks, mix=self._dice.choice(_MIXES), left=left
        )
        if opened is None:
            return
        self._passing.breathe(2.0)
        if self._dice.random() < 0.4:
            # A player asks for other terms.
            self._agree(entries[:1], agrees=False)
            mix = {"icm": 0, "chip_chop": 0, "even": 0} | self._dice.choice(_MIXES)
            self._work.try_to(work_out_deal, by=FLOOR, may=_MEANWHILE, stacks=stacks, mix=mix, left=left)
            self._passing.breathe(1.0)
        self._agree(entries, agrees=True)
        self._work.try_to(close_deal, by=FLOOR, may=_MEANWHILE)
        # There is no clock to resume if it was not running before, or if another user was faster.
        self._resume()
        self._context.observer.audit(over=False)

    def _agree(self, entries: list[int], *, agrees: bool) -> None:
        for entry in entries:
            self._work.try_to(agree, by=FLOOR, may=_MEANWHILE, entry=entry, agrees=agrees)

    def _resume(self) -> None:
        try:
            press(resume, self._room.event, by=FLOOR)
        except Refused:
            return
        finally:
            self._work.follow()

    # ---- at the desk ----

    def pay_out(self) -> None:
        """Pay all winners at the clerk's drawer, and compare everything with the journal."""
        self._lock()
        self._confirm_ties()
        state = self._context.state
        if state.payout is not None and not state.locked:
            # Another user has reopened them.
            self._work.try_to(
                lock_payout, by=DIRECTOR, may={"payout_locked", "ladder_does_not_sum", "no_pool"}
            )
        event = Tournament.objects.get(pk=self._room.event)
        for (entry, player), payable in payables_of_players(event).items():
            for kind, won in payable.won.items():
                amount = won - payable.paid.get(kind, 0)
                if amount > 1 and self._dice.random() < 0.1:
                    part = self._dice.randint(1, amount - 1)
                    self._pay(entry, kind, part, player)
                    amount -= part
                if amount > 0:
                    self._pay(entry, kind, amount, player)
        self._context.observer.audit(over=True)

    def _confirm_ties(self) -> None:
        """Confirm ties as the floor does, before their prizes are payable."""
        event = Tournament.objects.get(pk=self._room.event)
        for busts in hands_of(event, unconfirmed=True).values():
            entries = [bust.entry_id for bust in busts]
            self._work.try_to(confirm_hand, by=FLOOR, may=_MEANWHILE | {"hand_changed"}, entries=entries)

    def _pay(self, entry: int, kind: str, amount: int, player: int | None) -> None:
        """Pay; add cash to the drawer first if it has too little.

        Args:
            player: of a team, who is paid.
        """
        given: dict[str, Any] = {
            "entry": entry,
            "kind": kind,
            "amount": amount,
            "method": "transfer" if amount >= _BY_BANK else "cash",
            "player": player,
            "id_seen": True,
            "signed": self._dice.random() < 0.8,
            # Stacks that were not counted are not recorded: the places stay shared.
            "although_unsettled": True,
        }
        clerk = self._room.clerk
        for last in (False, True):
            try:
                press(pay_prize, self._room.event, by=clerk, **given)
                break
            except Refused as refused:
                if refused.code == "not_enough_cash" and not last:
                    press(move_cash, by=clerk, amount=10 * amount, reason="From the safe")
                    continue
                # Another user may have paid or reopened the prizes.
                if refused.code not in {"more_than_outstanding", "payout_open"}:
                    self._context.judge("prize.pay", [f"{refused.code}: {refused.message} ({given})"])
                break
        self._work.follow()
