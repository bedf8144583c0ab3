"""Any sequence of sales, refunds, wins, deals, payments and undos: the money balances after every step.

`PAID` in the environment sets the number of events: `PAID=200` for a soak test.
"""

import contextlib
import os
import uuid
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clock.commands.clock import start
from desk.commands.extras import rebuy
from desk.commands.refunds import refund
from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from desk.models import Drawer, Item, Receipt
from desk.services.till import cash_in
from prizes.commands.bounties import ValueInput, draw_envelope, fill_envelopes
from prizes.commands.deals import agree, close_deal, open_deal, void_deal
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.payouts import add_bubble_prize, close_now, lock_payout, set_payout, unlock_payout
from prizes.models import Payout, PrizePayment
from prizes.services.bounties import bounties_of, bounty_amounts
from prizes.services.money import ladder_of, pool_of
from prizes.services.payables import account_of, won_in
from prizes.services.places import is_complete
from prizes.services.results import deal_of, results_of
from seating.commands import bust, note_bust, note_one_hand, remove_entry, set_plan
from tests.desk.tills import BOUNTY, FEE, POOL, REBUY, STAFF, cash, drawer, player, sold
from tests.examples import in_soak
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.commands import Command
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament

EVENINGS = int(os.environ.get("PAID", "4"))
PEOPLE = 7
PRICE = POOL + FEE + STAFF + BOUNTY
Step = tuple[str, int, int]
_SELDOM = [
    "rebuy",
    "refund",
    "bust_two",
    "penalty",
    "note",
    "close",
    "lock",
    "unlock",
    "bubble",
    "deal",
    "void",
]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [*["enter"] * 5, *["bust"] * 5, *["pay"] * 3, *["undo"] * 2, "fill", "draw", "back", *_SELDOM]
        ),
        st.integers(0, PEOPLE - 1),
        st.integers(0, 10**6),
    ),
    min_size=8,
    max_size=20,
)
TERMS = st.fixed_dictionaries(
    {
        "table": st.sampled_from(["club", "flat_15", "steep_10"]),
        "method": st.sampled_from(["table", "formula"]),
        "percent": st.sampled_from([1_500, 5_000, 10_000]),
        "tiered": st.booleans(),
        "note": st.sampled_from([1, 500, 1_000]),
        "added": st.sampled_from([0, 0, 12_345]),
        "guarantee": st.sampled_from([0, 0, 40_001]),
        "added_counts": st.booleans(),
        "staff_percent": st.sampled_from([0, 333]),
        "counting": st.sampled_from(["best", "each"]),
        "bounties": st.sampled_from(["none", "fixed", "progressive", "mystery"]),
        "bounty_cash": st.sampled_from([5_000, 3_333]),
        "tax_percent": st.sampled_from([0, 2_500]),
    }
)


class Evening:
    """A desk, a floor and seven people; a refused step must not change anything."""

    def __init__(self, event: int, by: Actor, people: list[int]) -> None:
        self.event, self.by, self.people = event, by, people
        self.done: list[str] = []

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.event)

    def take(self, step: Step) -> None:
        """Try a step."""
        kind, who, dice = step
        with contextlib.suppress(Refused):
            getattr(self, kind)(who, dice)
            self.done.append(kind)

    def _do(self, made: Command, **arguments: Any) -> Any:
        by = arguments.pop("by", self.by)
        return made(actor=by, command_id=uuid.uuid4(), tournament_id=self.event, **arguments)

    def _playing(self) -> list[int]:
        rows = Entry.objects.filter(tournament=self.event, out_at__isnull=True, voided_at__isnull=True)
        return list(rows.order_by("pk").values_list("pk", flat=True))

    def _some(self, rows: list[Any], dice: int) -> Any:
        if not rows:
            raise Refused("too_few", "")
        return rows[dice % len(rows)]

    def enter(self, who: int, dice: int) -> None:
        """Sell an entry or a re-entry."""
        self._do(register_player, player=self.people[who], payments=[cash(PRICE)])

    def rebuy(self, who: int, dice: int) -> None:
        """Sell a rebuy."""
        self._do(rebuy, entry=self._some(self._playing(), who), payments=[cash(REBUY)])

    def refund(self, who: int, dice: int) -> None:
        """Refund a random receipt."""
        rows = list(Receipt.objects.order_by("pk"))
        self._do(refund, receipt=self._some(rows, dice).pk, reason="a step")

    def bust(self, who: int, dice: int) -> None:
        """Bust an entry, knocked out by no, one or two players."""
        left = self._playing()
        entry = self._some(left, who)
        others = [one for one in left if one != entry]
        self._do(bust, entry=entry, knocked_out_by=others[: dice % 3], stack=dice % 900 if dice % 2 else None)

    def bust_two(self, who: int, dice: int) -> None:
        """Bust two entries in one hand, each knocked out by the same player."""
        left = self._playing()
        if len(left) < 3:
            raise Refused("too_few", "")
        gone = [left[who % len(left)], left[(who + 1) % len(left)]]
        winners = [one for one in left if one not in gone][:1]
        for entry in gone:
            self._do(bust, entry=entry, knocked_out_by=winners, stack=dice % 3)
        self._do(note_one_hand, entries=gone)

    def penalty(self, who: int, dice: int) -> None:
        """Remove an entry by a penalty."""
        which = [None, "eliminated", "disqualified"][dice % 3]
        self._do(remove_entry, entry=self._some(self._playing(), who), penalty=which)

    def note(self, who: int, dice: int) -> None:
        """Record or change who knocked out an entry."""
        out = list(
            Entry.objects.filter(tournament=self.event, out_at__isnull=False).values_list("pk", flat=True)
        )
        self._do(
            note_bust,
            entry=self._some(out, who),
            knocked_out_by=self._playing()[: dice % 3],
            stack=dice % 900,
        )

    def close(self, who: int, dice: int) -> None:
        """Close registration."""
        self._do(close_registration)
        close_now(self.event)

    def lock(self, who: int, dice: int) -> None:
        """Lock the prizes."""
        self._do(lock_payout, by=FIRST_START)

    def unlock(self, who: int, dice: int) -> None:
        """Unlock the prizes."""
        self._do(unlock_payout, by=FIRST_START, reason="a step")

    def bubble(self, who: int, dice: int) -> None:
        """Add a bubble prize."""
        self._do(add_bubble_prize, amount=1 + dice % 5_000)

    def deal(self, who: int, dice: int) -> None:
        """Propose a deal; sometimes all players agree."""
        left = self._playing()
        stacks = [
            {"entry": entry, "chips": 1 + (dice * place) % 9_000} for place, entry in enumerate(left, 1)
        ]
        mix = {"icm": dice % 2, "chip_chop": dice % 3, "even": 1}
        self._do(open_deal, stacks=stacks, mix=mix, left=[dice % 1_000] if dice % 4 == 0 else [])
        if dice % 5:
            for entry in left:
                self._do(agree, entry=entry)
            self._do(close_deal)

    def void(self, who: int, dice: int) -> None:
        """Cancel the deal."""
        self._do(void_deal, reason="a step")

    def fill(self, who: int, dice: int) -> None:
        """Fill an envelope for each bounty in play: small amounts, and the remainder in one."""
        money, count = sum(bounty_amounts(self.row).values()), len(self._playing())
        if count < 2 or money <= 100 * (count - 1):
            raise Refused("too_few", "")
        values = [ValueInput(value=money - 100 * (count - 1), count=1)]
        self._do(fill_envelopes, by=FIRST_START, values=[*values, ValueInput(value=100, count=count - 1)])

    def draw(self, who: int, dice: int) -> None:
        """Draw an envelope for the next bounty."""
        self._do(draw_envelope, entry=self._some(list(bounties_of(self.row).undrawn), 0))

    def pay(self, who: int, dice: int) -> None:
        """Pay all or part of a prize, never more."""
        won = sorted(won_in(self.row).items())
        (entry, kind), amount = self._some(won, who)
        paid = sum(PrizePayment.objects.filter(entry=entry, kind=kind).values_list("amount", flat=True))
        wanted = amount if dice % 2 else 1 + dice % max(amount, 1)
        self._do(pay_prize, entry=entry, kind=kind, amount=wanted)
        assert paid + wanted <= amount

    def back(self, who: int, dice: int) -> None:
        """Undo a payment."""
        rows = list(PrizePayment.objects.order_by("pk"))
        self._do(take_prize_back, by=self.by, payment=self._some(rows, dice).pk, reason="a step")

    def undo(self, who: int, dice: int) -> None:
        """Undo one of the last journal entries, except the setup of the prizes."""
        lines = JournalEntry.journal(self.event).exclude(kind="payout.set").order_by("-seq")
        rows = list(lines.values_list("seq", flat=True)[:8])
        self._do(undo, seq=self._some(rows, dice))


def the_money_is_right(event: Tournament) -> None:
    """Check what must hold at every step, computed from the receipts."""
    parts = ("pool", "fee", "staff", "bounty", "won")
    took = Item.objects.filter(tournament=event).aggregate(**{part: Sum(part) for part in parts})
    pool_part, fee, staff, bounty, out = (int(took[part] or 0) for part in parts)
    payout = Payout.objects.get(tournament=event)
    withheld = pool_part * payout.staff_percent // 10_000
    players = pool_part - withheld
    counts = payout.added if payout.added_counts else 0
    pool = players + payout.added + max(0, payout.guarantee - players - counts)
    found = pool_of(event)
    assert (found.prizes, found.fee, found.staff, found.bounty) == (pool, fee, staff, bounty)
    assert found.left_over == account_of(event).difference == 0
    assert bounties_of(event).total == bounty
    payments = PrizePayment.objects.filter(entry__tournament=event)
    paid = payments.aggregate(amount=Sum("amount"), withheld=Sum("withheld"))
    assert int(paid["amount"] or 0) - int(paid["withheld"] or 0) == -out
    assert all(cash_in(row) >= 0 for row in Drawer.objects.all())
    ladder = ladder_of(event)
    worth = [one.worth for one in ladder.prizes]
    assert worth == sorted(worth, reverse=True)
    deal = deal_of(event)
    stands = deal is not None and deal.state == "stands"
    if ladder.fault is None and worth and not ladder.left:
        assert sum(worth) == pool
    if payout.locked_at is not None:
        assert (payout.locked_pool, ladder.left) == (pool, 0)
    standing = results_of(event)
    now = [one.cash for one in standing.prizes]
    assert now == sorted(now, reverse=True)
    by_places = sum(one.prize for one in standing.won.values())
    by_deal = sum(one.deal for one in standing.won.values())
    assert by_places <= sum(now)
    if stands and payout.locked_at is not None:
        assert by_deal + sum(now) == pool
    places = standing.ranking.places
    for one in places:
        assert one.worst - one.best + 1 == sum(1 for other in places if other.best == one.best)
    if (
        is_complete(event)
        and standing.ranking.left <= 1
        and len(places) >= len(now)
        and all(one.paid for one in places)
    ):
        assert by_places == sum(now)


@pytest.fixture
def ready(make_event: MakesEvents, director: Actor) -> Evening:
    """Create a started event with registration open, one drawer with cash and seven people."""
    event = make_event(book="munot")
    sold(event)
    people = [player(f"Player {number}") for number in range(PEOPLE)]
    drawer(director, 10_000_000)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(start, event, by=director)
    return Evening(event, director, people)


@settings(
    max_examples=EVENINGS if connection.vendor == "sqlite" else max(1, EVENINGS // 3),
    deadline=None,
    # Explaining a failure would trace every line, in passing examples too: that takes several times as long.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, terms=TERMS)
def test_the_money_is_right_after_every_step(
    ready: Evening, steps: list[Step], terms: dict[str, Any]
) -> None:
    with transaction.atomic():
        press(set_payout, ready.event, by=FIRST_START, **terms)
        for who in range(PEOPLE - 2):
            ready.take(("enter", who, 0))
        for step in steps:
            ready.take(step)
            the_money_is_right(ready.row)
        journal_tells_the_rows()
        transaction.set_rollback(True)


@pytest.mark.parametrize("bounties", ["fixed", in_soak("progressive"), in_soak("mystery")])
def test_the_steps_are_not_all_refused(ready: Evening, bounties: str) -> None:
    """The property above would also hold if every step were refused."""
    press(set_payout, ready.event, by=FIRST_START, method="table", bounties=bounties)
    steps: list[Step] = [("enter", who, 0) for who in range(PEOPLE)]
    steps += [
        ("bust", 0, 1),
        ("enter", 0, 0),
        ("rebuy", 1, 0),
        ("refund", 0, 1),
        ("close", 0, 0),
        ("fill", 0, 0),
    ]
    steps += [
        ("bust_two", 0, 1),
        ("draw", 0, 0),
        ("unlock", 0, 0),
        ("lock", 0, 0),
        ("penalty", 0, 1),
        ("undo", 0, 0),
    ]
    steps += [("note", 0, 1), ("deal", 0, 1), ("void", 0, 0), ("deal", 0, 1), ("pay", 0, 1), ("back", 0, 0)]
    steps += [("bust", 0, 1), ("pay", 1, 1), ("bust", 0, 1), ("pay", 2, 1)]
    for step in steps:
        ready.take(step)
        the_money_is_right(ready.row)
    journal_tells_the_rows()
    wanted = {
        "enter",
        "bust",
        "rebuy",
        "refund",
        "close",
        "bust_two",
        "unlock",
        "lock",
        "note",
        "deal",
        "void",
        "pay",
    }
    assert wanted <= set(ready.done), sorted(wanted - set(ready.done))
    if bounties == "mystery":
        assert {"fill", "draw"} <= set(ready.done)
