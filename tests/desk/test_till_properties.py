"""The accounts balance after every sale, surrender and undo, in any order."""

import contextlib
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q, Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clock.commands.clock import start
from desk.boards import till
from desk.boards.receipts import PARTS
from desk.commands.drawers import close_drawer, move_cash, open_drawer
from desk.commands.extras import add_on, rebuy, surrender
from desk.commands.refunds import refund
from desk.commands.sales import PaymentInput, register_player
from desk.commands.vouchers import issue_tickets, issue_vouchers
from desk.models import Drawer, DrawerMove, Item, Payment, Receipt, Ticket, Voucher
from desk.services.till import cash_in
from tests.desk.tills import ADD_ON, PRICE, REBUY, card, cash, drawer, numbered, player, sold
from tests.examples import EXPLORES, examples
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.journal.commands import Command
from tourney.journal.refused import Refused
from tourney.models import ChipMove, Entry, Tournament
from tourney.services.field_counts import field_of

Step = tuple[str, int, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["enter", "enter", "enter", "rebuy", "add_on", "surrender", "refund", "refund", "move", "close"]
        ),
        st.integers(0, 1),
        st.integers(0, 5),
        st.integers(0, 10**6),
    ),
    min_size=5,
    max_size=25,
)


class Desk:
    """Two clerks and six players; a refused step must not change anything."""

    def __init__(
        self, event: int, clerks: list[Actor], people: list[int], vouchers: list[tuple[str, str, int]]
    ) -> None:
        self.event, self.clerks, self.people, self.vouchers = event, clerks, people, vouchers
        self.done: list[str] = []

    def take(self, step: Step) -> None:
        """Try a step."""
        kind, clerk, who, dice = step
        with contextlib.suppress(Refused):
            getattr(self, kind)(self.clerks[clerk], self.people[who], dice)
            self.done.append(kind)

    def _do(self, made: Command, by: Actor, event: int | None = -1, **arguments: Any) -> Any:
        where = self.event if event == -1 else event
        return made(actor=by, command_id=uuid.uuid4(), tournament_id=where, **arguments)

    def _pay(self, price: int, dice: int) -> list[PaymentInput]:
        """Choose a payment method at random, with vouchers and tickets that may be spent."""
        method, number, value = self.vouchers[dice % len(self.vouchers)]
        ways: list[Callable[[], list[PaymentInput]]] = [
            lambda: [cash(price, tendered=price + dice % 5_000)],
            lambda: [card(price)],
            lambda: [cash(price // 2), card(price - price // 2)],
            lambda: [
                numbered(method, min(value, price), number),
                *([cash(price - value)] if value < price else []),
            ],
        ]
        return ways[dice % 4]()

    def enter(self, by: Actor, who: int, dice: int) -> None:
        """Sell an entry or a re-entry."""
        self._do(register_player, by, player=who, payments=self._pay(PRICE, dice))

    def _entry(self, who: int) -> int:
        row = Entry.objects.filter(tournament=self.event, player=who).order_by("-number").first()
        return row.pk if row else 1

    def rebuy(self, by: Actor, who: int, dice: int) -> None:
        """Sell one or two rebuys."""
        times = 1 + dice % 2
        self._do(rebuy, by, entry=self._entry(who), times=times, payments=self._pay(REBUY * times, dice))

    def add_on(self, by: Actor, who: int, dice: int) -> None:
        """Sell an add-on."""
        self._do(add_on, by, entry=self._entry(who), payments=self._pay(ADD_ON, dice))

    def surrender(self, by: Actor, who: int, dice: int) -> None:
        """Surrender a stack."""
        self._do(surrender, by, entry=self._entry(who), chips=1 + dice % 15_000)

    def refund(self, by: Actor, who: int, dice: int) -> None:
        """Refund a random receipt, or one of its items."""
        rows = list(Receipt.objects.order_by("pk"))
        if not rows:
            return
        row = rows[dice % len(rows)]
        items = list(row.items.values_list("pk", flat=True)[:1]) if dice % 2 else []
        method = ["cash", "card", "voucher"][dice % 3]
        self._do(refund, by, receipt=row.pk, items=items, reason="a step", method=method)

    def move(self, by: Actor, who: int, dice: int) -> None:
        """Move cash into or out of the drawer."""
        self._do(move_cash, by, None, amount=dice % 40_000 - 20_000, reason="a step")

    def close(self, by: Actor, who: int, dice: int) -> None:
        """Count and close the drawer, and open a new one."""
        self._do(close_drawer, by, None, counted=dice)
        self._do(open_drawer, by, None, opening_float=dice % 30_000)


def the_books_are_right(event: Tournament) -> None:
    """Check what must hold after every step."""
    for receipt in Receipt.objects.prefetch_related("items", "payments"):
        items = sum(item.amount for item in receipt.items.all())
        assert items == sum(payment.amount for payment in receipt.payments.all())
    for row in Drawer.objects.all():
        numbers = list(row.receipts.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, row.last_number + 1))
        # Sales and refunds never pay out more than the drawer holds; only recorded cash moves may exceed it.
        taken_out = row.moves.filter(amount__lt=0).aggregate(sum=Sum("amount"))["sum"] or 0
        assert cash_in(row) >= taken_out
    moved = DrawerMove.objects.aggregate(sum=Sum("amount"))["sum"] or 0
    floats = Drawer.objects.aggregate(sum=Sum("opening_float"))["sum"] or 0
    paid = sum(item.amount for item in Item.objects.all())
    report = till.event_report(event)
    not_cash = sum(amount for method, amount in report["methods"].items() if method != "cash")
    assert sum(cash_in(row) for row in Drawer.objects.all()) == floats + moved + paid - not_cash
    assert report["sold"]["amount"] == sum(report["methods"].values()) == paid
    assert sum(row["amount"] for row in report["clerks"]) == paid
    assert till.pool_total(event) == report["sold"]["parts"]["pool"] >= 0
    vouchers_match_their_payments(report["methods"])
    chips = ChipMove.objects.aggregate(sum=Sum("chips"))["sum"] or 0
    assert field_of(event).chips == chips >= 0
    given_up = ChipMove.objects.filter(kind="surrender").aggregate(sum=Sum("chips"))["sum"] or 0
    assert chips == sum(item.chips for item in Item.objects.all()) + given_up
    corrections_mirror_what_they_take_back()
    standing = Item.objects.filter(corrects__isnull=True, corrected_by__isnull=True)
    assert {item.entry_id for item in standing} == set(
        Entry.objects.filter(voided_at__isnull=True).values_list("pk", flat=True)
    )


def corrections_mirror_what_they_take_back() -> None:
    """Check the refunds part by part; no player gets back more money than they paid."""
    for item in Item.objects.filter(corrects__isnull=False).select_related("corrects"):
        assert item.corrects is not None
        assert [getattr(item, part) for part in PARTS] == [-getattr(item.corrects, part) for part in PARTS]
    for receipt in Receipt.objects.filter(corrects__isnull=True):
        both = Payment.objects.filter(Q(receipt=receipt) | Q(receipt__corrects=receipt))
        money = both.filter(method__in=("cash", "card")).aggregate(sum=Sum("amount"))["sum"] or 0
        assert money >= 0


def vouchers_match_their_payments(methods: dict[str, int]) -> None:
    """Check that spent vouchers and tickets match the payments, and none is spent twice."""
    left = sum(row.value for row in Voucher.objects.filter(spent_on__isnull=True))
    assert left + methods["voucher"] == ISSUED
    tickets = Ticket.objects.filter(spent_on__isnull=True)
    assert sum(row.value for row in tickets) + methods["ticket"] == 2 * PRICE
    spent = Payment.objects.exclude(voucher=None, ticket=None).values_list("voucher", "ticket")
    assert len(set(spent)) == len(spent)


ISSUED = 2 * 4_000 + 2 * 25_000


@pytest.fixture
def ready(make_event: MakesEvents, floor: Actor, director: Actor) -> Desk:
    """Create a running event with two drawers, six players, and vouchers and tickets for some of them."""
    event = make_event(book="munot")
    sold(event)
    people = [player(f"Player {number}") for number in range(6)]
    for clerk in (floor, director):
        drawer(clerk)
    vouchers: list[tuple[str, str, int]] = []
    for value in (4_000, 25_000):
        issued = press(issue_vouchers, by=director, value=value, count=2).answer
        assert issued is not None
        vouchers += [("voucher", number, value) for number in issued["numbers"]]
    issued = press(issue_tickets, event, by=director, players=people[:2]).answer
    assert issued is not None
    vouchers += [("ticket", number, PRICE) for number in issued["numbers"]]
    press(start, event, by=director)
    return Desk(event, [floor, director], people, vouchers)


@settings(
    # An example takes several times as long on PostgreSQL; the rows are the same.
    max_examples=examples(25) if connection.vendor == "sqlite" else 8 if EXPLORES else 4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_the_books_are_right_after_every_step(ready: Desk, steps: list[Step]) -> None:
    event = Tournament.objects.get(pk=ready.event)
    with transaction.atomic():
        for step in steps:
            ready.take(step)
            the_books_are_right(event)
        transaction.set_rollback(True)


def test_the_steps_are_not_all_refused(ready: Desk) -> None:
    """The property above would also hold if every step were refused."""
    event = Tournament.objects.get(pk=ready.event)
    for who in range(6):
        ready.take(("enter", who % 2, who, 4 * who))
        ready.take(("rebuy", 0, who, 4 * who))
        ready.take(("add_on", 1, who, 4 * who))
    ready.take(("surrender", 0, 3, 500))
    for number in (0, 1, 2, 7, 8):
        ready.take(("refund", 0, 0, number))
    ready.take(("enter", 0, 3, 0))
    the_books_are_right(event)
    assert {kind: ready.done.count(kind) for kind in ("enter", "rebuy", "add_on", "surrender")} == {
        "enter": 7,
        "rebuy": 6,
        "add_on": 6,
        "surrender": 1,
    }
    assert ready.done.count("refund") >= 2
