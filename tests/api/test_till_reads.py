"""Reads of the till match the documentation, and only permitted callers get them."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pydantic import TypeAdapter

from api.schemas import receipts
from desk.commands.refunds import refund
from desk.commands.vouchers import issue_tickets, issue_vouchers
from tests.api.caller import Program, program_of
from tests.desk.tills import drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor, Role
from tourney.access.viewers import digest_of_secret
from tourney.commands import issue_token
from tourney.models import User


def test_till_reads_match_their_schemas(
    program: Program, make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    shift = drawer(floor)
    anna = player("Anna")
    sale = enter(event, floor, anna)
    press(refund, event, by=floor, receipt=sale["receipt"], reason="a slip")
    press(issue_vouchers, by=director, value=500, count=2)
    press(issue_tickets, event, by=director, players=[anna])
    for path, shape in {
        "drawers": list[receipts.DrawerBoard],
        f"drawers/{shift}": receipts.DrawerReport,
        f"receipts/{sale['receipt']}": receipts.ReceiptBoard,
        f"tournaments/{event}/receipts": list[receipts.ReceiptBoard],
        f"tournaments/{event}/till": receipts.EventReport,
        "vouchers": list[receipts.VoucherBoard],
        f"tournaments/{event}/tickets": list[receipts.TicketBoard],
    }.items():
        response = program.get(path)
        assert response.status_code == 200, (path, response.content)
        assert response.json(), path
        TypeAdapter(shape).validate_python(response.json())
    assert program.get(f"tournaments/{event}/till").json()["sold"]["amount"] == 0
    assert program.get("drawers/mine").status_code == 404
    [first] = program.get("drawers", before=shift + 1, limit=1).json()
    assert first["drawer"] == shift


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.DESK, {"receipts/1"}),
        (Role.FLOOR, {"receipts/1", "tournaments/1/receipts"}),
        (Role.DEALER, set()),
    ],
)
def test_money_is_shown_only_to_readers_with_permission(db: None, role: Role, allowed: set[str]) -> None:
    program = program_of(role)
    paths = {"drawers", "drawers/1", "receipts/1", "tournaments/1/receipts", "tournaments/1/till", "vouchers"}
    forbidden = {path for path in paths if program.get(path).status_code == 403}
    # Without the permission a clerk can't see another clerk's drawer, nor whether it exists.
    assert paths - forbidden - {"drawers/1"} == allowed


def test_reading_receipts_takes_as_many_queries_for_ten_as_for_one(
    make_event: MakesEvents, floor: Actor, django_assert_max_num_queries: object
) -> None:
    from desk.boards import till
    from desk.boards.receipts import receipts as receipts_shown

    event = make_event(book="munot")
    sold(event)
    drawer(floor)
    for number in range(10):
        enter(event, floor, player(f"Player {number}"))
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        assert len(receipts_shown(event=event)) == 10
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        assert len(till.drawers()) == 1


def test_a_clerk_sees_the_own_drawer_blind_over_http(
    make_event: MakesEvents, floor: Actor, client: object
) -> None:
    from tests.fixtures.room import PASSWORD

    event = make_event(book="munot")
    sold(event)
    shift = drawer(floor)
    enter(event, floor, player("Anna"))
    client.post("/login/", {"username": "flo", "password": PASSWORD})  # type: ignore[attr-defined]
    for path in ("drawers/mine", f"drawers/{shift}"):
        response = client.get(f"/api/v1/{path}")  # type: ignore[attr-defined]
        assert response.status_code == 200, response.content
        assert response.json()["expected"] is None
        assert response.json()["receipts"] == 1


def test_the_own_drawer_stays_blind_by_a_token_that_its_clerk_issued(
    make_event: MakesEvents, director: Actor, floor: Actor
) -> None:
    event = make_event(book="munot")
    sold(event)
    own, other = drawer(director), drawer(floor)
    enter(event, director, player("Anna"))
    secret = "0123456789abcdef0123456789abcdef"
    issued = {"label": "back office", "role": "director", "digest": digest_of_secret(secret)}
    user = User.objects.get(username=director.name)
    client = Client()
    client.force_login(user)
    proof = {"own_digest": user.get_session_auth_hash(), "own_session": Session.objects.get().pk}
    press(issue_token, by=director, **issued, **proof)
    program = Program(secret)
    assert program.get(f"drawers/{own}").json()["expected"] is None
    assert program.get(f"drawers/{own}").json()["sold"] is None
    assert program.get(f"drawers/{other}").json()["expected"] is not None
    content = {one["drawer"]: one["expected"] for one in program.get("drawers").json()}
    assert content[own] is None
    assert content[other] is not None
    # Others may read it, but only its clerk sells from it.
    assert program.get("drawers/mine").status_code == 404
