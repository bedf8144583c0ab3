"""The dealer's tablet of a cash table: who may open it, and which tables it offers."""

import json
from typing import Any

import pytest
from django.test import Client

from cash.boards.table import cash_table, tables_concerned
from cash.commands.money import confirm_money, move_tray
from cash.commands.time_collection import collect_time
from seating.commands import assign_tables
from tests.cash.scenes import BUY_IN, offer, open_game, sit, take_away
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.seating_scenes import seated
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor, Role
from tourney.models import JournalEntry
from web.shared.landing import landing_page

pytestmark = pytest.mark.django_db
shown = as_sent(cash_table)
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


def test_a_dealer_reads_stakes_and_tray_of_the_own_table_only(table: int, dealer: Actor, person: Any) -> None:
    open_game(8, offer(small_blind=1_000, big_blind=2_000))
    sit(8, {1: "Dora"}, buy_in=123_400)
    client = client_of(person("olga", Role.DEALER, tables=(7,)))
    own = json.loads(client.get(f"{TABLET}money/").content)
    assert (own["on_table"], own["stakes"]) == (3 * BUY_IN, {"1": BUY_IN, "2": BUY_IN, "3": BUY_IN})
    assert client.get("/staff/cash/dealer/8/money/").status_code == 403
    assert "123400" not in client.get("/live/room/").content.decode()
    assert client.get("/staff/cash/dealer/9/money/").status_code in {403, 404}


def test_the_board_of_a_table_says_who_paid_the_period_and_what_is_on_its_way(
    floor: Actor, director: Actor
) -> None:
    open_game(7, offer(collection="time", time_charge=700, time_minutes=30))
    sit(7, {1: "Anna", 2: "Ben"})
    press(collect_time, by=floor, table=7, seats=[1])
    asked = press(move_tray, by=floor, table=7, kind="fill", amount=100_000)
    board = shown(0, "7")
    assert (board["collected"], board["on_way"]) == (0, 1)
    assert [one["paid_period"] for one in board["chairs"]] == [0, None]
    assert asked.answer is not None
    # The dealer's tablet hears of it, also where only the row of the fill has changed.
    done = press(confirm_money, by=director, money=asked.answer["money"])
    changes = JournalEntry.objects.get(seq=done.seq, tournament=None).changes
    assert tables_concerned(changes) == {"7"}
    assert shown(0, "7")["on_way"] == 0


def test_a_dealer_without_a_table_takes_the_cash_table_it_chooses(table: int, person: Any) -> None:
    new = person("nina", Role.DEALER, tables=())
    client = client_of(new)
    page = text_of(client.get(CHOICE))
    assert "No-Limit Hold’em 5/10" in page
    command = "00000000-0000-4000-8000-000000000001"
    answer = client.post(CHOICE, {"number": "7", "command_id": command})
    assert (answer.status_code, answer["Location"]) == (302, TABLET)


def test_a_dealer_of_another_table_is_shown_the_own_tables(
    table: int, person: Any, director: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    seated(event, {9: (1, 3)})
    other = person("olga", Role.DEALER, tables=(9,))
    client = client_of(other)
    answer = client.get(TABLET)
    assert (answer.status_code, answer["Location"]) == (302, CHOICE)
    assert "where no cash game is played" in text_of(client.get(CHOICE))
    # With the cash table assigned, the login begins at its tablet.
    press(assign_tables, by=director, user=int(other.key.partition(":")[2]), tables=[7])
    assert landing_page(other) == TABLET
    assert "No-Limit Hold’em 5/10" in text_of(client.get(f"/staff/t/{event}/dealer/"))
