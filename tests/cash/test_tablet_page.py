"""The dealer's tablet of a cash table: who may open it, and which tables it offers."""

import json
from typing import Any

import pytest
from django.test import Client

from seating.commands import assign_tables
from tests.cash.scenes import open_game, sit, take_away
from tests.fixtures.room import MakesEvents, press
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor, Role
from web.shared.landing import landing_page

pytestmark = pytest.mark.django_db
TABLET = "/staff/cash/dealer/7/"
CHOICE = "/staff/cash/dealer/"


@pytest.fixture
def table() -> int:
    """Open a game at table 7 with three players."""
    open_game(7)
    sit(7, {1: "Anna", 2: "Ben", 3: "Cid"})
    return 7


def test_the_tablet_gets_its_table_with_what_is_owed(table: int, dealer: Actor) -> None:
    take_away(dealer, 2, missed=("big",))
    client = client_of(dealer)
    answer = client.get(TABLET)
    assert answer.status_code == 200
    assert "table" in json.loads(
        answer.content.decode().split('id="config" type="application/json">')[1].split("<")[0]
    )
    boards = json.loads(client.get("/live/room/").content)["boards"]
    ben = next(one for one in boards["cash_table:7"]["chairs"] if one["seat"] == 2)
    assert [way["choice"] for way in ben["ways"]] == ["wait", "post", "big_blind"]
    assert "cash_table:7" not in json.loads(Client().get("/live/room/").content)["boards"]


def test_a_dealer_without_a_table_takes_the_cash_table_it_chooses(table: int, person: Any) -> None:
    new = person("nina", Role.DEALER, tables=())
    client = client_of(new)
    page = text_of(client.get(CHOICE))
    assert "No-limit hold’em 5/10" in page
    command = "00000000-0000-4000-8000-000000000001"
    answer = client.post(CHOICE, {"number": "7", "command_id": command})
    assert (answer.status_code, answer["Location"]) == (302, TABLET)


def test_a_dealer_of_another_table_is_shown_the_own_tables(
    table: int, person: Any, director: Actor, make_event: MakesEvents
) -> None:
    other = person("olga", Role.DEALER, tables=(9,))
    client = client_of(other)
    answer = client.get(TABLET)
    assert (answer.status_code, answer["Location"]) == (302, CHOICE)
    assert "where no cash game is played" in text_of(client.get(CHOICE))
    # With the cash table assigned, the login begins at its tablet.
    press(assign_tables, by=director, user=int(other.key.partition(":")[2]), tables=[7])
    assert landing_page(other) == TABLET
    event = make_event()
    assert "No-limit hold’em 5/10" in text_of(client.get(f"/staff/t/{event}/dealer/"))
