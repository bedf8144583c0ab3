"""The answer to a bust says the place and the prize, where they are known."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.fixtures.room import MakesEvents
from tests.prizes.evenings import amounts, closed, evening, out
from tests.prizes.test_simultaneous_busts import at_one_table
from tests.web.visitors import client_of
from tourney.access.roles import Actor
from web.shared.figures import ordinal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event whose rulebook ranks by stacks (PokerStars Live 3.13.3)."""
    return make_event(book="pokerstars_live")


def note(client: Client, event: int, kind: str = "entry.bust", **arguments: Any) -> str:
    """Send a command as a page does, and return what it says about the result."""
    body = {"command_id": str(uuid.uuid4()), "arguments": arguments}
    answer = client.post(f"/do/t/{event}/{kind}/", body, content_type="application/json").json()
    assert answer["ok"], answer
    return str(answer["note"])


def test_place_and_prize_are_said_once_registration_is_closed(event: int, floor: Actor) -> None:
    entries = evening(event, floor, 9)
    client = client_of(floor)
    assert note(client, event, entry=entries[0]) == ""
    closed(event)
    assert note(client, event, entry=entries[1]) == "8th place."
    paid = len(amounts(event))
    out(event, *entries[2 : 9 - paid])
    prize = f"€{amounts(event)[paid - 1] // 100}"
    said = note(client, event, entry=entries[9 - paid])
    assert said == f"{ordinal(paid)} place. In the money: {prize}, paid at the desk."
    assert note(client, event, kind="clock.pause") == ""


def test_several_busts_in_one_hand_leave_the_places_open(event: int, floor: Actor, dealer: Actor) -> None:
    entries = at_one_table(event, floor)
    assert note(client_of(dealer), event, entry=entries[0]) == "6th place."
    said = note(client_of(dealer), event, entry=entries[1], same_hand=entries[0])
    assert said.startswith("Places 5–6")
    said = note(client_of(floor), event, kind="entries.bust", entries=entries[2:4], stacks=[300, 700])
    assert re.fullmatch(r"Player \d: 4th place\. Player \d: 3rd place\.", said)


def test_the_same_places_are_said_once(event: int, floor: Actor) -> None:
    entries = at_one_table(event, floor)
    said = note(client_of(floor), event, kind="entries.bust", entries=entries[:2])
    assert said == "Places 5–6 until the stacks are entered."


def test_places_are_written_as_in_the_language() -> None:
    places = (1, 2, 3, 4, 11, 12, 13, 21, 102, 113, 1_022)
    assert [ordinal(one) for one in places] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "113th", "1,022nd"]
    )
    with translation.override("de-ch"):
        assert ordinal(1_022) == "1'022."
