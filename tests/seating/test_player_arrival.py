"""Players confirm their arrival at the new seat on their phones."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from notifications.boards import own as own_pages
from notifications.services.texts import first_words
from players.models import Player
from seating.boards import public
from seating.commands import arrive_all, bust, mark_absent, swap_seats
from seating.commands.own_moves import own_arrive
from seating.models import Move, Seat
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import press, refusal
from tests.fixtures.wire import as_sent
from tests.phone.people import a_player, path_of
from tests.seating.people import drawn_event, in_turns, places_of
from tourney.access.roles import Actor, Role
from tourney.models import Entry, Token

mine_of = as_sent(own_pages.mine_of)

moves = as_sent(public.moves)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(event: int, floor: Actor) -> list[Move]:
    """Swap the seats of two players."""
    drawn_event(event, 12, [1, 2])
    entries = in_turns(event)
    press(swap_seats, event, by=floor, one=entries[0], other=entries[1])
    return list(Move.objects.order_by("entry_id"))


def phone_of(player: Player) -> Actor:
    """Return the actor of a player who signed in by link."""
    path_of(player)
    token = Token.objects.get(player=player)
    return Actor(f"token:{token.pk}", token.label, Role.PLAYER)


def test_seated_player_confirms_their_arrival(event: int, sent: list[Move]) -> None:
    player = sent[0].entry.player
    press(own_arrive, event, by=phone_of(player), move=sent[0].pk)
    sent[0].refresh_from_db()
    assert sent[0].arrived_at is not None
    board = moves(event)
    assert board is not None
    assert [row[0] for row in board["batches"][0]["rows"]] == [sent[1].pk]
    assert refusal(own_arrive, event, by=phone_of(player), move=sent[0].pk).code == "not_under_way"
    journal_tells_the_rows()


def test_who_has_arrived_is_no_longer_away(event: int, floor: Actor, sent: list[Move]) -> None:
    own, other = sent
    for move in sent:
        press(mark_absent, event, by=floor, entry=move.entry_id)
    press(own_arrive, event, by=phone_of(own.entry.player), move=own.pk)
    away = Seat.objects.filter(absent_since__isnull=False)
    assert [seat.entry_id for seat in away] == [other.entry_id]
    press(arrive_all, event, by=floor, number=other.to_table.table.number)
    assert not away.all()
    assert not Seat.objects.filter(absent_from__isnull=False)
    journal_tells_the_rows()


def test_player_confirms_only_their_own_arrival(event: int, sent: list[Move]) -> None:
    other = phone_of(sent[1].entry.player)
    assert refusal(own_arrive, event, by=other, move=sent[0].pk).code == "not_found"
    stranger = phone_of(a_player("Stranger"))
    assert refusal(own_arrive, event, by=stranger, move=sent[0].pk).code == "not_found"
    assert not Move.objects.filter(arrived_at__isnull=False).exists()


def test_the_staff_and_a_revoked_link_have_no_table_to_arrive_at(
    event: int, sent: list[Move], floor: Actor
) -> None:
    assert refusal(own_arrive, event, by=floor, move=sent[0].pk).code == "not_allowed"
    player = phone_of(sent[0].entry.player)
    Token.objects.filter(player=sent[0].entry.player).update(revoked_at=sent[0].made_at)
    assert refusal(own_arrive, event, by=player, move=sent[0].pk).code == "no_player"


def test_phone_cannot_confirm_a_move_that_was_replaced(event: int, sent: list[Move], floor: Actor) -> None:
    entries = [move.entry_id for move in sent]
    press(swap_seats, event, by=floor, one=entries[0], other=entries[1])
    player = phone_of(sent[0].entry.player)
    assert refusal(own_arrive, event, by=player, move=sent[0].pk).code == "not_under_way"
    assert Move.objects.filter(arrived_at__isnull=True, dropped_at__isnull=True).count() == 2


def test_phone_shows_the_former_seat_until_the_move_is_confirmed(
    event: int, sent: list[Move], floor: Actor
) -> None:
    places = places_of(event)
    players = [move.entry.player_id for move in sent]
    mine = mine_of(event, players)
    for move, other in zip(sent, reversed(sent), strict=True):
        seen = mine[move.entry.player_id]
        assert (seen["table"], seen["seat"]) == places[move.entry_id]
        shown = seen["move"]
        assert (shown["move"], shown["kind"]) == (move.pk, "swap")
        assert (shown["table"], shown["seat"]) == places[other.entry_id]
    table, seat = places[sent[0].entry_id]
    was_table, was_seat = places[sent[1].entry_id]
    card = first_words(mine[players[0]])
    assert card["title"] == f"Your new seat: table {table}, seat {seat}"
    assert card["note"] == f"from table {was_table}, seat {was_seat}"
    press(own_arrive, event, by=phone_of(sent[0].entry.player), move=sent[0].pk)
    assert mine_of(event, players)[players[0]]["move"] is None
    assert first_words(mine_of(event, players)[players[0]])["title"] == "Your seat"
    press(bust, event, by=floor, entry=sent[1].entry_id)
    assert mine_of(event, players)[players[1]]["move"] is None


def pressed(path: str, event: int, **values: Any) -> Any:
    """Press the phone's button and return the response."""
    body = {"command_id": str(uuid.uuid4()), **values}
    return Client().post(
        f"{path}t/{event}/self_service.arrive/", json.dumps(body), content_type="application/json"
    )


def test_the_phones_button_arrives_once_and_its_argument_is_checked(event: int, sent: list[Move]) -> None:
    path = path_of(sent[0].entry.player)
    assert pressed(path, event).json()["code"] == "bad_argument"
    assert pressed(path, event, move="x").json()["code"] == "bad_argument"
    assert pressed(path, event, move=sent[1].pk).json()["code"] == "not_found"
    command = str(uuid.uuid4())
    first = pressed(path, event, move=sent[0].pk, command_id=command).json()
    again = pressed(path, event, move=sent[0].pk, command_id=command).json()
    assert (first["ok"], first["repeated"], again["repeated"]) == (True, False, True)
    assert Entry.objects.get(pk=sent[0].entry_id).in_play
