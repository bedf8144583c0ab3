"""A refunded sale: a new receipt with negative items; nothing is deleted."""

from typing import Any

import pytest

from clock.commands.clock import start
from desk.boards import till
from desk.boards.person import person
from desk.boards.receipts import receipt
from desk.boards.till import refunds_by_others
from desk.commands.drawers import close_drawer
from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.commands.vouchers import issue_tickets, issue_vouchers
from desk.models import Booking, Drawer, Item, Payment, Receipt, Ticket, Voucher
from desk.services.till import cash_in
from players.models import Membership
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from seating.models import Seat
from tests.desk.tills import PRICE, REBUY, buy, card, cash, drawer, enter, numbered, player, sold
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import room_now
from tourney.services.field_counts import field_of


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create a running event and a floor manager with a drawer."""
    made = make_event(book="munot")
    sold(made)
    drawer(floor)
    press(start, made, by=floor)
    return made


def back(event: int, by: Actor, receipt: int, **more: Any) -> dict[str, Any]:
    """Refund a receipt."""
    done = press(refund, event, by=by, receipt=receipt, reason="changed their mind", **more)
    assert done.answer is not None
    return done.answer


def test_undone_entry_does_not_count(event: int, floor: Actor) -> None:
    anna = player("Anna")
    Booking.objects.create(tournament_id=event, player_id=anna, state="reserved", created_at=room_now())
    sale = enter(event, floor, anna)
    enter(event, floor, player("Bert"))
    answer = back(event, floor, sale["receipt"])
    assert answer["amount"] == PRICE
    counted = field_of(Tournament.objects.get(pk=event))
    assert (counted.entries, counted.left, counted.chips) == (1, 1, 10_000)
    assert Booking.objects.get().state == "cancelled"
    assert cash_in(Drawer.objects.get()) == 20_000 + PRICE
    assert till.pool_total(Tournament.objects.get(pk=event)) == 8_000
    assert Receipt.objects.count() == 3
    entry = Entry.objects.get(pk=enter(event, floor, anna)["entry"])
    assert (entry.number, entry.kind) == (2, "entry")


def test_journal_records_every_row_of_the_till(event: int, floor: Actor, director: Actor) -> None:
    anna = player("Anna")
    issued = press(issue_vouchers, by=director, value=20_000).answer
    assert issued is not None
    sale = enter(event, floor, anna, [numbered("voucher", PRICE, issued["numbers"][0])])
    buy("rebuy", event, floor, enter(event, floor, player("Bert"))["entry"])
    back(event, floor, sale["receipt"])
    press(close_drawer, by=floor, counted=1)
    journal_tells_the_rows()


def test_seat_is_free_again_when_its_entry_is_undone(event: int, floor: Actor, director: Actor) -> None:
    press(add_tables, by=director, first=1, last=1)
    press(assign_table, event, by=director, number=1)
    press(set_plan, event, by=director, seats_per_table=9)
    sale = enter(event, floor, player("Anna"))
    enter(event, floor, player("Bert"))
    press(draw_seats, event, by=director)
    assert Seat.objects.filter(kind="player").count() == 2
    late = enter(event, floor, player("Cora"))
    assert late["table"] == 1
    back(event, floor, sale["receipt"], stack=9_000)
    assert Seat.objects.filter(kind="player").count() == 2
    assert sum(ChipMove.objects.values_list("chips", flat=True)) == 21_000


def test_item_is_undone_only_once(event: int, floor: Actor) -> None:
    sale = enter(event, floor, player("Anna"))
    back(event, floor, sale["receipt"])
    before = all_rows()
    again = refusal(refund, event, by=floor, receipt=sale["receipt"], reason="twice")
    assert again.code == "already_refunded"
    correction = Receipt.objects.get(corrects=sale["receipt"])
    item = Item.objects.get(receipt=sale["receipt"])
    assert refusal(refund, event, by=floor, receipt=correction.pk, reason="x").code == "is_a_refund"
    assert (
        refusal(refund, event, by=floor, receipt=sale["receipt"], items=[item.pk], reason="x").code
        == "already_refunded"
    )
    assert all_rows() == before


def test_only_the_last_request_of_a_player_in_play_is_undone(event: int, floor: Actor) -> None:
    anna = player("Anna")
    first = enter(event, floor, anna)
    Entry.objects.filter(pk=first["entry"]).update(out_at=room_now())
    assert refusal(refund, event, by=floor, receipt=first["receipt"], reason="x").code == "already_out"
    second = enter(event, floor, anna)
    assert refusal(refund, event, by=floor, receipt=first["receipt"], reason="x").code == "entered_again"
    more = buy("rebuy", event, floor, second["entry"])
    assert refusal(refund, event, by=floor, receipt=second["receipt"], reason="x").code == "extras_first"
    assert back(event, floor, more["receipt"])["amount"] == REBUY
    back(event, floor, second["receipt"])


def test_a_refund_needs_the_role_and_cash_in_the_own_drawer(
    event: int, floor: Actor, desk: Actor, director: Actor
) -> None:
    drawer(desk)
    sale = enter(event, desk, player("Anna"))
    assert refusal(refund, event, by=desk, receipt=sale["receipt"], reason="x").code == "not_allowed"
    assert refusal(refund, event, by=director, receipt=sale["receipt"], reason="x").code == "no_drawer"
    drawer(director, PRICE - 1)
    assert refusal(refund, event, by=director, receipt=sale["receipt"], reason="x").code == "not_enough_cash"
    back(event, floor, sale["receipt"])
    in_drawers = {row.clerk.username: cash_in(row) for row in Drawer.objects.all()}
    assert in_drawers == {"desi": 20_000 + PRICE, "flo": 20_000 - PRICE, "dora": PRICE - 1}


def test_floor_refunds_from_the_clerks_drawer(event: int, desk: Actor, director: Actor) -> None:
    clerks = drawer(desk)
    sale = enter(event, desk, player("Anna"))
    back(event, director, sale["receipt"], drawer=clerks)
    assert cash_in(Drawer.objects.get(pk=clerks)) == 20_000
    assert Receipt.objects.filter(drawer=clerks).count() == 2
    again = enter(event, desk, player("Bert"))
    closed = press(close_drawer, by=desk, counted=20_000 + PRICE).answer
    assert closed is not None
    assert (closed["difference"], closed["given_back"]) == (0, PRICE)
    refused = refusal(refund, event, by=director, receipt=again["receipt"], reason="x", drawer=clerks)
    assert refused.code == "drawer_closed"


def test_refund_receipt_names_the_actor_and_notifies_the_drawers_clerk(
    event: int, desk: Actor, director: Actor
) -> None:
    clerks = drawer(desk)
    sale = enter(event, desk, player("Anna"))
    own = enter(event, desk, player("Bert"))
    done = back(event, director, sale["receipt"], drawer=clerks)
    row = Receipt.objects.get(pk=done["receipt"])
    assert (row.drawer.clerk.username, row.by_other) == ("desi", "dora")
    board = receipt(row.pk)
    assert board is not None
    assert (board["clerk"], board["by_other"]) == ("desi", "dora")
    assert Receipt.objects.get(pk=own["receipt"]).by_other == ""
    [shown] = refunds_by_others(int(desk.key.partition(":")[2]))
    assert (shown["receipt"], shown["by"], shown["name"], shown["cash"]) == (row.pk, "dora", "Anna", PRICE)
    assert refunds_by_others(int(director.key.partition(":")[2])) == []


def voucher_payments(event: int, clerk: Actor, who: int) -> dict[str, int]:
    """Return the valid voucher and ticket payments of a player's last sale, as shown at the desk."""
    found = person(who, event, clerk)
    assert found is not None
    amounts: dict[str, int] = found["event"]["receipts"][0]["by_voucher"]
    return amounts


def test_voucher_is_refunded_as_a_new_voucher(event: int, floor: Actor, director: Actor) -> None:
    anna = player("Anna")
    vouchers = press(issue_vouchers, by=director, value=4_000).answer
    tickets = press(issue_tickets, event, by=director, players=[anna]).answer
    assert vouchers is not None
    assert tickets is not None
    sale = enter(event, floor, anna, [numbered("ticket", PRICE, tickets["numbers"][0])])
    answer = back(event, floor, sale["receipt"])
    [new] = answer["issued"]
    assert new["method"] == "ticket"
    assert new["number"] != tickets["numbers"][0]
    assert Ticket.objects.get(number=new["number"]).player_id == anna
    enter(event, floor, anna, [numbered("ticket", PRICE, new["number"])])
    mixed = [numbered("voucher", 4_000, vouchers["numbers"][0]), card(PRICE - 4_000)]
    bert = player("Bert")
    sale = enter(event, floor, bert, mixed)
    # The desk shows in advance how much was paid by voucher.
    assert voucher_payments(event, floor, bert) == {"voucher": 4_000, "ticket": 0}
    answer = back(event, floor, sale["receipt"], method="card")
    assert voucher_payments(event, floor, bert) == {"voucher": 0, "ticket": 0}
    [new] = answer["issued"]
    assert Voucher.objects.get(number=new["number"]).value == 4_000
    given = Payment.objects.filter(receipt=answer["receipt"]).order_by("method")
    assert [(row.method, row.amount) for row in given] == [("card", 4_000 - PRICE), ("voucher", -4_000)]


def test_an_entry_that_rests_on_a_membership_keeps_it(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="five_spades")
    sold(event)
    drawer(floor)
    sale = enter(event, floor, player("Anna"), [cash(PRICE + 200)], membership="day")
    dues, entry = Item.objects.get(kind="membership_day"), Item.objects.get(kind="entry")
    refused = refusal(refund, event, by=floor, receipt=sale["receipt"], items=[dues.pk], reason="x")
    assert refused.code == "entry_rests_on_it"
    assert back(event, floor, sale["receipt"], items=[entry.pk])["amount"] == PRICE
    assert back(event, floor, sale["receipt"], items=[dues.pk])["amount"] == 200
    assert Membership.objects.get().voided_at is not None


def test_membership_in_use_by_another_event_is_not_undone(make_event: MakesEvents, floor: Actor) -> None:
    event, other = make_event(book="five_spades"), make_event(book="five_spades", name="Side")
    free = make_event(book="munot", name="Open to all")
    for one in (event, other, free):
        sold(one)
    drawer(floor)
    anna = player("Anna")
    sale = enter(event, floor, anna, [cash(PRICE + 2_000)], membership="season")
    dues = Item.objects.get(kind="membership_season")
    Entry.objects.filter(tournament=event).update(out_at=room_now())
    enter(free, floor, anna)
    Entry.objects.filter(tournament=free).update(out_at=room_now())
    enter(other, floor, anna)
    refused = refusal(refund, event, by=floor, receipt=sale["receipt"], items=[dues.pk], reason="x")
    assert (refused.code, "Side" in refused.message) == ("entry_rests_on_it", True)
    Entry.objects.filter(tournament=other).update(out_at=room_now())
    Entry.objects.filter(tournament=free).update(out_at=None)
    assert back(event, floor, sale["receipt"], items=[dues.pk])["amount"] == 2_000


def test_closed_event_undoes_no_played_entry(event: int, floor: Actor) -> None:
    sale = enter(event, floor, player("Anna"))
    Tournament.objects.filter(pk=event).update(closed_at=room_now())
    refused = refusal(refund, event, by=floor, receipt=sale["receipt"], reason="x")
    assert refused.code == "event_closed"


def test_receipt_of_another_event_is_not_undone_here(
    event: int, floor: Actor, make_event: MakesEvents
) -> None:
    sale = enter(event, floor, player("Anna"))
    assert refusal(refund, make_event(), by=floor, receipt=sale["receipt"], reason="x").code == "not_found"
    assert (
        refusal(refund, event, by=floor, receipt=sale["receipt"], items=[999], reason="x").code == "not_found"
    )
    assert (
        refusal(register_player, event, by=floor, player=player("B"), payments=[]).code
        == "payments_do_not_add_up"
    )


def test_cash_refund_is_shown_regardless_of_voucher_value(
    make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    drawer(floor)
    sale = enter(event, floor, player("Anna"))
    assert back(event, floor, sale["receipt"])["back"] == PRICE
    bert = player("Bert")
    issued = press(issue_tickets, event, by=director, players=[bert]).answer
    assert issued is not None
    # A player who pays less than the ticket's value gets a ticket of that value, and no cash.
    again = enter(event, floor, bert, [numbered("ticket", PRICE, issued["numbers"][0])])
    answer = back(event, floor, again["receipt"])
    assert (answer["back"], [one["method"] for one in answer["issued"]]) == (0, ["ticket"])
