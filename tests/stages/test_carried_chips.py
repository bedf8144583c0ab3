"""Chips that left play in flights have left play on the next day."""

import pytest

from procedures.commands.chip_races import cancel, finish, start
from procedures.commands.race_leftovers import finish_tables
from procedures.services.chip_races import chips_left
from stages.commands.advance import advance_players
from tests.fixtures.room import MakesEvents, level, pause, press, refusal
from tests.procedures.chip_race_scenes import raced, shown, started
from tests.stages.stage_scenes import bag, enter_all, event_row, flights, people, seat_everybody
from tourney.access.roles import Actor
from tourney.journal.undo import undo

pytestmark = pytest.mark.django_db

DAYS = [
    level(100, ends_day=True),
    pause(10, colour_up=[25]),
    level(200),
    pause(10, colour_up=[100]),
    level(400),
]
CHIPS = (25, 100, 500, 1_000)


def race_off(event: int, by: Actor) -> None:
    """Race the 25s at all tables; no player has odd ones."""
    race = started(event, by)
    press(finish_tables, event, by=by, race=race)
    press(finish, event, by=by, race=race)


def bagged(event: int, by: Actor, table: int, *names: str, races: bool) -> None:
    """Play and bag a flight of two players."""
    entries = enter_all(event, by, people(*names))
    seat_everybody(event, [table])
    if races:
        race_off(event, by)
    bag(event, by, dict.fromkeys(entries.values(), 10_000))


def leaving(event: int) -> list[int]:
    """Return the chips whose race is proposed."""
    return [one["small"] for one in shown(event)["due"]]


def test_chips_raced_in_all_flights_are_not_raced_again_on_day_2(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, levels=DAYS, chips=CHIPS)
    bagged(found["1A"], clerk, 1, "Anna", "Bert", races=True)
    bagged(found["1B"], clerk, 2, "Cleo", "Dora", races=True)
    day_2 = found["2"]
    assert leaving(day_2) == [25, 100], "nobody has come yet"
    advanced = press(advance_players, day_2, by=clerk)
    assert leaving(day_2) == [100]
    assert raced(day_2) == [25]
    assert chips_left(event_row(day_2)) == [100, 500, 1_000]
    for command in (start, cancel):
        assert refusal(command, day_2, by=clerk, small=25).code == "raced_already"
    press(undo, day_2, by=clerk, seq=advanced.seq)
    assert leaving(day_2) == [25, 100]


def test_chips_of_a_flight_that_did_not_race_them_are_raced_on_day_2(
    make_event: MakesEvents, clerk: Actor
) -> None:
    found = flights(make_event, levels=DAYS, chips=CHIPS)
    bagged(found["1A"], clerk, 1, "Anna", "Bert", races=True)
    bagged(found["1B"], clerk, 2, "Cleo", "Dora", races=False)
    press(advance_players, found["2"], by=clerk)
    assert leaving(found["2"]) == [25, 100]
    assert raced(found["2"]) == []
    assert shown(found["2"])["due"][0]["at_start"], "before the first hand"
    # The chips of a bagged flight are raced where its players go on.
    assert (shown(found["1B"])["bagged"], leaving(found["1B"])) == (True, [])
    assert chips_left(event_row(found["2"]))[0] == 25
