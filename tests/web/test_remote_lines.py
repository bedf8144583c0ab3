"""The last journal entries beside the clock offer to undo a draw only before play."""

import pytest
from django.test import Client

from clock.commands.clock import start
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import drawn_event
from tourney.access.roles import FIRST_START

pytestmark = pytest.mark.django_db


def undoable(client: Client, event: int) -> dict[str, bool]:
    """Return which entries offer an undo, by kind; the newest of each."""
    lines = client.get(f"/staff/t/{event}/lines/").json()["lines"]
    return {line["kind"]: line["undoable"] for line in reversed(lines)}


def test_a_draw_is_not_offered_for_undo_once_play_has_begun(page: Client, make_event: MakesEvents) -> None:
    event = make_event(book="munot")
    drawn_event(event, 4, [1])
    assert undoable(page, event)["seats.draw"]
    press(start, event, by=FIRST_START)
    found = undoable(page, event)
    assert (found["seats.draw"], found["clock.start"]) == (False, True)
