"""Locked and unlocked prizes, withheld tax, and payments that undo must not change."""

from typing import Any

import pytest

from desk.commands.refunds import refund
from desk.commands.registration import close_registration
from desk.models import Drawer, Item, Receipt
from desk.services.till import cash_in
from prizes.commands.deals import agree, close_deal, open_deal, void_deal
from prizes.commands.payments import pay_prize
from prizes.commands.payouts import add_bubble_prize, close_now, lock_payout, set_payout, unlock_payout
from prizes.models import Deal, PrizePayment
from prizes.periodic import lock_prizes
from prizes.services.payables import account_of, payable_to
from tests.desk.tills import REBUY, buy, cash, enter
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.prizes.evenings import PRICE, amounts, closed, evening, out, payout, prize
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    return make_event(book="munot")


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def lines(kind: str) -> int:
    return JournalEntry.objects.filter(kind=kind).count()


def undone(event: int, kind: str, by: Actor) -> None:
    """Undo the last journal entry of a kind."""
    line = JournalEntry.objects.filter(tournament=event, kind=kind).latest("seq")
    press(undo, event, by=by, seq=line.seq, although_paid=True)


def test_periodic_task_locks_once_after_registration_closes(event: int, floor: Actor) -> None:
    evening(event, floor, 5)
    lock_prizes()
    assert payout(event).locked_at is None
    press(close_registration, event, by=FIRST_START)
    for _attempt in range(3):
        lock_prizes()
    assert lines("payout.close") == 1
    assert (payout(event).locked_entries, payout(event).locked_pool) == (5, 5 * PRICE)


def test_prizes_reopened_by_a_director_are_not_auto_locked(event: int, floor: Actor, director: Actor) -> None:
    evening(event, floor, 5)
    closed(event)
    press(unlock_payout, event, by=director, reason="a sponsor adds money")
    lock_prizes()
    assert payout(event).locked_at is None
    press(set_payout, event, by=director, method="table", added=10_000)
    press(lock_payout, event, by=director)
    assert sum(amounts(event)) == 5 * PRICE + 10_000
    assert account_of(row(event)).difference == 0


def test_a_ladder_by_hand_that_does_not_sum_is_not_locked(event: int, floor: Actor, director: Actor) -> None:
    evening(event, floor, 3, prizes={"method": "hand", "amounts": [20_000, 9_000]})
    press(close_registration, event, by=FIRST_START)
    close_now(event)
    assert payout(event).locked_at is None
    assert refusal(lock_payout, event, by=director).code == "ladder_does_not_sum"
    refused = refusal(set_payout, event, by=director, method="hand", amounts=[14_000, 16_000])
    assert refused.code == "ladder_rises"
    press(set_payout, event, by=director, method="hand", amounts=[20_000, 10_000])
    close_now(event)
    assert amounts(event) == [20_000, 10_000]


@pytest.mark.parametrize("what", ["entry", "rebuy"])
def test_late_undo_of_an_entry_or_rebuy_unlocks_the_prizes(
    event: int, floor: Actor, director: Actor, what: str
) -> None:
    from tests.desk.tills import sold

    entries = evening(event, floor, 5)
    sold(event, pool=PRICE, fee=0, staff=0, bounty=0)
    buy("rebuy", event, floor, entries[0])
    closed(event)
    assert payout(event).locked_pool == 5 * PRICE + REBUY
    kinds = {"entry": ("entry", entries[1]), "rebuy": ("rebuy", entries[0])}
    kind, entry = kinds[what]
    item = Item.objects.get(kind=kind, entry=entry)
    done = press(refund, event, by=floor, receipt=item.receipt_id, items=[item.pk], reason="by mistake")
    assert (payout(event).locked_at, payout(event).reopened_by) == (None, done.seq)
    lock_prizes()
    assert payout(event).locked_at is None, "a director locks it again"
    press(lock_payout, event, by=director)
    assert payout(event).reopened_by is None
    assert sum(amounts(event)) == account_of(row(event)).prizes_open
    journal_tells_the_rows()


def test_tax_above_the_limit_is_withheld_and_counts_as_paid(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9, prizes={"tax_percent": 1_000, "tax_above": 20_000})
    closed(event)
    out(event, *entries[:8])
    first, _second, third = amounts(event)
    assert first > 20_000 > third
    drawer = Drawer.objects.get()
    before = cash_in(drawer)
    done = press(pay_prize, event, by=floor, entry=entries[8], amount=first).answer
    assert done is not None
    assert (done["withheld"], done["paid"]) == (first // 10, first - first // 10)
    assert cash_in(drawer) == before - done["paid"]
    press(pay_prize, event, by=floor, entry=entries[6], amount=third)
    assert cash_in(drawer) == before - done["paid"] - third
    assert payable_to(row(event), entries[8], "prize") == 0
    assert account_of(row(event)).difference == 0


def test_all_of_it_may_be_withheld_and_then_no_money_moves(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4)
    closed(event)
    out(event, *entries[:3])
    first, before = amounts(event)[0], cash_in(Drawer.objects.get())
    given: dict[str, Any] = {"entry": entries[3], "amount": first}
    assert refusal(pay_prize, event, by=floor, **given, withheld=first + 1).code == "bad_argument"
    done = press(pay_prize, event, by=floor, **given, withheld=first).answer
    assert done is not None
    assert (done["receipt"], done["paid"]) == (None, 0)
    assert cash_in(Drawer.objects.get()) == before
    assert payable_to(row(event), entries[3], "prize") == 0
    assert refusal(pay_prize, event, by=floor, entry=entries[3], amount=1).code == "more_than_outstanding"
    journal_tells_the_rows()


def dealt(event: int, floor: Actor, left: list[int]) -> None:
    """Make a deal among the remaining players."""
    stacks = [{"entry": entry, "chips": 10_000} for entry in left]
    press(open_deal, event, by=floor, stacks=stacks)
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)


def test_a_deal_that_was_paid_is_not_undone(event: int, floor: Actor, director: Actor) -> None:
    entries = evening(event, floor, 8)
    closed(event)
    out(event, *entries[:6])
    dealt(event, floor, entries[6:])
    share = payable_to(row(event), entries[6], "deal")
    press(pay_prize, event, by=floor, entry=entries[6], amount=share, kind="deal")
    line = JournalEntry.objects.filter(kind="deal.close").get()
    assert refusal(undo, event, by=director, seq=line.seq).code == "paid_already"
    assert Deal.objects.get().state == "stands"


def test_the_lock_under_a_deal_is_not_undone(event: int, floor: Actor, director: Actor) -> None:
    entries = evening(event, floor, 8)
    press(close_registration, event, by=FIRST_START)
    press(lock_payout, event, by=director)
    out(event, *entries[:6])
    dealt(event, floor, entries[6:])
    line = JournalEntry.objects.filter(kind="payout.lock").get()
    assert refusal(undo, event, by=director, seq=line.seq).code == "deal_stands"
    assert payout(event).locked_at is not None


def test_pool_changes_after_a_deal_are_locked_once_the_deal_is_void(
    event: int, floor: Actor, director: Actor
) -> None:
    from tests.desk.tills import sold

    entries = evening(event, floor, 8)
    sold(event, pool=PRICE, fee=0, staff=0, bounty=0)
    closed(event)
    out(event, *entries[:6])
    dealt(event, floor, entries[6:])
    buy("rebuy", event, floor, entries[6])
    assert payout(event).locked_at is None
    # The deal divided other prizes than the current ones: later buy-ins would belong to no player.
    assert refusal(lock_payout, event, by=director).code == "deal_stands"
    press(void_deal, event, by=floor, reason="a rebuy has come in")
    press(lock_payout, event, by=director)
    dealt(event, floor, entries[6:])
    shares = sum(payable_to(row(event), entry, "deal") for entry in entries[6:])
    assert shares + sum(amounts(event)[2:]) == 8 * PRICE + REBUY
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_payment_is_shown_as_overpaid_after_undo_changes_the_place(
    event: int, floor: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 8)
    closed(event)
    out(event, *entries[:7])
    second = amounts(event)[1]
    press(pay_prize, event, by=floor, entry=entries[6], amount=second)
    undone(event, "entry.bust", director)
    assert payable_to(row(event), entries[6], "prize") == -second
    out(event, entries[7])
    # The former second player is now first.
    assert prize(event, entries[6]) == amounts(event)[0]
    assert payable_to(row(event), entries[6], "prize") == amounts(event)[0] - second
    assert account_of(row(event)).difference == 0
    assert PrizePayment.objects.count() == 1
    journal_tells_the_rows()


def test_prize_receipt_is_not_a_sale(event: int, floor: Actor) -> None:
    """A receipt of a payment does not change the pool or the field."""
    entries = evening(event, floor, 4)
    closed(event)
    out(event, *entries[:3])
    press(pay_prize, event, by=floor, entry=entries[3], amount=1_000)
    assert payout(event).locked_at is not None
    assert account_of(row(event)).sold == 4 * PRICE
    assert Receipt.objects.count() == 5


def test_a_late_entry_after_the_lock_by_hand_opens_the_prizes(
    event: int, floor: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 4, re_entries_most=1)
    press(lock_payout, event, by=director)
    out(event, entries[0])
    again = enter(event, floor, Entry.objects.get(pk=entries[0]).player_id, [cash(PRICE)])
    assert again["entry"]
    assert payout(event).locked_at is None
    assert sum(amounts(event)) == 5 * PRICE


def test_munot_79_agreed_bubble_prize_survives_relocking(event: int, floor: Actor, director: Actor) -> None:
    evening(event, floor, 9)
    closed(event)
    before = amounts(event)
    press(add_bubble_prize, event, by=floor, amount=5_000)
    agreed = amounts(event)
    assert len(agreed) == len(before) + 1
    assert (agreed[-1], sum(agreed)) == (5_000, sum(before))
    press(unlock_payout, event, by=director, reason="look again")
    assert amounts(event) == agreed
    press(lock_payout, event, by=director)
    assert amounts(event) == agreed
