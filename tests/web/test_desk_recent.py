"""A clerk's recent actions at the desk, as the page brings them with it."""

from datetime import timedelta
from typing import Any

import pytest

from clock.commands.events import close_event
from desk.commands.bookings import reserve
from desk.commands.desk_undo import take_back_at_the_desk
from desk.commands.multi_event_sales import register_for_events
from desk.commands.refunds import refund
from desk.commands.registration import set_registration
from desk.commands.sales import register_player
from players.commands.players import add_player
from procedures.models import Bag, StackCount
from tests.fixtures.room import MakesEvents, press
from tests.web.till_room import drawer_of, event, sale, sold_to
from tests.web.visitors import client_of, done
from tourney.access.roles import Actor
from tourney.now import room_now
from web.desk import recent_actions as recent

__all__ = ["event", "sale"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def shown(clerk: Actor) -> list[dict[str, Any]]:
    """The recent actions on a page that was just loaded."""
    found: list[dict[str, Any]] = client_of(clerk).get("/staff/desk/").context["config"]["recent"]
    return found


def test_a_sale_is_listed_again_with_what_voids_and_prints_it(sale: int, desk: Actor) -> None:
    drawer_of(desk)
    made = sold_to(desk, sale, "Ann", tendered=15_000)
    newest = shown(desk)[0]
    assert "Ann" in newest["text"]
    assert {key: newest[key] for key in ("sold", "settled", "refundable", "undoable")} == {
        "sold": True,
        "settled": False,
        "refundable": True,
        "undoable": False,
    }
    assert (newest["receipt"], newest["entry"], newest["event"]) == (made["receipt"], made["entry"], sale)
    assert (newest["number"], newest["change"], newest["total"]) == (made["number"], 5_000, 10_000)
    assert (newest["currency"], newest["player"]) == ("EUR", made["player"])


def test_a_refunded_sale_is_listed_as_settled(sale: int, desk: Actor, floor: Actor) -> None:
    drawer = drawer_of(desk)
    made = sold_to(desk, sale, "Ann")
    press(refund, sale, by=floor, receipt=made["receipt"], reason="Ill", method="cash", drawer=drawer)
    assert shown(desk)[0]["settled"]
    # The refund is the floor's own action.
    assert [one["sold"] for one in shown(floor)] == [False]


def test_actions_of_others_and_of_earlier_days_are_not_listed(
    sale: int, desk: Actor, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawer_of(desk)
    drawer_of(floor)
    sold_to(desk, sale, "Ann")
    sold_to(floor, sale, "Bert")
    assert [("Ann" in one["text"], "Bert" in one["text"]) for one in shown(desk) if one["sold"]] == [
        (True, False)
    ]
    monkeypatch.setattr(recent, "_SINCE", timedelta(0))
    assert shown(desk) == []


def test_an_undone_booking_is_listed_as_settled(sale: int, desk: Actor) -> None:
    who = done(add_player, name="Ann", birth_date="1990-04-01")["player"]
    made = press(reserve, sale, by=desk, player=who)
    assert [(one["own"], one["undoable"], one["settled"]) for one in shown(desk)] == [(True, True, False)]
    press(take_back_at_the_desk, sale, by=desk, seq=made.seq)
    undo, booking = shown(desk)
    assert (undo["undoable"], undo["own"]) == (False, False)
    assert (booking["undoable"], booking["settled"]) == (False, True)


def test_undo_of_an_added_player_is_not_offered_once_an_entry_was_sold(sale: int, desk: Actor) -> None:
    drawer_of(desk)
    who = press(add_player, by=desk, name="Ann", birth_date="1990-04-01").answer["player"]  # type: ignore[index]
    added = shown(desk)[0]
    assert (added["added"], added["undoable"]) == (who, True)
    press(register_player, sale, by=desk, player=who, payments=[{"method": "cash", "amount": 10_000}])
    sold, added = shown(desk)[:2]
    assert (sold["sold"], sold["added"]) == (True, None)
    assert (added["added"], added["undoable"]) == (who, False)


def test_undo_of_an_added_partner_is_not_offered_once_the_team_is_registered(sale: int, desk: Actor) -> None:
    done(set_registration, sale, pool=8000, fee=2000, late_ends="row", late_row=3, partner_until="entry")
    drawer_of(desk)
    who, partner = (
        press(add_player, by=desk, name=name, birth_date="1990-04-01").answer["player"]  # type: ignore[index]
        for name in ("Ann", "Bert")
    )
    paid = [{"method": "cash", "amount": 10_000}]
    press(register_player, sale, by=desk, player=who, partner=partner, payments=paid)
    sold, *added = shown(desk)[:3]
    assert (sold["player"], sold["partner"]) == (who, partner)
    assert {one["added"]: one["undoable"] for one in added} == {who: False, partner: False}


def test_a_sale_of_several_events_is_listed_with_its_cards(
    sale: int, desk: Actor, make_event: MakesEvents
) -> None:
    other = make_event(name="Sunday Main", book="munot")
    done(set_registration, other, pool=8000, fee=2000, late_ends="row", late_row=3)
    drawer_of(desk)
    who = done(add_player, name="Ann", birth_date="1990-04-01")["player"]
    paid = [{"method": "cash", "amount": 20_000}]
    press(register_for_events, by=desk, player=who, events=[sale, other], payments=paid, id_seen=True)
    newest = shown(desk)[0]
    assert (newest["sold"], newest["refundable"], newest["total"]) == (True, False, 20_000)
    assert sorted(one["event"] for one in newest["entries"]) == sorted([sale, other])
    assert (newest["tournament"], newest["settled"]) == (None, False)


def test_sales_of_an_event_that_is_over_stay_listed(sale: int, desk: Actor, director: Actor) -> None:
    drawer_of(desk)
    sold_to(desk, sale, "Ann")
    assert [one["over"] for one in shown(desk) if one["sold"]] == [False]
    press(close_event, sale, by=director)
    assert [one["over"] for one in shown(desk) if one["sold"]] == [True]


def test_a_sale_whose_stack_is_sealed_in_a_bag_is_neither_voided_nor_given_a_card(
    sale: int, desk: Actor
) -> None:
    drawer_of(desk)
    sold = sold_to(desk, sale, "Ann")
    sold_to(desk, sale, "Bert")
    count = StackCount.objects.create(tournament_id=sale, opened_at=room_now(), occasion="day_end")
    bag = {
        "stack_count": count,
        "number": 204,
        "table": 2,
        "seat": 4,
        "chips": 10_000,
        "sealed_at": room_now(),
    }
    Bag.objects.create(**bag, entry_id=sold["entry"])
    sealed = {one["entry"]: one["sealed"] for one in shown(desk) if one["sold"]}
    assert [at for at, is_sealed in sealed.items() if is_sealed] == [sold["entry"]]
    assert len(sealed) == 2
