"""Printed seat lists: the names and the order of the displays, by surname or by table."""

import json
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest
from django.test import Client

from players.models import Player
from seating.commands import bust
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import drawn_event
from tests.web.visitors import client_of, lines, text_of
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with 20 players at three tables; two of them are shown shortened or by nickname."""
    event = make_event(book="munot", name="Friday Deep")
    entries = drawn_event(event, 20, [1, 2, 3])
    shown_names = [
        {"name": "Özlem Zeller", "privacy": "full"},
        {"name": "Anna Berger", "privacy": "short"},
        {"name": "Carl Arnold", "privacy": "nickname", "nickname": "River Rat"},
    ]
    for entry, columns in zip(entries, shown_names, strict=False):
        Player.objects.filter(entries=entry).update(**columns)
    return event


def shown(client: Client, event: int, query: str = "") -> Any:
    """Return the answer of the printed page."""
    answer = client.get(f"/staff/t/{event}/seats/print/{query}")
    assert answer.status_code == 200
    return answer


def on_displays(event: int) -> list[tuple[str, int, int]]:
    """Return the seats that displays read."""
    answer = Client().get(f"/live/t{event}/seats/")
    return [(name, table, seat) for name, table, seat in json.loads(answer.content)["seats"]]


def test_list_by_name_is_that_of_the_displays(event: int, floor: Actor) -> None:
    answer = shown(client_of(floor), event)
    listed = on_displays(event)
    assert len(listed) == 20
    assert answer.context["names"] == listed
    text = text_of(answer)
    for name, table, seat in listed:
        row = f'<th scope="row">{name}</th><td class="num is-strong">{table}</td><td class="num">{seat}</td>'
        assert row in text


@pytest.mark.parametrize("by", ["name", "table"])
def test_names_are_shown_as_players_wish(event: int, floor: Actor, by: str) -> None:
    text = text_of(shown(client_of(floor), event, f"?by={by}"))
    for name in ("Zeller, Özlem", "B., Anna", "River Rat"):
        assert f'<th scope="row">{name}</th>' in text
    for name in ("Berger", "Arnold"):
        assert name not in text


def test_list_by_table_is_in_the_order_of_tables_and_seats(event: int, floor: Actor) -> None:
    answer = shown(client_of(floor), event, "?by=table")
    expected = sorted(on_displays(event), key=itemgetter(1, 2))
    assert answer.context["tables"] == [
        (table, list(some)) for table, some in groupby(expected, key=itemgetter(1))
    ]
    assert [table for table, _some in answer.context["tables"]] == [1, 2, 3]
    assert "<caption>Table 2</caption>" in text_of(answer)


def test_head_names_the_event_the_count_and_the_time(event: int, floor: Actor) -> None:
    text = text_of(shown(client_of(floor), event))
    head = text[text.index("seat-list-head") : text.index("seat-list-body")]
    for part in ("Friday Deep", "20 players", "Seats by name", "as of "):
        assert part in head
    assert "Seats by table" in text_of(shown(client_of(floor), event, "?by=table"))


def test_a_busted_player_is_not_listed(event: int, floor: Actor) -> None:
    press(bust, event, by=floor, entry=Entry.objects.get(player__name="Anna Berger").pk)
    text = text_of(shown(client_of(floor), event))
    assert "B., Anna" not in text
    assert "19 players" in text


def test_a_large_field_is_printed_in_parts_without_splitting_a_table(
    event: int, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.floor.seats_print._NAMES_AT_ONCE", 15)
    monkeypatch.setattr("web.floor.seats_print._TABLES_AT_ONCE", 2)
    client = client_of(floor)
    names = [shown(client, event, f"?part={part}").context["names"] for part in (1, 2)]
    assert [len(part) for part in names] == [15, 5]
    assert [*names[0], *names[1]] == on_displays(event)
    tables = [shown(client, event, f"?by=table&part={part}").context["tables"] for part in (1, 2)]
    assert [[table for table, _some in part] for part in tables] == [[1, 2], [3]]
    assert "?by=table&amp;part=2" in text_of(shown(client, event, "?by=table"))


def test_an_event_without_seats_says_so_and_odd_queries_print_the_list(
    event: int, floor: Actor, make_event: MakesEvents
) -> None:
    client, before = client_of(floor), lines(event)
    for query in ("?by=x", "?by=%00", "?part=0", "?part=9999999999999999999999", "?by=table&part=²"):
        shown(client, event, query)
    assert lines(event) == before
    text = text_of(shown(client, make_event(name="Other")))
    assert "No players have a seat yet." in text
    assert "seat-list" not in text
    assert client.get("/staff/t/999999/seats/print/").status_code == 404
    assert client.post(f"/staff/t/{event}/seats/print/").status_code == 405


def test_lists_are_linked_from_the_tables_and_the_seat_cards(event: int, desk: Actor) -> None:
    client, link = client_of(desk), f'href="/staff/t/{event}/seats/print/"'
    for page in ("tables", "cards"):
        assert link in text_of(client.get(f"/staff/t/{event}/{page}/")), page
