"""A player's own place in the cash room, on the board of their phone and through its link."""

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cash.boards import own
from cash.commands.calls import call_next
from cash.commands.changes import ask_for_change
from cash.commands.lists import join_list
from cash.commands.seats import take_seat
from cash.models import CashSeat, DinnerBreak, ListEntry
from notifications.commands.player_links import path_of
from notifications.services.push import message_of
from tests.cash.scenes import BUY_IN, offer, open_game, people, person, sit
from tests.fixtures.room import press
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.live.publish import envelope_of
from tourney.models import Notice
from tourney.now import room_now, to_ms

cash_of = as_sent(own.cash_of)
pytestmark = pytest.mark.django_db


def mine(player: int) -> Any:
    return cash_of(0, [player])[player]


def test_a_player_sees_the_place_on_each_list_and_who_is_ahead(floor: Actor) -> None:
    game, other = open_game(7), offer(small_blind=1_000, big_blind=2_000)
    anna, ben, cid = people("Anna", "Ben", "Cid")
    for one in (anna, ben, cid):
        press(join_list, by=floor, player=one, game=game)
    press(join_list, by=floor, player=cid, game=other)
    assert [(one["name"], one["position"]) for one in mine(cid)["places"]] == [
        ("No-Limit Hold’em 5/10", 3),
        ("No-Limit Hold’em 10/20", 1),
    ]
    press(call_next, by=floor, game=game)
    assert [(one["position"], one["called"]) for one in mine(cid)["places"]] == [(2, 1), (1, 0)]
    (call,) = mine(anna)["places"]
    row = ListEntry.objects.get(player=anna)
    assert (call["position"], call["table"], call["until"]) == (0, 7, to_ms(row.answer_until))
    assert [one["kind"] for one in mine(anna)["notices"]] == ["cash_called"]
    assert mine(person("Dora")) == {"places": [], "seat": None, "notices": []}
    # Once seated, the player is no longer told to come.
    press(take_seat, by=floor, player=anna, table=7, seat=1, buy_in=BUY_IN)
    assert mine(anna)["notices"] == []


def test_a_player_sees_the_seat_the_request_for_a_change_and_the_end_of_dinner(floor: Actor) -> None:
    open_game(7)
    anna = sit(7, {3: "Anna"})[3]
    press(ask_for_change, by=floor, player=anna)
    page = mine(anna)
    assert (page["seat"]["table"], page["seat"]["seat"], page["seat"]["dinner_until"]) == (7, 3, None)
    assert [one["kind"] for one in page["places"]] == ["change"]
    seat, now = CashSeat.objects.get(), room_now()
    rest = {"day": now.date(), "stake": BUY_IN, "counted_by": "Flo"}
    until = now.replace(year=now.year + 1)
    DinnerBreak.objects.create(seat=seat, began_at=now, until=until, **rest)
    assert mine(anna)["seat"]["dinner_until"] == to_ms(until)


def test_a_full_list_is_read_for_all_phones_in_a_handful_of_queries(floor: Actor) -> None:
    game = open_game(7)
    found = people(*(f"Player {number}" for number in range(12)))
    for one in found[1:]:
        press(join_list, by=floor, player=one, game=game)
    press(take_seat, by=floor, player=found[0], table=7, seat=1, buy_in=BUY_IN)
    with CaptureQueriesContext(
        connection,
    ) as read:
        cash_of(0, found)
    assert len(read) <= 8


def test_a_change_of_the_list_is_read_for_all_connected_phones_and_not_by_the_press(floor: Actor) -> None:
    game, anna = offer(), person("Anna")
    press(join_list, by=floor, player=anna, game=game)
    envelope = envelope_of("room", 1, ["cash_lists"], [anna], late=False)
    assert "cash" not in (envelope.own or {}).get(anna, {})


def test_the_phone_joins_and_leaves_a_list_through_its_link(floor: Actor, client: Client) -> None:
    game, anna = offer(), person("Anna")
    page = path_of(anna)

    def sent(kind: str, **values: Any) -> Any:
        body = json.dumps({"command_id": str(uuid.uuid4()), **values})
        return client.post(f"{page}room/{kind}/", body, content_type="application/json").json()

    assert "You have no event today</h2>" in client.get(page).content.decode()
    answer = sent("self_service.cash_join", game=game)
    assert answer["ok"]
    text = client.get(page).content.decode()
    assert '<h2 class="answer-title" id="answer-title">No-Limit Hold’em 5/10</h2>' in text
    assert sent("self_service.cash_join", game=game)["code"] == "already_on_list"
    assert sent("cash_list.leave", entry=answer["answer"]["entry"])["code"] == "unknown_command"
    assert sent("self_service.reserve")["code"] == "unknown_command"
    assert sent("self_service.cash_leave", entry=answer["answer"]["entry"])["ok"]
    assert not ListEntry.objects.filter(state="waiting").exists()


def test_a_call_is_pushed_with_its_table_and_game(floor: Actor) -> None:
    game, anna = open_game(7), person("Anna")
    press(join_list, by=floor, player=anna, game=game)
    press(call_next, by=floor, game=game)
    message = json.loads(message_of(Notice.objects.get(), "en"))
    assert (message["title"], message["body"]) == (
        "Cash games",
        "Your seat is open: table 7, No-Limit Hold’em 5/10. Come to the table.",
    )
