"""Concurrent requests of two clerks: only one succeeds. A race on PostgreSQL; SQLite queues writers."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from desk.commands.drawers import close_drawer
from desk.commands.multi_event_sales import register_for_events
from desk.commands.partners import name_partner
from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.commands.vouchers import issue_tickets, issue_vouchers, void_voucher
from desk.models import DeskSettings, Drawer, Item, Payment, Receipt, Registration, Voucher
from desk.services.till import cash_in
from seating.commands import add_tables, assign_table, draw_seats, set_plan
from seating.models import Seat
from tests.desk.tills import PRICE, cash, drawer, enter, numbered, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.together import at_once, codes
from tourney.access.roles import Actor
from tourney.journal.tx import Tx
from tourney.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)
Try = Callable[[], object]


def tried(*tries: Try) -> list[str]:
    """Run all requests at the same time; return "done" or the code of the refusal for each, in order."""
    return codes(at_once(*tries))


@pytest.fixture
def events(make_event: MakesEvents, desk: Actor, floor: Actor) -> tuple[int, int]:
    """Create two events with registration open, and two clerks with drawers."""
    found = make_event(name="Friday", book="munot"), make_event(name="Saturday", book="munot")
    for event in found:
        sold(event)
    drawer(desk)
    drawer(floor)
    return found


def test_one_voucher_brought_to_two_clerks_of_two_events_is_spent_once(
    events: tuple[int, int], desk: Actor, floor: Actor, director: Actor
) -> None:
    issued = press(issue_vouchers, by=director, value=PRICE, count=5).answer
    assert issued is not None
    for round_, number in enumerate(issued["numbers"]):
        anna, bert = player(f"Anna {round_}"), player(f"Bert {round_}")
        payments = [numbered("voucher", PRICE, number)]
        outcomes = tried(
            partial(press, register_player, events[0], by=desk, player=anna, payments=payments),
            partial(press, register_player, events[1], by=floor, player=bert, payments=payments),
        )
        assert sorted(outcomes) == ["done", "voucher_spent"]
    assert Payment.objects.count() == Entry.objects.count() == 5
    assert not Voucher.objects.filter(spent_on__isnull=True).exists()


def test_a_voucher_is_spent_or_void_but_not_both(
    events: tuple[int, int], desk: Actor, director: Actor
) -> None:
    issued = press(issue_vouchers, by=director, value=PRICE, count=5).answer
    assert issued is not None
    for round_, number in enumerate(issued["numbers"]):
        anna = player(f"Anna {round_}")
        outcomes = tried(
            partial(
                press,
                register_player,
                events[0],
                by=desk,
                player=anna,
                payments=[numbered("voucher", PRICE, number)],
            ),
            partial(press, void_voucher, by=director, number=number),
        )
        assert outcomes in (["done", "voucher_spent"], ["voucher_void", "done"])


def test_one_ticket_is_sold_once(events: tuple[int, int], desk: Actor, floor: Actor, director: Actor) -> None:
    issued = press(issue_tickets, events[0], by=director, players=[], unnamed=5).answer
    assert issued is not None
    for round_, number in enumerate(issued["numbers"]):
        tries = [
            partial(
                press,
                register_player,
                events[0],
                by=clerk,
                player=player(f"{name} {round_}"),
                payments=[numbered("ticket", PRICE, number)],
            )
            for name, clerk in (("Anna", desk), ("Bert", floor))
        ]
        assert sorted(tried(*tries)) == ["done", "voucher_spent"]
    assert Entry.objects.count() == 5


def test_the_last_place_is_sold_once(events: tuple[int, int], desk: Actor, floor: Actor) -> None:
    for taken in range(1, 6):
        Registration.objects.filter(pk=events[0]).update(capacity=taken)
        anna, bert = player(f"Anna {taken}"), player(f"Bert {taken}")
        outcomes = tried(
            partial(press, register_player, events[0], by=desk, player=anna, payments=[cash()]),
            partial(press, register_player, events[0], by=floor, player=bert, payments=[cash()]),
        )
        assert sorted(outcomes) == ["done", "full"]
    assert Entry.objects.count() == 5


def test_last_seat_is_drawn_once(events: tuple[int, int], desk: Actor, floor: Actor, director: Actor) -> None:
    event = events[0]
    press(add_tables, by=director, first=1, last=5, seats=2)
    press(assign_table, event, by=director, number=1)
    press(set_plan, event, by=director, seats_per_table=2)
    enter(event, desk, player("First"))
    press(draw_seats, event, by=director)
    for number in range(2, 6):
        anna, bert = player(f"Anna {number}"), player(f"Bert {number}")
        outcomes = tried(
            partial(press, register_player, event, by=desk, player=anna, payments=[cash()]),
            partial(press, register_player, event, by=floor, player=bert, payments=[cash()]),
        )
        assert sorted(outcomes) == ["done", "full"]
        press(assign_table, event, by=director, number=number)
        enter(event, desk, player(f"Next {number}"))
    assert Seat.objects.count() == Entry.objects.count() == 9


def test_the_rooms_last_place_is_sold_once_by_two_events(
    events: tuple[int, int], desk: Actor, floor: Actor
) -> None:
    for taken in range(1, 6):
        DeskSettings.objects.update_or_create(pk=1, defaults={"capacity": taken})
        anna, bert = player(f"Anna {taken}"), player(f"Bert {taken}")
        outcomes = tried(
            partial(press, register_player, events[0], by=desk, player=anna, payments=[cash()]),
            partial(press, register_player, events[1], by=floor, player=bert, payments=[cash()]),
        )
        assert sorted(outcomes) == ["done", "full"]
    assert Entry.objects.count() == 5


def test_same_player_is_registered_once(events: tuple[int, int], desk: Actor, floor: Actor) -> None:
    for round_ in range(5):
        anna = player(f"Anna {round_}")
        outcomes = tried(
            partial(press, register_player, events[0], by=desk, player=anna, payments=[cash()]),
            partial(press, register_player, events[0], by=floor, player=anna, payments=[cash()]),
        )
        assert sorted(outcomes) == ["already_in", "done"]
    assert Entry.objects.count() == Receipt.objects.count() == 5


def test_one_clerk_selling_at_two_events_at_once_numbers_without_gaps(
    events: tuple[int, int], desk: Actor
) -> None:
    people = [player(f"Player {number}") for number in range(10)]
    for one, other in zip(people[::2], people[1::2], strict=True):
        outcomes = tried(
            partial(press, register_player, events[0], by=desk, player=one, payments=[cash()]),
            partial(press, register_player, events[1], by=desk, player=other, payments=[cash()]),
        )
        assert outcomes == ["done", "done"]
    row = Drawer.objects.get(clerk__username=desk.name)
    assert list(row.receipts.order_by("number").values_list("number", flat=True)) == list(range(1, 11))
    assert cash_in(row) == 20_000 + 10 * PRICE


def test_sale_is_undone_only_once(events: tuple[int, int], floor: Actor, director: Actor) -> None:
    drawer(director, 100_000)
    for round_ in range(5):
        sale = enter(events[0], floor, player(f"Anna {round_}"))
        outcomes = tried(
            *(
                partial(press, refund, events[0], by=by, receipt=sale["receipt"], reason="twice at once")
                for by in (floor, director)
            )
        )
        assert sorted(outcomes) == ["already_refunded", "done"]
    assert sum(item.amount for item in Item.objects.all()) == 0


def test_drawer_being_closed_accepts_no_sale(events: tuple[int, int], desk: Actor) -> None:
    outcomes = tried(
        partial(press, register_player, events[0], by=desk, player=player("Anna"), payments=[cash()]),
        partial(press, close_drawer, by=desk, counted=20_000),
    )
    row = Drawer.objects.get(clerk__username=desk.name)
    assert outcomes in (["done", "done"], ["no_drawer", "done"])
    assert cash_in(row) == 20_000 + (PRICE if outcomes[0] == "done" else 0)


def test_without_the_lock_the_rooms_last_place_is_sold_by_both_events(
    events: tuple[int, int], desk: Actor, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without locks on rows of other scopes the race is lost, so the tests above can fail.

    SQLite allows one write transaction at a time anyway, so the race cannot be lost there.
    """
    monkeypatch.setattr(Tx, "lock", Tx.get)
    alone = connection.vendor == "sqlite"
    for round_ in range(3 if alone else 30):
        taken = Entry.objects.count()
        DeskSettings.objects.update_or_create(pk=1, defaults={"capacity": taken + 1})
        anna, bert = player(f"Anna {round_}"), player(f"Bert {round_}")
        tried(
            partial(press, register_player, events[0], by=desk, player=anna, payments=[cash()]),
            partial(press, register_player, events[1], by=floor, player=bert, payments=[cash()]),
        )
        if Entry.objects.count() > taken + 1:
            assert not alone
            return
    assert alone, "the race was never lost"


def test_events_sold_together_in_either_order_never_wait_for_each_other(
    events: tuple[int, int], desk: Actor, floor: Actor
) -> None:
    both, reverse = list(events), list(reversed(events))
    for round_ in range(5):
        anna, bert, cid = (player(f"{name} {round_}") for name in ("Anna", "Bert", "Cid"))
        outcomes = tried(
            partial(
                press, register_for_events, by=desk, player=anna, events=both, payments=[cash(2 * PRICE)]
            ),
            partial(
                press, register_for_events, by=floor, player=bert, events=reverse, payments=[cash(2 * PRICE)]
            ),
            partial(press, register_player, events[1], by=desk, player=cid, payments=[cash()]),
        )
        assert outcomes == ["done"] * 3
    assert Entry.objects.count() == 25


def test_one_player_sold_two_overlapping_pairs_of_events_has_each_entry_once(
    events: tuple[int, int], desk: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    third = make_event(name="Sunday", book="munot")
    sold(third)
    for round_ in range(5):
        anna = player(f"Anna {round_}")
        outcomes = tried(
            partial(
                press,
                register_for_events,
                by=desk,
                player=anna,
                events=list(events),
                payments=[cash(2 * PRICE)],
            ),
            partial(
                press,
                register_for_events,
                by=floor,
                player=anna,
                events=[events[1], third],
                payments=[cash(2 * PRICE)],
            ),
        )
        assert sorted(outcomes) == ["already_in", "done"]
    assert Entry.objects.count() == Receipt.objects.count() == 10


def test_two_clerks_name_one_partner_of_an_entry(make_event: MakesEvents, desk: Actor, floor: Actor) -> None:
    event = make_event(book="munot")
    sold(event, extras=[], partner_until="close")
    drawer(desk)
    for round_ in range(5):
        entry = enter(event, desk, player(f"Anna {round_}"))["entry"]
        names = [player(f"{name} {round_}") for name in ("Bert", "Cleo")]
        tries = [
            partial(press, name_partner, event, by=by, entry=entry, partner=who)
            for by, who in zip((desk, floor), names, strict=True)
        ]
        assert sorted(tried(*tries)) == ["done", "has_partner"]
