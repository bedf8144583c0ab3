"""Print for players who change tables: the list by source table, and the slips."""

from typing import Any

import pytest
from django.test import Client

from seating.commands import arrive, break_table, bust, swap_seats
from seating.models import Move
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import drawn_event, places_of
from tests.web.visitors import client_of, lines, text_of
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Make an event in which two players of tables 1 and 3 have swapped, and then table 2 broke."""
    event = make_event(book="munot", name="Friday Deep")
    entries = drawn_event(event, 20, [1, 2, 3])
    places = places_of(event)
    swap = []
    for number in (1, 3):
        one, other, third = [entry for entry in entries if places[entry][0] == number][:3]
        press(bust, event, by=floor, entry=one)
        press(bust, event, by=floor, entry=other)
        swap.append(third)
    press(swap_seats, event, by=floor, one=swap[0], other=swap[1])
    press(break_table, event, by=floor, number=2)
    return event


def shown(client: Client, event: int, query: str = "") -> Any:
    answer = client.get(f"/staff/t/{event}/moves/print/{query}")
    assert answer.status_code == 200
    return answer


def test_list_is_sorted_by_source_table_and_seat(event: int, floor: Actor) -> None:
    answer = shown(client_of(floor), event)
    tables = answer.context["tables"]
    assert [table for table, _some in tables] == [1, 2, 3]
    for _table, some in tables:
        seats = [one["from_seat"] for one in some]
        assert seats == sorted(seats)
    text = text_of(answer)
    assert f"From table 2 · {Move.objects.filter(kind='break').count()} players" in text
    for move in Move.objects.select_related("entry__player", "to_table__table"):
        assert f'<th scope="row">{move.entry.player.name}</th>' in text
        for number in (move.to_table.table.number, move.to_seat):
            assert f'<td class="num is-strong">{number}</td>' in text


def test_slip_shows_former_and_new_seat(event: int, floor: Actor) -> None:
    answer = shown(client_of(floor), event, "?paper=roll")
    text = text_of(answer)
    assert text.count('<article class="slip">') == Move.objects.count()
    move = Move.objects.filter(kind="break").select_related("entry__player", "to_table__table")[0]
    slip = next(part for part in text.split("<article") if move.entry.player.name in part)
    assert f"from table 2, seat {move.from_seat}" in slip
    assert f"<dd>{move.to_table.table.number}</dd>" in slip
    assert f"<dd>{move.to_seat}</dd>" in slip


def test_batch_print_omits_arrived_players(event: int, floor: Actor) -> None:
    client = client_of(floor)
    move = Move.objects.filter(kind="break")[0]
    answer = shown(client, event, f"?batch={move.batch}")
    assert [one["kind"] for one in answer.context["batches"]] == ["break", "swap"]
    assert {one["kind"] for one in answer.context["moves"]} == {"break"}
    people = Move.objects.filter(kind="break").count()
    assert len(answer.context["moves"]) == people
    press(arrive, event, by=floor, move=move.pk)
    assert len(shown(client, event, f"?batch={move.batch}").context["moves"]) == people - 1
    assert len(shown(client, event).context["moves"]) == people + 1


def test_printing_writes_no_entry_and_reports_unknown_items(
    event: int, floor: Actor, make_event: MakesEvents
) -> None:
    client, before = client_of(floor), lines(event)
    for query in ("?batch=x", "?batch=²", "?batch=9999999999999999999999", "?part=0&paper=gold", "?batch=1"):
        shown(client, event, query)
    assert lines(event) == before
    assert "No moves pending." in text_of(shown(client, make_event(name="Other")))
    assert client.get("/staff/t/999999/moves/print/").status_code == 404


def test_a_large_redraw_is_printed_in_parts(
    event: int, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.floor.moves_print._SLIPS_AT_ONCE", 4)
    client = client_of(floor)
    parts = [shown(client, event, f"?paper=roll&part={part}").context["moves"] for part in (1, 2, 3)]
    people = Move.objects.count()
    assert len(parts[0]) == 4
    assert len({one["name"] for part in parts for one in part}) == people
