"""An entry is sold: paid, numbered, seated, and refused when the rules require it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from clock.commands.clock import start
from desk.boards import till
from desk.boards.receipts import receipt
from desk.commands.drawers import close_drawer, move_cash, open_drawer
from desk.commands.sales import printed, register_player
from desk.commands.vouchers import issue_tickets, issue_vouchers, void_ticket, void_voucher
from desk.models import (
    Booking,
    DeskSettings,
    Drawer,
    Payment,
    Receipt,
    Registration,
    Voucher,
)
from players.models import Membership
from seating.commands.busts import bust
from tests.desk.tills import PRICE, card, cash, drawer, enter, numbered, player, sold
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import Actor, Role
from tourney.journal.boards import text_of
from tourney.journal.readable import readable
from tourney.journal.undo import undo, undo_in_room
from tourney.models import Entry, JournalEntry, Notice, Tournament
from tourney.now import room_now
from tourney.services.field_counts import field_of


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event by Munot's rulebook with registration open."""
    made = make_event(book="munot")
    sold(made)
    return made


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """Return a clerk with an open drawer."""
    drawer(desk)
    return desk


def test_a_walk_in_pays_and_is_in(event: int, clerk: Actor) -> None:
    answer = enter(event, clerk, player("Anna Berg"), [cash(tendered=15_000)])
    assert answer["change"] == 15_000 - PRICE
    assert (answer["table"], answer["seat"], answer["entry_number"]) == (None, None, 1)
    counted = field_of(Tournament.objects.get(pk=event))
    assert (counted.entries, counted.left, counted.chips) == (1, 1, 10_000)
    shown = receipt(answer["receipt"])
    assert shown is not None
    assert (shown["number"], shown["amount"], shown["name"]) == (answer["number"], PRICE, "Anna Berg")
    assert [item["kind"] for item in shown["items"]] == ["entry"]
    assert shown["payments"][0]["change"] == answer["change"]
    assert Notice.objects.get().kind == "registered"
    assert till.pool_total(Tournament.objects.get(pk=event)) == 8_000


def test_receipts_of_a_drawer_are_numbered_without_gaps(event: int, clerk: Actor, floor: Actor) -> None:
    drawer(floor)
    for name in ("A", "B", "C"):
        enter(event, clerk, player(name))
    enter(event, floor, player("D"))
    assert refusal(register_player, event, by=clerk, player=player("E"), payments=[cash(1)]).code == (
        "payments_do_not_add_up"
    )
    enter(event, clerk, player("F"))
    own = Receipt.objects.filter(drawer__clerk__username=clerk.name).order_by("id")
    assert list(own.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_a_price_is_paid_in_parts(event: int, clerk: Actor, director: Actor) -> None:
    issued = press(issue_vouchers, by=director, value=5_000, count=1).answer
    assert issued is not None
    [number] = issued["numbers"]
    parts = [numbered("voucher", 5_000, number), card(4_000), cash(PRICE - 9_000)]
    answer = enter(event, clerk, player("Anna"), parts)
    assert answer["vouchers"] == []
    assert sum(Payment.objects.values_list("amount", flat=True)) == PRICE


def test_voucher_value_above_the_price_becomes_a_new_voucher(
    event: int, clerk: Actor, director: Actor
) -> None:
    issued = press(issue_vouchers, by=director, value=20_000).answer
    assert issued is not None
    answer = enter(event, clerk, player("Anna"), [numbered("voucher", PRICE, issued["numbers"][0])])
    [rest] = answer["vouchers"]
    assert Voucher.objects.get(number=rest).value == 20_000 - PRICE
    assert rest != issued["numbers"][0]


def test_a_voucher_is_spent_once_and_the_second_time_says_where(
    event: int, clerk: Actor, director: Actor
) -> None:
    issued = press(issue_vouchers, by=director, value=PRICE).answer
    assert issued is not None
    [number] = issued["numbers"]
    first = enter(event, clerk, player("Anna Berg"), [numbered("voucher", PRICE, number)])
    typed = f"{number[:4]}-{number[4:9]} {number[9:]}".lower()
    refused = refusal(
        register_player, event, by=clerk, player=player("Bert"), payments=[numbered("voucher", PRICE, typed)]
    )
    assert refused.code == "voucher_spent"
    assert first["number"] in refused.message
    assert "Anna Berg" in refused.message
    assert list(refused.fields) == ["payments.0.number"]
    assert refusal(void_voucher, by=director, number=number).code == "voucher_spent"


def test_inapplicable_voucher_is_refused(
    event: int, clerk: Actor, director: Actor, make_event: MakesEvents
) -> None:
    other = make_event(name="Main", book="munot")
    sold(other)
    anna, bert = player("Anna"), player("Bert")
    issued = press(issue_tickets, other, by=director, players=[anna], won_in=event).answer
    vouchers = press(issue_vouchers, by=director, value=PRICE, count=2).answer
    francs = press(issue_vouchers, by=director, value=PRICE, currency="CHF").answer
    assert issued is not None
    assert vouchers is not None
    assert francs is not None
    [ticket] = issued["numbers"]
    press(void_voucher, by=director, number=vouchers["numbers"][0])
    good = vouchers["numbers"][1]
    wrong = good[:-1] + ("1" if good[-1] != "1" else "2")

    def code(where: int, who: int, method: str, number: str, amount: int = PRICE) -> str:
        rest = [cash(PRICE - amount)] if amount < PRICE else []
        payments = [numbered(method, amount, number), *rest]
        return refusal(register_player, where, by=clerk, player=who, payments=payments).code

    assert code(event, anna, "ticket", ticket) == "ticket_of_another_event"
    assert code(other, bert, "ticket", ticket) == "ticket_of_another"
    assert code(other, anna, "ticket", ticket, amount=5_000) == "ticket_in_full"
    assert code(event, anna, "voucher", vouchers["numbers"][0]) == "voucher_void"
    assert code(event, anna, "voucher", francs["numbers"][0]) == "other_currency"
    assert code(event, anna, "voucher", wrong) == "unknown_voucher"
    assert code(event, anna, "voucher", ticket) == "unknown_voucher"
    assert refusal(void_ticket, event, by=director, number=ticket).code == "ticket_of_another_event"
    enter(other, clerk, anna, [numbered("ticket", PRICE, ticket)])
    assert code(other, bert, "ticket", ticket) == "voucher_spent"


def test_unused_currency_opens_no_drawer(event: int, desk: Actor) -> None:
    assert refusal(open_drawer, by=desk, opening_float=0, currency="XXQ").code == "unknown_currency"


def test_drawer_of_another_currency_cannot_sell(event: int, desk: Actor) -> None:
    assert refusal(register_player, event, by=desk, player=player("A"), payments=[cash()]).code == "no_drawer"
    drawer(desk, currency="CHF")
    assert (
        refusal(register_player, event, by=desk, player=player("B"), payments=[cash()]).code
        == "other_currency"
    )


def test_second_active_entry_is_not_sold(event: int, clerk: Actor) -> None:
    anna = player("Anna")
    enter(event, clerk, anna)
    before = all_rows()
    assert refusal(register_player, event, by=clerk, player=anna, payments=[cash()]).code == "already_in"
    assert all_rows() == before


def test_re_entries_are_counted_and_limited(make_event: MakesEvents, clerk: Actor) -> None:
    event = make_event(book="munot")
    sold(event, re_entries_most=1)
    anna = player("Anna")
    for number, kind in ((1, "entry"), (2, "re_entry")):
        answer = enter(event, clerk, anna)
        entry = Entry.objects.get(pk=answer["entry"])
        assert (entry.number, entry.kind) == (number, kind)
        Entry.objects.filter(pk=entry.pk).update(out_at=room_now())
    assert refusal(register_player, event, by=clerk, player=anna, payments=[cash()]).code == "no_re_entry"


def test_closed_registration_admits_only_players_from_the_waiting_list(event: int, clerk: Actor) -> None:
    anna, bert = player("Anna"), player("Bert")
    now = room_now()
    Booking.objects.create(
        tournament_id=event,
        player_id=anna,
        state="called",
        guaranteed=True,
        created_at=now,
        waiting_since=now,
        called_at=now,
        offer_until=now,
    )
    Registration.objects.filter(pk=event).update(closed_at=now)
    assert (
        refusal(register_player, event, by=clerk, player=bert, payments=[cash()]).code
        == "registration_closed"
    )
    enter(event, clerk, anna)
    booking = Booking.objects.get(player=anna)
    assert (booking.state, booking.entry_id) == ("entered", Entry.objects.get().pk)


def test_reserved_seat_is_not_sold_to_another_player(event: int, clerk: Actor) -> None:
    Registration.objects.filter(pk=event).update(capacity=2)
    anna, bert, cora = player("Anna"), player("Bert"), player("Cora")
    Booking.objects.create(tournament_id=event, player_id=anna, state="reserved", created_at=room_now())
    enter(event, clerk, bert)
    assert refusal(register_player, event, by=clerk, player=cora, payments=[cash()]).code == "full"
    enter(event, clerk, anna)
    assert refusal(register_player, event, by=clerk, player=cora, payments=[cash()]).code == "full"


def test_walk_in_does_not_overtake_the_waiting_list(event: int, clerk: Actor, director: Actor) -> None:
    anna, bert = player("Anna"), player("Bert")
    now = room_now()
    Booking.objects.create(
        tournament_id=event, player_id=anna, state="waiting", created_at=now, waiting_since=now
    )
    press(start, event, by=director)
    refused = refusal(register_player, event, by=clerk, player=bert, payments=[cash()])
    assert refused.code == "wait_your_turn"
    assert "Munot 73" in refused.rule
    enter(event, clerk, anna)
    enter(event, clerk, bert)


def test_the_rooms_capacity_counts_all_its_events(event: int, make_event: MakesEvents, clerk: Actor) -> None:
    DeskSettings.objects.update_or_create(pk=1, defaults={"capacity": 1})
    other = make_event(book="munot")
    sold(other)
    enter(event, clerk, player("Anna"))
    assert refusal(register_player, other, by=clerk, player=player("Bert"), payments=[cash()]).code == "full"


def test_room_seat_offered_by_one_event_is_not_sold_by_another(
    event: int, make_event: MakesEvents, clerk: Actor
) -> None:
    DeskSettings.objects.update_or_create(pk=1, defaults={"capacity": 1})
    other = make_event(book="munot", name="Other")
    sold(other)
    anna, now = player("Anna"), room_now()
    booking = Booking.objects.create(
        tournament_id=other,
        player_id=anna,
        state="called",
        created_at=now,
        waiting_since=now,
        called_at=now,
        offer_until=now + timedelta(minutes=5),
    )
    assert refusal(register_player, event, by=clerk, player=player("Bert"), payments=[cash()]).code == "full"
    # A place on another day does not count against today's capacity.
    Booking.objects.filter(pk=booking.pk).update(state="reserved", called_at=None, offer_until=None)
    enter(event, clerk, player("Carla"))


def test_five_spades_1_7_a_days_membership_is_sold_with_the_entry(
    make_event: MakesEvents, clerk: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event)
    anna = player("Anna")
    assert refusal(register_player, event, by=clerk, player=anna, payments=[cash()]).code == "not_a_member"
    answer = enter(event, clerk, anna, [cash(PRICE + 200)], membership="day")
    row = Membership.objects.get(player=anna)
    assert row.kind == "day"
    assert row.starts_on == row.ends_on
    shown = receipt(answer["receipt"])
    assert shown is not None
    assert [(item["kind"], item["amount"]) for item in shown["items"]] == [
        ("entry", PRICE),
        ("membership_day", 200),
    ]


def test_drawer_is_counted_blind_and_shows_the_difference_afterwards(
    event: int, clerk: Actor, director: Actor
) -> None:
    enter(event, clerk, player("Anna"), [cash(5_000), card(PRICE - 5_000)])
    press(move_cash, by=clerk, amount=10_000, reason="change brought")
    press(move_cash, by=clerk, amount=-12_000, reason="takings collected")
    number = int(clerk.key.partition(":")[2])
    own = till.own_drawer(number)
    assert own is not None
    assert own["expected"] is None
    blind = till.drawer_report(own["drawer"], blind=True)
    assert blind is not None
    assert (blind["expected"], blind["sold"], blind["methods"]) == (None, None, None)
    assert till.drawers()[0]["expected"] == 23_000
    assert till.drawers(reader=number)[0]["expected"] is None
    closed = press(close_drawer, by=clerk, counted=22_900)
    assert closed.answer is not None
    assert (closed.answer["expected"], closed.answer["difference"]) == (23_000, -100)
    assert (
        refusal(register_player, event, by=clerk, player=player("B"), payments=[cash()]).code == "no_drawer"
    )
    # A clerk who knows the difference cannot count again.
    assert refusal(undo_in_room, by=director, seq=closed.seq).code == "not_undoable"
    report = till.drawer_report(own["drawer"], blind=True)
    assert report is not None
    assert report["methods"] == {"cash": 5_000, "card": 7_000, "voucher": 0, "ticket": 0, "transfer": 0}
    assert report["sold"]["parts"] == {
        "pool": 8_000,
        "fee": 1_500,
        "staff": 500,
        "bounty": 2_000,
        "dues": 0,
        "won": 0,
    }


def test_cash_withdrawal_does_not_reveal_the_expected_amount(event: int, clerk: Actor) -> None:
    enter(event, clerk, player("Anna"), [cash()])
    taken = press(move_cash, by=clerk, amount=-10_000_000, reason="takings collected")
    assert not taken.answer
    assert press(close_drawer, by=clerk, counted=0).answer["difference"] == 10_000_000 - PRICE - 20_000


def test_undo_of_a_sale_is_refused_with_the_alternative(event: int, clerk: Actor, director: Actor) -> None:
    anna = player("Anna")
    enter(event, clerk, anna)
    seq = Tournament.objects.get(pk=event).seq
    refused = refusal(undo, event, by=director, seq=seq)
    assert refused.code == "not_undoable"
    assert "Refund it" in refused.message
    assert Receipt.objects.count() == 1


def test_a_clerk_has_one_open_drawer(clerk: Actor) -> None:
    from desk.commands.drawers import open_drawer

    assert refusal(open_drawer, by=clerk, opening_float=1).code == "drawer_open"
    assert Drawer.objects.count() == 1


def test_each_print_writes_a_journal_entry(event: int, clerk: Actor, make_event: MakesEvents) -> None:
    answer = enter(event, clerk, player("Anna"))
    done = press(printed, event, by=clerk, what="receipt", receipt=answer["receipt"])
    assert done.answer == {"name": "Anna", "number": answer["number"], "again": False}
    done = press(printed, event, by=clerk, what="receipt", receipt=answer["receipt"])
    assert done.answer == {"name": "Anna", "number": answer["number"], "again": True}
    press(printed, event, by=clerk, what="seat_card", entry=answer["entry"])
    other = make_event()
    assert refusal(printed, other, by=clerk, what="receipt", receipt=answer["receipt"]).code == "not_found"
    assert refusal(printed, event, by=clerk, what="receipt", entry=answer["entry"]).code == "bad_argument"


def test_an_event_reports_its_money_by_clerk_method_and_part(
    event: int, clerk: Actor, floor: Actor, django_assert_num_queries: object
) -> None:
    drawer(floor)
    enter(event, clerk, player("A"))
    enter(event, clerk, player("B"), [card()])
    enter(event, floor, player("C"))
    with django_assert_num_queries(4):  # type: ignore[operator]
        report = till.event_report(Tournament(pk=event))
    assert report["methods"] == {"cash": 2 * PRICE, "card": PRICE, "voucher": 0, "ticket": 0, "transfer": 0}
    assert report["sold"]["amount"] == 3 * PRICE
    assert {row["clerk"]: (row["receipts"], row["amount"]) for row in report["clerks"]} == {
        clerk.name: (2, 2 * PRICE),
        floor.name: (1, PRICE),
    }


def test_the_journal_says_first_entry_or_which_re_entry(event: int, clerk: Actor, director: Actor) -> None:
    anna = player("Anna Berg")
    first = enter(event, clerk, anna)
    press(bust, event, by=director, entry=first["entry"])
    again = enter(event, clerk, anna)
    lines = JournalEntry.objects.filter(kind="desk.register").order_by("seq")
    texts = [text_of(readable(line, director)) for line in lines]
    assert texts == [
        f"Anna Berg registered: first entry, receipt {first['number']}",
        f"Anna Berg registered: re-entry 1, receipt {again['number']}",
    ]


def test_new_player_at_a_full_event_is_offered_the_waiting_list(event: int, clerk: Actor) -> None:
    sold(event, capacity=1)
    enter(event, clerk, player("Anna Berg"))
    refused = refusal(register_player, event, by=clerk, player=player("New Player"), payments=[cash(PRICE)])
    assert (refused.code, refused.message) == ("full", "The event is full. There is a waiting list.")


def test_a_receipt_of_another_clerk_is_not_printed(
    event: int, clerk: Actor, person: Callable[..., Actor]
) -> None:
    receipt = enter(event, clerk, player("Anna"))["receipt"]
    other = person("otto", Role.DESK)
    assert refusal(printed, event, by=other, what="receipt", receipt=receipt).code == "not_found"
