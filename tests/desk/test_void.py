"""Voiding a clerk's own sale with a supervisor's approval (C 12)."""

import threading
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from desk.commands.bookings import reserve, wait
from desk.commands.drawers import close_drawer, open_drawer
from desk.commands.refunds import refund
from desk.models import Booking, Receipt
from desk.services.till import cash_in
from tests.access.second_factors import enrol, log_in
from tests.desk.tills import PRICE, card, cash, drawer, enter, player, sold
from tests.fixtures.room import PASSWORD, MakesEvents, press
from tests.fixtures.wall import Wall
from tests.waiting import until
from tests.web.visitors import client_of
from tourney.access import logins
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import add_person, set_login_policy
from tourney.journal.boards import text_of
from tourney.journal.readable import ReadableEntry
from tourney.journal.sqlite_write_queue import turn, waiting
from tourney.models import Attempt, Entry, JournalEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    event = make_event(book="tda")
    sold(event)
    return event


@pytest.fixture
def supervisor() -> str:
    """Return the username of a floor manager with a password."""
    press(add_person, by=FIRST_START, username="mona", role="floor", password=PASSWORD)
    return "mona"


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze the time of login delays, so that a slow machine allows no further guess."""
    now = logins.room_now()
    monkeypatch.setattr(logins, "room_now", lambda: now)


def sell(event: int, desk: Actor, name: str = "Ann", *, by_card: bool = False) -> Receipt:
    drawer(desk)
    bought = enter(event, desk, player(name, birth_date="1990-01-01"), [card() if by_card else cash()])
    return Receipt.objects.get(pk=bought["receipt"])


def void(page: Client, event: int, receipt: int, /, **given: Any) -> Any:
    body = {
        "command_id": str(uuid.uuid4()), "receipt": receipt, "reason": "Wrong player",
        "username": "mona", "password": PASSWORD, **given,
    }  # fmt: skip
    return page.post(f"/staff/desk/{event}/void/", body, content_type="application/json")


def test_a_sale_is_voided_in_the_supervisors_name_from_the_clerks_drawer(
    event: int, desk: Actor, supervisor: str
) -> None:
    sale = sell(event, desk)
    before = cash_in(sale.drawer)
    answer = void(client_of(desk), event, sale.pk).json()
    assert (answer["ok"], answer["by"], answer["answer"]["back"]) == (True, "mona", PRICE)
    assert cash_in(sale.drawer) == before - PRICE
    correction = Receipt.objects.get(corrects=sale)
    assert (correction.drawer_id, correction.by_other) == (sale.drawer_id, "mona")
    assert correction.reason == f"Void: Wrong player (sold by {desk.name})"
    assert Entry.objects.get().voided_at is not None
    line = JournalEntry.objects.get(kind="desk.refund")
    assert PASSWORD not in str(line.arguments)


def test_sent_twice_it_happens_once(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    same = str(uuid.uuid4())
    for _time in range(2):
        assert void(client_of(desk), event, sale.pk, command_id=same).json()["ok"]
    assert Receipt.objects.filter(corrects=sale).count() == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"password": "wrong"}, "wrong_password"),
        ({"username": "nobody"}, "wrong_password"),
        ({"password": None}, "bad_argument"),
        ({"reason": " "}, "bad_argument"),
        ({"receipt": "1"}, "bad_argument"),
        ({"command_id": "7"}, "bad_argument"),
    ],
    ids=["a wrong password", "an unknown name", "no password", "no reason", "no receipt", "no command"],
)
def test_void_requires_approval(
    event: int, desk: Actor, supervisor: str, given: dict[str, Any], code: str
) -> None:
    sale = sell(event, desk)
    assert void(client_of(desk), event, sale.pk, **given).json()["code"] == code
    assert not Receipt.objects.filter(corrects=sale).exists()


def test_a_supervisor_with_a_second_factor_approves_with_its_code(
    event: int, desk: Actor, supervisor: str, wall: Wall
) -> None:
    sale = sell(event, desk)
    phone = Client()
    log_in(phone, supervisor)
    app = enrol(phone, wall, "/staff/own/app/", password=PASSWORD)
    wall.passes(minutes=1)
    page = client_of(desk)
    missing = void(page, event, sale.pk)
    assert (missing.status_code, missing.json()["code"]) == (200, "code_needed")
    assert void(page, event, sale.pk, code="000000").json()["code"] == "wrong_password"
    assert not Receipt.objects.filter(corrects=sale).exists()
    assert void(page, event, sale.pk, code=app.code(wall)).json()["ok"]
    assert Receipt.objects.filter(corrects=sale).exists()


def test_a_supervisor_who_lacks_a_needed_second_factor_can_not_approve(
    event: int, desk: Actor, supervisor: str
) -> None:
    sale = sell(event, desk)
    asked = {"session_hours": 336, "idle_minutes": 0, "password_length": 8}
    press(set_login_policy, by=FIRST_START, factor_roles=["floor"], **asked)
    assert void(client_of(desk), event, sale.pk).json()["code"] == "no_factor"
    assert not Receipt.objects.filter(corrects=sale).exists()


def test_another_clerk_can_not_approve(event: int, desk: Actor) -> None:
    press(add_person, by=FIRST_START, username="mona", role="desk", password=PASSWORD)
    sale = sell(event, desk)
    answer = void(client_of(desk), event, sale.pk).json()
    assert (answer["code"], answer["message"]) == ("not_allowed", "Only Floor or Director can approve this.")


def test_password_is_not_checked_if_the_sale_cannot_be_voided(
    event: int, desk: Actor, floor: Actor, supervisor: str
) -> None:
    other = sell(event, floor)
    page = client_of(desk)
    codes = {void(page, event, other.pk, password=f"wrong {n}").json()["code"] for n in range(25)}
    assert codes == {"not_own_sale"}
    assert not Attempt.objects.exists()


@pytest.mark.usefixtures("stopped_time")
def test_wrong_approvals_do_not_lock_the_supervisors_login(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    page = client_of(desk)
    for n in range(25):
        void(page, event, sale.pk, password=f"wrong {n}")
    assert void(page, event, sale.pk).json()["code"] == "too_many"
    assert Client().post("/login/", {"username": "mona", "password": PASSWORD}).status_code == 302


def test_wrong_logins_do_not_hold_up_an_approval(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    for n in range(25):
        answer = Client().post("/login/", {"username": "mona", "password": f"wrong {n}"})
    assert answer.status_code == 429
    assert void(client_of(desk), event, sale.pk).json()["ok"]


def test_guesses_of_one_clerk_do_not_hold_up_another(
    event: int, desk: Actor, floor: Actor, supervisor: str
) -> None:
    sale = sell(event, desk)
    for n in range(25):
        void(client_of(desk), event, sale.pk, password=f"wrong {n}")
    bought = sell(event, floor, "Bert")
    assert void(client_of(floor), event, bought.pk).json()["ok"]


@pytest.mark.usefixtures("stopped_time")
def test_many_names_tried_by_one_clerk_are_slowed_down(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    page = client_of(desk)
    codes = [void(page, event, sale.pk, username=f"name {n}").json()["code"] for n in range(30)]
    assert codes.count("wrong_password") < 25
    assert codes[-1] == "too_many"


@pytest.mark.usefixtures("stopped_time")
def test_wrong_passwords_are_limited_as_at_a_login(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    page = client_of(desk)
    codes = [void(page, event, sale.pk, password=f"wrong {n}").json()["code"] for n in range(25)]
    assert codes[0] == "wrong_password"
    assert codes[-1] == "too_many"
    assert void(page, event, sale.pk).json()["code"] == "too_many"
    assert Attempt.objects.exists()


def test_only_a_sale_of_the_own_open_drawer_can_be_voided(
    event: int, desk: Actor, floor: Actor, supervisor: str
) -> None:
    sale = sell(event, desk)
    drawer(floor)
    assert void(client_of(floor), event, sale.pk).json()["code"] == "not_own_sale"
    press(close_drawer, by=desk, counted=0)
    press(open_drawer, by=desk, opening_float=0)
    assert void(client_of(desk), event, sale.pk).json()["code"] == "not_own_sale"


def test_an_older_sale_of_the_shift_is_voided_as_well(event: int, desk: Actor, supervisor: str) -> None:
    first = sell(event, desk)
    enter(event, desk, player("Bert", birth_date="1990-01-01"), [cash()])
    Receipt.objects.filter(pk=first.pk).update(at=first.at - timedelta(hours=2))
    assert void(client_of(desk), event, first.pk).json()["ok"]
    assert Receipt.objects.filter(corrects=first).exists()


def test_wrong_password_is_an_answer_and_no_failed_request(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    answer = void(client_of(desk), event, sale.pk, password="wrong")
    assert (answer.status_code, answer.json()["code"]) == (200, "wrong_password")


def booked(event: int, desk: Actor, name: str = "Ann") -> tuple[int, int]:
    """Reserve a place and sell it; return the player and the receipt."""
    who = player(name, birth_date="1990-01-01")
    press(reserve, event, by=desk, player=who)
    return who, enter(event, desk, who, [cash()])["receipt"]


def test_a_void_restores_the_reservation(event: int, desk: Actor, supervisor: str) -> None:
    drawer(desk)
    who, receipt = booked(event, desk)
    answer = void(client_of(desk), event, receipt).json()
    assert answer["answer"]["booking"] == "restored"
    row = Booking.objects.get(player=who)
    assert (row.state, row.entry, row.ended_at) == ("reserved", None, None)
    assert "The booking is open again" in text_of(ReadableEntry(JournalEntry.objects.get(kind="desk.refund")))
    # The restored reservation is sold again.
    enter(event, desk, who, [cash()])
    row.refresh_from_db()
    assert row.state == "entered"


def test_a_reservation_whose_place_is_gone_is_not_restored(event: int, desk: Actor, supervisor: str) -> None:
    drawer(desk)
    who, receipt = booked(event, desk)
    enter(event, desk, player("Bert", birth_date="1990-01-01"), [cash()])
    # The event has become smaller meanwhile.
    sold(event, capacity=1)
    answer = void(client_of(desk), event, receipt).json()
    assert answer["answer"]["booking"] == "lost"
    assert Booking.objects.get(player=who).state == "cancelled"


def test_a_place_on_the_waiting_list_is_restored_with_its_time(
    event: int, desk: Actor, floor: Actor, supervisor: str
) -> None:
    drawer(desk)
    who = player("Ann", birth_date="1990-01-01")
    press(wait, event, by=desk, player=who, wants="entry")
    since = Booking.objects.get(player=who).waiting_since
    receipt = enter(event, desk, who, [cash()])["receipt"]
    assert void(client_of(desk), event, receipt).json()["answer"]["booking"] == "restored"
    row = Booking.objects.get(player=who)
    assert (row.state, row.waiting_since) == ("waiting", since)


def test_a_plain_refund_cancels_the_reservation(event: int, desk: Actor, floor: Actor) -> None:
    drawer(desk)
    who, receipt = booked(event, desk)
    drawn = Receipt.objects.get(pk=receipt).drawer_id
    press(refund, event, by=floor, receipt=receipt, reason="ill", drawer=drawn)
    assert Booking.objects.get(player=who).state == "cancelled"


def test_card_payment_is_refunded_by_card(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk, by_card=True)
    before = cash_in(sale.drawer)
    assert void(client_of(desk), event, sale.pk).json()["ok"]
    assert cash_in(sale.drawer) == before
    assert Receipt.objects.get(corrects=sale).payments.get().method == "card"


def test_split_payment_is_refunded_in_both_ways(event: int, desk: Actor, supervisor: str) -> None:
    drawer(desk)
    bought = enter(event, desk, player("Ann", birth_date="1990-01-01"), [card(PRICE - 100), cash(100)])
    assert void(client_of(desk), event, bought["receipt"]).json()["ok"]
    back = Receipt.objects.get(corrects=bought["receipt"]).payments.values_list("method", "amount")
    assert dict(back) == {"card": 100 - PRICE, "cash": -100}


def test_several_events_that_were_paid_at_once_are_voided_at_once(
    event: int, make_event: MakesEvents, desk: Actor, supervisor: str
) -> None:
    first = sell(event, desk)
    other = make_event(book="tda")
    sold(other)
    bought = enter(other, desk, player("Bert", birth_date="1990-01-01"), [cash()])
    second = Receipt.objects.get(pk=bought["receipt"])
    page = client_of(desk)
    Receipt.objects.filter(pk__in=(first.pk, second.pk)).update(together=uuid.uuid4())
    same = str(uuid.uuid4())
    for _time in range(2):
        answer = void(page, event, first.pk, command_id=same).json()
        assert (answer["ok"], answer["answer"]["back"]) == (True, 2 * PRICE)
        assert answer["answer"]["money"] == [{"method": "cash", "amount": PRICE}] * 2
    assert Receipt.objects.filter(corrects__in=(first, second)).count() == 2


def test_several_events_are_voided_atomically(
    event: int, make_event: MakesEvents, desk: Actor, supervisor: str
) -> None:
    first = sell(event, desk)
    other = make_event(book="tda")
    sold(other)
    bought = enter(other, desk, player("Bert", birth_date="1990-01-01"), [cash()])
    Receipt.objects.update(together=uuid.uuid4())
    Tournament.objects.filter(pk=other).update(closed_at=first.at)
    assert void(client_of(desk), other, bought["receipt"]).json()["code"] == "event_closed"
    assert not Receipt.objects.filter(corrects__isnull=False).exists()
    assert not Entry.objects.filter(voided_at__isnull=False).exists()


@pytest.mark.django_db(transaction=True)
def test_a_void_waits_for_its_turn_to_write(event: int, desk: Actor, supervisor: str) -> None:
    sale = sell(event, desk)
    page = client_of(desk)
    answers: list[Any] = []

    def voids() -> None:
        try:
            answers.append(void(page, event, sale.pk).json())
        finally:
            connection.close()

    thread = threading.Thread(target=voids)
    # Somebody else writes.
    with turn():
        thread.start()
        if connection.vendor == "sqlite":
            until(lambda: waiting() == 1, message="the void does not queue")
            assert not Receipt.objects.filter(corrects=sale).exists()
    thread.join(60)
    assert answers[0]["ok"]
    assert waiting() == 0
