"""A broken table lists where its players go until all of them have arrived."""

from typing import Any

import pytest

from seating.boards import table as boards_table
from seating.commands import arrive, break_table, set_plan
from tests.fixtures.room import MakesEvents, press
from tests.fixtures.wire import as_sent
from tests.seating.people import HOUSE
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.models import Tournament

table = as_sent(boards_table.table)

pytestmark = pytest.mark.django_db


def sent(event: int, number: int) -> list[Any]:
    """Return the players on their way from a table."""
    found = table(Tournament.objects.get(pk=event), number)
    assert found is not None
    rows: list[Any] = found["sent"]
    return rows


def test_broken_table_names_new_seats_until_ticked_off(make_event: MakesEvents, floor: Actor) -> None:
    event = make_event(book="tda")
    press(set_plan, event, by=HOUSE, seats_per_table=9)
    at = seated(event, {1: (1, 2, 3), 2: (1, 5), 3: (2, 4)})
    assert sent(event, 1) == []
    press(break_table, event, by=floor, number=1)
    rows = sent(event, 1)
    assert [row["entry"] for row in rows] == [at[1, 1], at[1, 2], at[1, 3]]
    assert {row["table"] for row in rows} <= {2, 3}
    assert sent(event, 2) == []
    for left, row in zip((2, 1, 0), rows, strict=True):
        press(arrive, event, by=floor, move=row["move"])
        assert len(sent(event, 1)) == left
