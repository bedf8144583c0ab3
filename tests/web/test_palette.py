"""The command palette: what it offers a role, and its search."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from tests.web.till_room import drawer_of, drawn, event, on_sale, sold_to
from tests.web.visitors import text_of
from tourney.access.roles import Actor, Role

__all__ = ["event"]
pytestmark = pytest.mark.django_db


def config_of(client: Client, path: str) -> dict[str, Any]:
    """Return what the palette offers on a page."""
    found = re.search(
        r'<script id="palette-config" type="application/json">(.*?)</script>', text_of(client.get(path))
    )
    assert found is not None
    config: dict[str, Any] = json.loads(found[1])
    return config


def found(client: Client, **query: object) -> list[dict[str, str]]:
    """Return the results of a search."""
    rows: list[dict[str, str]] = client.get("/staff/find/", query).json()["found"]
    return rows


@pytest.mark.soak
def test_every_page_offered_opens_for_each_role(people: dict[Role, Client], event: int) -> None:
    for role, client in people.items():
        config = config_of(client, f"/staff/t/{event}/")
        addresses = [page["address"] for page in config["pages"]]
        assert f"/staff/t/{event}/results/" in addresses
        for address in addresses:
            assert client.get(address).status_code == 200, (role, address)


def test_actions_are_offered_to_those_who_may_give_them(people: dict[Role, Client], event: int) -> None:
    for role, client in people.items():
        config = config_of(client, f"/staff/t/{event}/")
        assert config["clock"] is (role in {Role.DIRECTOR, Role.FLOOR}), role
        new = "/staff/new/" in [page["address"] for page in config["pages"]]
        assert new is (role is Role.DIRECTOR), role
        assert config_of(client, "/staff/")["clock"] is False


def test_a_table_opens_on_the_map_or_on_a_dealers_tablet(people: dict[Role, Client], event: int) -> None:
    at = f"/staff/t/{event}"
    assert config_of(people[Role.DESK], f"{at}/")["table"] == f"{at}/floor/#table-"
    assert config_of(people[Role.DEALER], f"{at}/")["table"] == f"{at}/dealer/"
    assert config_of(people[Role.DIRECTOR], "/staff/")["table"] == ""


def test_a_player_is_found_where_they_are(people: dict[Role, Client], event: int, desk: Actor) -> None:
    on_sale(event)
    drawer_of(desk)
    sale = sold_to(desk, event, "Anna Berger")
    client = people[Role.DESK]
    (before,) = found(client, q="anna", t=event)
    assert before["address"] == f"/staff/desk/{event}/?player={sale['player']}"
    drawn(event)
    (seated,) = found(client, q="berg an", t=event)
    assert re.fullmatch(rf"/staff/t/{event}/floor/#table-[12]", seated["address"])
    assert seated["where"].startswith("Table ")
    (anywhere,) = found(client, q="anna")
    assert (anywhere["kind"], anywhere["address"]) == ("player", f"/staff/room/players/{sale['player']}/")
    for row in (before, anywhere):
        assert client.get(row["address"]).status_code == 200


def test_dealers_find_events_but_no_players(people: dict[Role, Client], make_event: Any, desk: Actor) -> None:
    event = on_sale(make_event(name="Anna’s night", book="munot"))
    drawer_of(desk)
    sold_to(desk, event, "Anna Berger")
    assert [row["kind"] for row in found(people[Role.DEALER], q="anna", t=event)] == ["event"]
    assert [row["kind"] for row in found(people[Role.DESK], q="anna", t=event)] == ["player", "event"]


@pytest.mark.parametrize(
    "query", [{}, {"q": " "}, {"q": "\x00"}, {"q": "x" * 500}, {"q": "a", "t": "x²"}, {"q": "a", "t": 9**30}]
)
def test_odd_queries_find_nothing(people: dict[Role, Client], query: dict[str, object]) -> None:
    assert found(people[Role.DIRECTOR], **query) == []


def test_visitors_without_a_login_search_nothing(client: Client) -> None:
    assert client.get("/staff/find/", {"q": "anna"}).status_code == 302


def test_a_page_is_found_by_what_is_on_it(people: dict[Role, Client], event: int) -> None:
    pages = config_of(people[Role.DIRECTOR], f"/staff/t/{event}/")["pages"]
    also = {page["address"]: page["also"] for page in pages}
    assert "draw seats" in also[f"/staff/t/{event}/tables/"]
    assert [address for address, words in also.items() if "sponsor" in words]
