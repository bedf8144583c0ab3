"""Rebuys, add-ons and surrenders at the desk."""

from datetime import timedelta

import pytest

from clock.commands.clock import go_to, plan_start, start
from desk.commands.extras import add_on, rebuy, surrender
from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.models import Booking, Extra, Item
from desk.services.till import cash_in
from tests.desk.tills import ADD_ON, PRICE, REBUY, buy, cash, drawer, enter, player, sold
from tests.fixtures.journalled import all_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry, JournalEntry, Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of


def chips(event: int) -> int:
    """Return the chips in play."""
    return field_of(Tournament.objects.get(pk=event)).chips


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create a running PokerStars Live event with rebuys (rows 0 to 3) and an add-on (0 to 4)."""
    made = make_event(book="pokerstars_live")
    sold(made)
    drawer(floor)
    press(start, made, by=floor)
    return made


def test_a_rebuy_brings_chips_and_prize_money_at_once(event: int, floor: Actor) -> None:
    entry = enter(event, floor, player("Anna"))["entry"]
    answer = buy("rebuy", event, floor, entry, times=2)
    assert answer["chips"] == 10_000
    assert chips(event) == 20_000
    assert Item.objects.filter(kind="rebuy", pool=REBUY, chips=5_000).count() == 2


def test_a_rebuy_is_sold_only_within_its_rows(event: int, floor: Actor) -> None:
    entry = enter(event, floor, player("Anna"))["entry"]
    Extra.objects.filter(kind="rebuy").update(from_row=1, until_row=1)

    def code() -> str:
        return refusal(rebuy, event, by=floor, entry=entry, payments=[cash(REBUY)]).code

    assert code() == "not_yet"
    press(go_to, event, by=floor, to=1)
    buy("rebuy", event, floor, entry)
    press(go_to, event, by=floor, to=2)
    assert code() == "no_longer"


def test_extras_are_not_sold_before_the_start_or_to_busted_players(
    make_event: MakesEvents, floor: Actor, event: int
) -> None:
    waiting = make_event(book="pokerstars_live")
    sold(waiting)
    entry = enter(waiting, floor, player("Anna"))["entry"]
    assert refusal(rebuy, waiting, by=floor, entry=entry, payments=[cash(REBUY)]).code == "not_yet"
    entry = enter(event, floor, player("Bert"))["entry"]
    assert refusal(rebuy, waiting, by=floor, entry=entry, payments=[cash(REBUY)]).code == "not_found"
    Entry.objects.filter(pk=entry).update(out_at=room_now())
    assert refusal(rebuy, event, by=floor, entry=entry, payments=[cash(REBUY)]).code == "already_out"


def test_undone_sales_do_not_count(event: int, floor: Actor) -> None:
    Extra.objects.filter(kind="rebuy").update(most=1)
    entry = enter(event, floor, player("Anna"))["entry"]
    first = buy("rebuy", event, floor, entry)
    assert refusal(rebuy, event, by=floor, entry=entry, payments=[cash(REBUY)]).code == "no_more_of_them"
    press(refund, event, by=floor, receipt=first["receipt"], reason="misheard")
    assert chips(event) == 10_000
    buy("rebuy", event, floor, entry)
    assert chips(event) == 15_000


def test_pokerstars_live_2_3_a_rebuy_announced_before_the_hand_binds(event: int, floor: Actor) -> None:
    entry = enter(event, floor, player("Anna"))["entry"]
    answer = buy("rebuy", event, floor, entry, announced=True)
    before = all_rows()
    refused = refusal(refund, event, by=floor, receipt=answer["receipt"], reason="won the hand")
    assert (refused.code, refused.rule) == ("announced", "PokerStars Live 2.3")
    assert all_rows() == before


def test_five_spades_4_13_add_on_is_double_only_without_a_rebuy(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event)
    Extra.objects.filter(kind="add_on").update(without_rebuy_times=2)
    drawer(floor)
    press(start, event, by=floor)
    anna = enter(event, floor, player("Anna"), [cash(PRICE + 200)], membership="day")["entry"]
    bert = enter(event, floor, player("Bert"), [cash(PRICE + 200)], membership="day")["entry"]
    buy("rebuy", event, floor, bert)
    assert buy("add_on", event, floor, anna)["chips"] == 16_000
    refused = refusal(add_on, event, by=floor, entry=bert, payments=[cash(ADD_ON)])
    assert (refused.code, refused.rule) == ("had_a_rebuy", "Five Spades 4.13")


def test_munot_74_surrendering_player_waits_last_and_returns_as_a_new_entry(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    drawer(floor)
    anna, bert = player("Anna"), player("Bert")
    entry = enter(event, floor, anna)["entry"]
    enter(event, floor, player("Cora"))
    press(start, event, by=floor)
    now = room_now()
    Booking.objects.create(
        tournament_id=event, player_id=bert, state="waiting", created_at=now, waiting_since=now
    )
    answer = press(surrender, event, by=floor, entry=entry, chips=6_500).answer
    assert answer is not None
    assert answer["position"] == 2
    assert chips(event) == 13_500
    assert Entry.objects.get(pk=entry).out_at is not None
    assert refusal(register_player, event, by=floor, player=anna, payments=[cash()]).code == "wait_your_turn"
    enter(event, floor, bert)
    again = Entry.objects.get(pk=enter(event, floor, anna)["entry"])
    assert (again.number, again.kind) == (2, "surrender")
    assert Booking.objects.get(player=anna).state == "entered"


@pytest.mark.parametrize(
    ("columns", "given_up", "code"),
    [
        ({"surrender_allowed": False}, 100, "no_surrender"),
        ({"re_entries_most": 0}, 100, "no_re_entry"),
        ({}, 10_001, "too_many_chips"),
    ],
)
def test_a_stack_is_not_given_up_where_the_event_does_not_have_it(
    make_event: MakesEvents, floor: Actor, columns: dict[str, object], given_up: int, code: str
) -> None:
    event = make_event(book="munot")
    sold(event, **columns)
    drawer(floor)
    entry = enter(event, floor, player("Anna"))["entry"]
    press(start, event, by=floor)
    before = all_rows()
    assert refusal(surrender, event, by=floor, entry=entry, chips=given_up).code == code
    assert all_rows() == before


def test_wsop_13_a_stack_is_given_up_only_as_registration_ends(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="wsop")
    sold(event, late_ends="row", late_row=1)
    drawer(floor)
    entry = enter(event, floor, player("Anna"))["entry"]
    press(start, event, by=floor)
    refused = refusal(surrender, event, by=floor, entry=entry, chips=100)
    assert (refused.code, refused.rule) == ("no_surrender_now", "WSOP 13")
    press(go_to, event, by=floor, to=1)
    press(surrender, event, by=floor, entry=entry, chips=100)


def test_a_surrender_before_play_is_refused_and_the_entry_cancelled_by_refund(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event)
    drawer(floor)
    sale = enter(event, floor, player("Anna"), [cash(PRICE + 200)], membership="day")
    before = all_rows()
    refused = refusal(surrender, event, by=floor, entry=sale["entry"], chips=10_000)
    assert (refused.code, refused.rule) == ("not_started", "Five Spades 2.6")
    assert all_rows() == before
    done = press(refund, event, by=floor, receipt=sale["receipt"], reason="cannot stay")
    assert JournalEntry.objects.get(tournament=event, seq=done.seq).rule == "Five Spades 2.6"
    assert chips(event) == 0


def test_five_spades_2_6_is_not_cited_for_a_refund_within_six_hours_of_the_start(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event(book="five_spades")
    sold(event)
    drawer(floor)
    sales = [
        enter(event, floor, player(name), [cash(PRICE + 200)], membership="day") for name in ("Anna", "Bob")
    ]
    rules = []
    for sale, hours in zip(sales, (7, 5), strict=True):
        press(plan_start, event, by=FIRST_START, at=to_ms(room_now() + timedelta(hours=hours)))
        done = press(refund, event, by=floor, receipt=sale["receipt"], reason="ill")
        rules.append(JournalEntry.objects.get(tournament=event, seq=done.seq).rule)
    # Later it is at the organiser's discretion.
    assert rules == ["Five Spades 2.6", ""]


def test_a_free_rebuy_has_a_receipt_as_well(event: int, floor: Actor) -> None:
    Extra.objects.filter(kind="rebuy").update(pool=0)
    entry = enter(event, floor, player("Anna"))["entry"]
    answer = buy("rebuy", event, floor, entry, payments=[])
    assert answer["number"].endswith("-0002")
    assert cash_in(Item.objects.get(kind="rebuy").receipt.drawer) == 20_000 + PRICE
