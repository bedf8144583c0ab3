"""Several events in one payment: all entries or none, one receipt each, one total, one amount of change."""

from typing import Any

import pytest

from desk.boards.other_events import other_events
from desk.commands.multi_event_sales import register_for_events
from desk.commands.refunds import refund
from desk.commands.sales import PaymentInput, printed
from desk.commands.vouchers import issue_tickets, issue_vouchers
from desk.models import Payment, Receipt, Registration, Voucher
from desk.rules.payments import Paid, PaymentFault
from desk.rules.split_payment import divide
from players.models import Membership, Player
from tests.desk.tills import PRICE, card, cash, drawer, numbered, player, sold
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Entry, JournalEntry, Tournament
from web.templatetags.pages import unbroken

pytestmark = pytest.mark.django_db


@pytest.fixture
def events(make_event: MakesEvents) -> list[int]:
    """Create three events with the same price."""
    made = [make_event(name=name, book="munot") for name in ("Friday", "Saturday", "Sunday")]
    for event in made:
        sold(event)
    return made


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """Return a clerk with an open drawer."""
    drawer(desk)
    return desk


def together(by: Actor, events: list[int], payments: list[PaymentInput], **more: Any) -> dict[str, Any]:
    someone = more.pop("player", None) or player("Anna Berg")
    answer = press(
        register_for_events, by=by, player=someone, events=events, payments=payments, **more
    ).answer
    assert answer is not None
    return answer


def ways(receipt: int) -> list[tuple[str, int, int | None]]:
    rows = Payment.objects.filter(receipt=receipt).order_by("pk")
    return list(rows.values_list("method", "amount", "tendered"))


def test_each_entry_has_its_receipt_and_change_is_given_once(events: list[int], clerk: Actor) -> None:
    answer = together(clerk, events, [cash(3 * PRICE, 40_000)])
    assert [one["event_name"] for one in answer["sales"]] == ["Friday", "Saturday", "Sunday"]
    assert answer["change"] == 40_000 - 3 * PRICE
    assert answer["number"] == ", ".join(one["number"] for one in answer["sales"])
    assert [ways(one["receipt"]) for one in answer["sales"]] == [
        [("cash", PRICE, PRICE)],
        [("cash", PRICE, PRICE)],
        [("cash", PRICE, PRICE + answer["change"])],
    ]
    assert Receipt.objects.values("together").distinct().count() == 1
    assert sorted(Entry.objects.values_list("tournament", flat=True)) == sorted(events)
    journal_tells_the_rows()


def test_the_journal_of_the_room_and_of_each_event_names_the_sale(events: list[int], clerk: Actor) -> None:
    together(clerk, events, [cash(3 * PRICE)])
    assert JournalEntry.journal(None).latest("seq").kind == "desk.register_for_events"
    assert [JournalEntry.journal(event).latest("seq").kind for event in events] == ["desk.register"] * 3


def test_one_refused_entry_prevents_the_whole_sale(
    events: list[int], clerk: Actor, make_event: MakesEvents
) -> None:
    unsold = make_event(name="Unsold", book="munot")
    someone, before = player("Anna Berg"), all_rows()
    refused = refusal(
        register_for_events, by=clerk, player=someone, events=[*events, unsold], payments=[cash(3 * PRICE)]
    )
    assert (refused.code, refused.message.partition(":")[0]) == ("no_registration", "Unsold")
    together(clerk, events[:2], [cash(2 * PRICE)], player=someone)
    after = all_rows()
    refused = refusal(
        register_for_events, by=clerk, player=someone, events=events, payments=[cash(3 * PRICE)]
    )
    assert (refused.code, refused.message.partition(":")[0]) == ("already_in", "Friday")
    assert all_rows() == after != before


def test_the_same_command_sells_once(events: list[int], clerk: Actor) -> None:
    someone = player("Anna Berg")
    first = press(register_for_events, by=clerk, player=someone, events=events, payments=[cash(3 * PRICE)])
    command = JournalEntry.journal(None).latest("seq").command
    again = press(
        register_for_events,
        by=clerk,
        command=command,
        player=someone,
        events=events,
        payments=[cash(3 * PRICE)],
    )
    assert (again.repeated, again.answer) == (True, first.answer)
    assert Receipt.objects.count() == 3


def test_one_of_the_entries_is_refunded_alone(events: list[int], clerk: Actor, floor: Actor) -> None:
    answer = together(clerk, events, [cash(3 * PRICE)])
    drawer(floor)
    middle = answer["sales"][1]
    press(refund, middle["event"], by=floor, receipt=middle["receipt"], reason="ill", method="cash")
    out = Entry.objects.filter(voided_at__isnull=False).values_list("tournament", flat=True)
    assert list(out) == [middle["event"]]


def test_voucher_pays_several_entries_and_the_rest_is_a_new_voucher(
    events: list[int], clerk: Actor, director: Actor
) -> None:
    worth = 2 * PRICE + 1_500
    issued = press(issue_vouchers, by=director, value=worth).answer
    assert issued is not None
    number = issued["numbers"][0]
    answer = together(clerk, events, [numbered("voucher", worth, number), cash(PRICE - 1_500, PRICE)])
    assert answer["vouchers"] == []
    assert answer["change"] == 1_500
    assert sum(Payment.objects.filter(method="voucher").values_list("amount", flat=True)) == worth
    assert Payment.objects.filter(method="voucher").values("voucher").distinct().count() == 3
    journal_tells_the_rows()


def test_a_voucher_worth_more_than_all_leaves_one_new_voucher(
    events: list[int], clerk: Actor, director: Actor
) -> None:
    issued = press(
        issue_vouchers, by=director, value=3 * PRICE + 500, count=1, currency="EUR", note="x"
    ).answer
    assert issued is not None
    answer = together(clerk, events, [numbered("voucher", 3 * PRICE, issued["numbers"][0])])
    [left] = answer["vouchers"]
    assert Voucher.objects.get(number=left).value == 500


def test_a_ticket_pays_the_first_event(events: list[int], clerk: Actor, director: Actor) -> None:
    issued = press(issue_tickets, events[0], by=director, players=[], unnamed=1).answer
    assert issued is not None
    number = issued["numbers"][0]
    answer = together(clerk, events[:2], [card(PRICE), numbered("ticket", PRICE, number)])
    assert [ways(one["receipt"])[0][0] for one in answer["sales"]] == ["ticket", "card"]


def test_a_membership_is_sold_with_the_first_entry_and_holds_for_the_others(
    make_event: MakesEvents, clerk: Actor
) -> None:
    made = [make_event(name=name, book="five_spades") for name in ("One", "Two")]
    for event in made:
        sold(event)
    someone = player("Gina Guest")
    refused = refusal(register_for_events, by=clerk, player=someone, events=made, payments=[cash(2 * PRICE)])
    assert refused.code == "not_a_member"
    together(clerk, made, [cash(2 * PRICE + 2_000)], player=someone, membership="season")
    assert Membership.objects.get().kind == "season"


def test_payments_that_do_not_make_up_all_prices_are_refused(events: list[int], clerk: Actor) -> None:
    refused = refusal(
        register_for_events, by=clerk, player=player("Anna Berg"), events=events, payments=[cash(2 * PRICE)]
    )
    assert refused.code == "payments_do_not_add_up"
    twice = refusal(
        register_for_events,
        by=clerk,
        player=player("Bob"),
        events=[events[0]] * 2,
        payments=[cash(2 * PRICE)],
    )
    assert twice.code == "bad_argument"


def test_payments_are_divided_to_the_last_cent() -> None:
    shares = divide([500, 300, 0], [Paid("cash", 450, 500), Paid("card", 350)])
    assert [[(one.paid.method, one.paid.amount, one.paid.tendered) for one in sale] for sale in shares] == [
        [("card", 350, None), ("cash", 150, 150)],
        [("cash", 300, 350)],
        [],
    ]
    with pytest.raises(PaymentFault, match="ticket_elsewhere"):
        divide([500, 300], [Paid("ticket", 800, None, "T1")])


def test_payment_error_is_located_in_the_request(events: list[int], clerk: Actor) -> None:
    refused = refusal(
        register_for_events,
        by=clerk,
        player=player("Anna Berg"),
        events=events[:2],
        payments=[cash(PRICE), numbered("voucher", PRICE, "V0000000000")],
    )
    assert set(refused.fields) == {"payments.1.number"}


def test_the_desk_offers_the_other_events_that_a_player_may_enter(
    events: list[int], clerk: Actor, make_event: MakesEvents
) -> None:
    francs = make_event(name="Francs", book="munot")
    sold(francs)
    Registration.objects.filter(tournament=francs).update(currency="CHF")
    someone = player("Anna Berg")
    row, first = Player.objects.get(pk=someone), Tournament.objects.get(pk=events[0])
    assert [one["name"] for one in other_events(row, first, clerk)] == ["Saturday", "Sunday"]
    together(clerk, events[:2], [cash(2 * PRICE)], player=someone)
    assert [one["name"] for one in other_events(row, first, clerk)] == ["Sunday"]


def test_all_receipts_of_a_payment_are_printed_together(events: list[int], clerk: Actor) -> None:
    answer = together(clerk, events, [cash(3 * PRICE, 40_000)])
    page = client_of(clerk).get(f"/staff/print/receipt/{answer['receipt']}/")
    shown = text_of(page)
    assert answer["number"] in shown
    assert shown.count("handed over") == 1
    assert "360.00" in shown
    assert "400.00" in shown
    assert "40.00" in shown


def test_printed_receipts_name_the_one_that_corrects_any_of_them(
    events: list[int], clerk: Actor, floor: Actor
) -> None:
    answer = together(clerk, events, [cash(3 * PRICE)])
    first, second = (one["receipt"] for one in answer["sales"][:2])
    drawer(floor)
    press(refund, events[1], by=floor, receipt=second, reason="Ill", method="cash")
    correction = Receipt.objects.select_related("drawer").get(corrects=second)
    for one in (first, second):
        shown = text_of(client_of(clerk).get(f"/staff/print/receipt/{one}/"))
        assert f"Corrected by receipt {unbroken(str(correction))}" in shown
    shown = text_of(client_of(clerk).get(f"/staff/print/receipt/{correction.pk}/"))
    assert "Corrected by receipt" not in shown


def test_receipts_paid_together_are_one_printout_and_printed_again_is_a_reprint(
    clerk: Actor, events: list[int]
) -> None:
    answer = together(clerk, events, [cash(3 * PRICE)])
    first, second = (one["receipt"] for one in answer["sales"][:2])
    done = press(printed, events[0], by=clerk, what="receipt", receipt=first)
    assert done.answer is not None
    assert done.answer["again"] is False
    done = press(printed, events[1], by=clerk, what="receipt", receipt=second)
    assert done.answer is not None
    assert done.answer["again"] is True
