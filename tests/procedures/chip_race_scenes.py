"""Events with chips that leave play, and helpers that read their chip races."""

import uuid
from collections.abc import Mapping
from typing import Any

from clock.boards import clock as clock_boards
from desk.commands.registration import set_registration
from procedures.boards import chip_races as boards_races
from procedures.boards import race_tables
from procedures.commands.chip_races import start
from tests.fixtures.room import level, pause, press
from tests.fixtures.wire import as_sent
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import add_chip_set, change_event
from tourney.models import Tournament
from tourney.services.field_counts import field_of

chip_races = as_sent(boards_races.chip_races)
levels_and_chips = as_sent(clock_boards.levels_and_chips)
table_in_race = as_sent(race_tables.table_in_race)

ROOM = {1: (1, 3, 5, 7), 2: (2, 4, 6), 3: (1, 2, 9)}
EVENING = [level(100), pause(10, colour_up=[25]), level(200), pause(10, colour_up=[100]), level(400)]


def with_chips(event: int, *values: int) -> None:
    """Set an event's chips; its field is the number of entries."""
    press(set_registration, event, by=FIRST_START)
    faces = ("#1f6f3f", "#1c1c1c", "#6a2c91", "#c9a227", "#a8201f")
    chips = [
        {"value": value, "face": face, "edge": "#ffffff"} for value, face in zip(values, faces, strict=False)
    ]
    made = press(add_chip_set, by=FIRST_START, name=uuid.uuid4().hex, chips=chips)
    assert made.answer is not None
    row = Tournament.objects.get(pk=event)
    press(
        change_event,
        event,
        by=FIRST_START,
        name=row.name,
        book=row.book,
        starting_stack=row.starting_stack,
        chip_set=made.answer["chip_set"],
    )


def shown(event: int) -> Mapping[str, Any]:
    """Return the public board."""
    board = chip_races(event, "")
    assert board is not None
    return board


def raced(event: int) -> list[int]:
    """Return the chips that displays no longer show."""
    board = levels_and_chips(event)
    assert board is not None
    found: list[int] = board["raced"]
    return found


def table(event: int, number: int) -> dict[str, Any]:
    """Return a table in the race, as its dealer sees it."""
    seen: dict[str, Any] = table_in_race(Tournament.objects.get(pk=event), number)
    assert seen is not None
    return seen


def chips(event: int) -> int:
    """Return the chips in play."""
    return field_of(Tournament.objects.get(pk=event)).chips


def started(event: int, floor: Actor, **more: Any) -> int:
    """Start the race of the 25s and return its primary key."""
    done = press(start, event, by=floor, small=25, **more)
    assert done.answer is not None
    return int(done.answer["race"])


def counts(**seats: int) -> list[dict[str, int]]:
    """Return small chips by seat: `counts(s1=3)`."""
    return [{"seat": int(seat[1:]), "small": small} for seat, small in seats.items()]
