"""An event's prizes from the first sale to the last payment, through the product's commands."""

import pytest

from clock.commands.clock import add, next_level, resume
from clock.services.event_clock import event_clock_of
from desk.commands.drawers import close_drawer, move_cash
from desk.commands.refunds import refund
from desk.models import Drawer, Receipt
from desk.services.till import cash_in
from prizes.boards import event as event_boards
from prizes.boards import own as own_boards
from prizes.commands.bounties import draw_envelope, fill_envelopes
from prizes.commands.deals import agree, change_deal, close_deal, open_deal, void_deal
from prizes.commands.payments import pay_prize, take_prize_back
from prizes.commands.payouts import lock_payout
from prizes.services.bounties import bounties_of
from prizes.services.payables import account_of, payable_to
from seating.commands import note_one_hand, reinstate
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wire import as_sent
from tests.prizes.evenings import amounts, closed, evening, out, payout, place, prize
from tourney.access.roles import Actor
from tourney.journal.readable import readable
from tourney.journal.undo import undo
from tourney.models import Entry, JournalEntry, Tournament

bounties = as_sent(event_boards.bounties)
deal = as_sent(event_boards.deal)
payables = as_sent(event_boards.payables)
prize_of = as_sent(own_boards.prize_of)
prizes = as_sent(event_boards.prizes)
results = as_sent(event_boards.results)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event with the Munot rulebook."""
    return make_event(book="munot")


def row(event: int) -> Tournament:
    return Tournament.objects.get(pk=event)


def prize_list(event: int) -> list[tuple[int, int, bool]]:
    """Return the first place, the cash and `deal` of each row of the list of prizes."""
    board = prizes(event)
    assert board is not None
    return [(one["from"], one["cash"], one["deal"]) for one in board["tiers"]]


def test_busted_player_has_a_place_at_once_and_a_prize_after_locking(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    out(event, entries[0])
    first = place(event, entries[0])
    assert first is not None
    assert (first.best, first.worst) == (9, 9)
    closed(event)
    assert payout(event).locked_pool == 90_000
    assert sum(amounts(event)) == 90_000
    out(event, *entries[1:8])
    assert [prize(event, entry) for entry in entries[::-1][:3]] == list(amounts(event))
    assert account_of(row(event)).difference == 0
    journal_tells_the_rows()


def test_refund_after_the_lock_unlocks_the_prizes_and_names_itself(
    event: int, floor: Actor, director: Actor
) -> None:
    evening(event, floor, 9)
    closed(event)
    receipt = Receipt.objects.order_by("pk").first()
    assert receipt is not None
    done = press(refund, event, by=floor, receipt=receipt.pk, reason="never sat down")
    found = payout(event)
    assert (found.locked_at, found.reopened_by) == (None, done.seq)
    assert sum(amounts(event)) == 80_000
    press(lock_payout, event, by=director)
    assert payout(event).locked_pool == 80_000


def test_a_prize_is_paid_in_parts_through_the_drawer_and_never_more_than_is_payable(
    event: int, floor: Actor
) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:8])
    winner, won = entries[8], amounts(event)[0]
    before = cash_in(Drawer.objects.get())
    press(pay_prize, event, by=floor, entry=winner, amount=10_000, id_seen=True, signed=True)
    assert cash_in(Drawer.objects.get()) == before - 10_000
    assert payable_to(row(event), winner, "prize") == won - 10_000
    assert refusal(pay_prize, event, by=floor, entry=winner, amount=won).code == "more_than_outstanding"
    done = press(pay_prize, event, by=floor, entry=winner, amount=won - 10_000, method="transfer").answer
    assert done is not None
    press(take_prize_back, event, by=floor, payment=done["payment"], reason="wrong account")
    assert payable_to(row(event), winner, "prize") == won - 10_000
    assert account_of(row(event)).difference == 0
    assert refusal(refund, event, by=floor, receipt=done["receipt"], reason="no").code == "is_a_prize"
    journal_tells_the_rows()


def test_payout_does_not_reveal_the_cash_in_the_drawer(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:8])
    cash = cash_in(Drawer.objects.get())
    press(move_cash, by=floor, amount=-cash, reason="To the safe")
    press(pay_prize, event, by=floor, entry=entries[8], amount=10_000)
    assert cash_in(Drawer.objects.get()) == -10_000
    # It is the difference found by the count.
    assert press(close_drawer, by=floor, counted=0).answer["difference"] == 10_000  # type: ignore[index]


def test_payments_are_visible_to_readers_of_sales_payments(
    event: int, floor: Actor, desk: Actor, director: Actor
) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:8])
    press(pay_prize, event, by=floor, entry=entries[8], amount=12_345)
    line = JournalEntry.journal(event).get(kind="prize.pay")

    def read(reader: Actor) -> str:
        shown = readable(line, reader)
        return repr((shown.arguments, shown.answer, shown.changes))

    assert "12345" not in read(desk)
    assert "12345" in read(floor)
    assert "12345" in read(director)


def test_munot_79_same_hand_busts_after_the_announcement_share(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:5])
    out(event, entries[5], entries[6])
    press(note_one_hand, event, by=floor, entries=[entries[5], entries[6]])
    found = place(event, entries[5])
    assert found is not None
    assert (found.best, found.worst) == (3, 4)
    third = amounts(event)[2]
    assert prize(event, entries[5]) + prize(event, entries[6]) == third


def test_undo_of_an_old_bust_recomputes_all_places(event: int, floor: Actor, director: Actor) -> None:
    entries = evening(event, floor, 5)
    closed(event)
    out(event, *entries[:2])
    line = JournalEntry.objects.filter(kind="entry.bust").order_by("seq").first()
    assert line is not None
    press(undo, event, by=director, seq=line.seq)
    assert place(event, entries[0]) is None
    second = place(event, entries[1])
    assert second is not None
    assert second.best == 5


def test_deal_stops_the_clock_needs_all_players_and_sums_to_the_prizes(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:6])
    left = entries[6:]
    stacks = [
        {"entry": entry, "chips": chips} for entry, chips in zip(left, (50_000, 30_000, 10_000), strict=True)
    ]
    press(open_deal, event, by=floor, stacks=stacks)
    assert event_clock_of(row(event)).row.running is False
    for made, arguments in ((resume, {}), (next_level, {}), (add, {"ms": 60_000})):
        assert refusal(made, event, by=floor, **arguments).code == "deal_open", made
    board = deal(event)
    assert board is not None
    assert board["left"] == 0
    assert refusal(close_deal, event, by=floor).code == "not_agreed"
    first, second = board["shares"][0], board["shares"][1]
    press(change_deal, event, by=floor, amounts=[{"entry": first["entry"], "amount": first["amount"] + 100}])
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    assert refusal(close_deal, event, by=floor).code == "deal_does_not_sum"
    press(
        change_deal, event, by=floor, amounts=[{"entry": second["entry"], "amount": second["amount"] - 100}]
    )
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    board = prizes(event)
    assert board is not None
    assert [(one["from"], one["to"], one["cash"], one["deal"]) for one in board["tiers"]] == [(1, 3, 0, True)]
    assert board["money"]["jump"] is None, "Nothing is left to play for."
    out(event, left[2], left[1])
    assert prize_list(event) == [
        (1, first["amount"] + 100, False),
        (2, second["amount"] - 100, False),
        (3, 90_000 - first["amount"] - second["amount"], False),
    ], "The places are decided."
    assert sum(payable_to(row(event), entry, "deal") for entry in left) == 90_000
    assert sum(prize(event, entry) for entry in entries) == 0
    assert account_of(row(event)).difference == 0
    assert refusal(reinstate, event, by=floor, entry=entries[5], table=1, seat=1).code == "deal_stands"
    press(void_deal, event, by=floor, reason="miscounted")
    assert sum(prize(event, entry) for entry in entries) == 90_000
    journal_tells_the_rows()


def test_prizes_show_the_sum_of_a_dealt_place_once_it_is_decided(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    closed(event)
    out(event, *entries[:7])
    left = entries[7:]
    stacks = [{"entry": entry, "chips": chips} for entry, chips in zip(left, (20_000, 70_000), strict=True)]
    press(open_deal, event, by=floor, stacks=stacks, left=[7_500])
    third = amounts(event)[2]
    for entry in left:
        press(agree, event, by=floor, entry=entry)
    press(close_deal, event, by=floor)
    assert prize_list(event) == [(1, 7_500, True), (2, 0, True), (3, third, False)]
    out(event, left[0])
    listed = results(event)
    assert listed is not None
    won = {one["best"]: one["prize"] + one["deal"] for one in listed["rows"]}
    assert won[1] + won[2] + won[3] == 90_000
    assert prize_list(event) == [(1, won[1], False), (2, won[2], False), (3, third, False)]


def test_eliminator_wins_the_bounty_and_bounties_equal_the_money_taken(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 4, bounty=2_001, prizes={"bounties": "progressive", "bounty_cash": 5_000})
    closed(event)
    out(event, entries[0], knocked_out_by=[entries[1], entries[2]])
    out(event, entries[1], knocked_out_by=[entries[3]])
    out(event, entries[2])
    found = bounties_of(row(event))
    assert found.total == 4 * 2_001
    assert set(found.unclaimed) == {entries[2]}
    assert not found.in_play, "the winner keeps their own bounty"
    press(pay_prize, event, by=floor, entry=entries[3], amount=found.won[entries[3]], kind="bounty")
    assert account_of(row(event)).difference == 0


def test_prize_boards_show_places_prizes_and_payments(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    open_board = prizes(event)
    assert open_board is not None
    assert (open_board["state"], open_board["pool"], open_board["money"]) == (
        "open",
        90_000,
        None,
    )
    closed(event)
    out(event, *entries[:5])
    board, listed = prizes(event), results(event)
    assert board is not None
    assert listed is not None
    assert board["money"] == {"to_go": 1, "certain": 0, "jump": amounts(event)[2], "jump_after": 1}
    assert [one["best"] for one in listed["rows"]] == [5, 6, 7, 8, 9]
    out(event, *entries[5:8])
    mine = prize_of(event, [Entry.objects.get(pk=entries[7]).player_id])
    assert next(iter(mine.values()))["best"] == 2
    waiting = payables(event)
    assert waiting is not None
    assert (waiting["waiting"], waiting["amount"]) == (3, 90_000)
    assert bounties(event) is not None


def test_an_envelope_is_drawn_for_each_eliminated_player(event: int, floor: Actor, director: Actor) -> None:
    from seating.commands import set_plan
    from seating.models import Draw

    entries = evening(event, floor, 4, bounty=1_000, prizes={"bounties": "mystery"})
    press(set_plan, event, by=director, seats_per_table=9)
    closed(event)
    out(event, entries[0], knocked_out_by=[entries[1]])
    plan = [{"value": 2_500, "count": 1}, {"value": 1_000, "count": 1}, {"value": 500, "count": 1}]
    press(fill_envelopes, event, by=director, values=plan)
    assert refusal(draw_envelope, event, by=floor, entry=entries[0]).code == "no_envelope"
    out(event, entries[1], knocked_out_by=[entries[2]])
    done = press(draw_envelope, event, by=floor, entry=entries[1]).answer
    assert done is not None
    assert bounties_of(row(event)).won == {entries[2]: done["value"]}
    assert Draw.objects.get(kind="envelope").outcome["value"] == done["value"]
    assert bounties_of(row(event)).total == 4_000
    journal_tells_the_rows()
