"""Penalties on the staff pages: the proposal, a player's record, the file, and how long they are kept."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from penalties.commands.penalties import impose
from penalties.models import Keeping, Penalty
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import Places, seated
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event with Munot's rules."""
    return make_event(book="munot")


@pytest.fixture
def at(event: int) -> Places:
    """Seat four players at table 1; return the entry at each (table, seat)."""
    return seated(event, {1: (1, 3, 5, 7)})


def given(event: int, entry: int, kind: str, reason: str = "Soft play", **more: Any) -> Penalty:
    done = press(impose, event, by=HOUSE, entry=entry, kind=kind, reason=reason, **more)
    assert done.answer is not None
    return Penalty.objects.get(pk=done.answer["penalty"])


def test_penalty_length_is_proposed_from_earlier_penalties(
    event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    page = client_of(floor)
    found = page.get(f"/staff/t/{event}/floor/penalty/{at[1, 3]}/").json()
    assert (found["orbits"], found["hands"], found["players"], found["earlier"]) == (1, 4, 4, 0)
    given(event, at[1, 3], "warning")
    given(event, at[1, 3], "orbits")
    found = page.get(f"/staff/t/{event}/floor/penalty/{at[1, 3]}/").json()
    assert (found["orbits"], found["earlier"], found["ever"]) == (5, 1, 2)
    assert (found["last"][0]["kind"], found["last"][0]["reason"]) == ("orbits", "Soft play")
    assert page.get(f"/staff/t/{event}/floor/penalty/9999/").status_code == 404
    assert client_of(dealer).get(f"/staff/t/{event}/floor/penalty/{at[1, 3]}/").status_code == 403


def test_earlier_penalties_are_shown_to_staff_only(
    event: int, at: Places, floor: Actor, dealer: Actor
) -> None:
    given(event, at[1, 3], "orbits", count=2)
    player = Entry.objects.get(pk=at[1, 3]).player_id
    record = text_of(client_of(floor).get(f"/staff/room/players/{player}/"))
    for words in ("2 orbits", "Friday Deep", "Soft play", "Munot 71"):
        assert words in record
    assert client_of(dealer).get(f"/staff/room/players/{player}/").status_code == 403
    assert Client().get(f"/staff/room/players/{player}/").status_code == 302


def test_all_of_an_event_as_a_file(event: int, at: Places, floor: Actor, dealer: Actor) -> None:
    given(event, at[1, 3], "hands", count=2)
    given(event, at[1, 5], "warning", reason="=1+1")
    answer = client_of(floor).get(f"/staff/t/{event}/penalties.csv")
    text = answer.content.decode().removeprefix("\ufeff")
    mark = ";" if ";" in text.splitlines()[0] else ","
    rows = list(csv.DictReader(io.StringIO(text), delimiter=mark))
    assert [(row["Kind"], row["Quantity"], row["Hands left"], row["Outcome"]) for row in rows] == [
        ("hands", "2", "2", ""),
        ("warning", "", "", "served"),
    ]
    # A spreadsheet does not run the typed text as a formula.
    assert rows[1]["Reason"] == "'=1+1"
    assert client_of(dealer).get(f"/staff/t/{event}/penalties.csv").status_code == 403


def test_room_sets_how_long_penalties_are_remembered(director: Actor) -> None:
    page = client_of(director)
    asked = page.get("/staff/room/desk/").content.decode()
    assert 'name="months"' in asked
    command = "8f14e45f-ceea-467f-ab1b-6b2c1a1b2c3d"
    answer = page.post("/staff/room/desk/", {"what": "penalties", "months": "24", "command_id": command})
    assert answer.status_code == 302
    assert Keeping.objects.get().months == 24
    assert 'value="24"' in page.get("/staff/room/desk/").content.decode()
    command = "9f14e45f-ceea-467f-ab1b-6b2c1a1b2c3d"
    wrong = page.post("/staff/room/desk/", {"what": "penalties", "months": "9999", "command_id": command})
    assert wrong.status_code == 422
