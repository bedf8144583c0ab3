"""Guests see games, open seats and lists without a login, by names as the board shows them."""

import pytest
from django.test import Client

from cash.commands.calls import call_next
from cash.commands.games import set_cash_room
from cash.commands.lists import join_list
from tests.cash.scenes import offer, open_game, people, sit
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor

pytestmark = pytest.mark.django_db


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_guests_see_games_open_seats_and_lists_by_initials(client: Client, floor: Actor) -> None:
    assert "No cash games now" in text(client, "/cash/")
    assert 'href="/cash/"' not in text(client, "/")
    game = open_game(7, seats=3)
    sit(7, {1: "Zoe Zahn"})
    offer(small_blind=1_000, big_blind=2_000)
    for one in people("Anna Berg", "Ben Cole"):
        press(join_list, by=floor, player=one, game=game)
    press(call_next, by=floor, game=game)
    page = text(client, "/cash/")
    assert 'href="/cash/"' in text(client, "/")
    assert "No-Limit Hold’em 5/10</h2>" in page
    assert "1 seat open" in page
    assert "A. B.</strong><span>called to table 7" in page
    assert '<li dir="auto">B. C.</li>' in page
    assert "No table yet · 0 interested" in page
    assert "Join a list on your own page" in page
    for name in ("Anna", "Berg", "Cole", "Zoe"):
        assert name not in page
    press(set_cash_room, by=FIRST_START, book="", shown_as="names", self_service=False)
    page = text(client, "/cash/")
    assert "Anna B" in page
    assert "Join a list on your own page" not in page
