"""Events: announced, counted, closed and reopened."""

from typing import Any

import pytest

from clock.boards import clock as clock_boards
from clock.commands import clock as buttons
from clock.commands.events import close_event, create_event, reopen_event
from clock.commands.structures import remove_structure, save_structure
from clock.models import Structure
from clock.rules.shipped import shipped_structures
from clock.services.event_clock import event_clock_of
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MINUTE, MakesEvents, level, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tourney.access.roles import Actor
from tourney.commands import add_chip_set, change_event, count_field, set_field, set_logo, set_room
from tourney.models import Tournament

clock_of = as_sent(clock_boards.clock_of)
lobby = as_sent(clock_boards.lobby)
structures = as_sent(clock_boards.structures)


def announce(director: Actor, structure: int, **more: Any) -> int:
    arguments = {"name": "Friday", "structure": structure, "starting_stack": 10_000, **more}
    done = press(create_event, by=director, **arguments)
    assert done.answer is not None
    return int(done.answer["tournament"])


def test_an_event_has_a_copy_of_its_structure_that_later_changes_do_not_reach(
    director: Actor, structure: int
) -> None:
    event = announce(director, structure)
    press(save_structure, by=director, name="Club night", levels=[level(1000)], structure=structure)
    assert len(clock_of(Tournament.objects.get(pk=event))["levels"]) == 5
    press(remove_structure, by=director, structure=structure)
    assert len(clock_of(Tournament.objects.get(pk=event))["levels"]) == 5
    journal_tells_the_rows()


def test_an_event_plays_by_the_rooms_book_unless_it_names_one(director: Actor, structure: int) -> None:
    press(
        set_room, by=director, name="Club", currency="CHF", language="de-ch", book="munot", accent="#aa0000"
    )
    assert Tournament.objects.get(pk=announce(director, structure)).book == "munot"
    assert Tournament.objects.get(pk=announce(director, structure, book="tda")).book == "tda"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"structure": 999_999}, "not_found"),
        ({"book": "nonsense"}, "unknown_book"),
        ({"chip_set": 999_999}, "not_found"),
        ({"planned_start": 1_000}, "in_the_past"),
        ({"name": "  "}, "bad_argument"),
        ({"starting_stack": 0}, "bad_argument"),
        ({"starting_stack": 10**13}, "bad_argument"),
    ],
)
def test_an_event_that_cannot_be_is_refused(
    director: Actor, structure: int, arguments: dict[str, Any], code: str
) -> None:
    before = all_rows()
    given = {"name": "Friday", "structure": structure, "starting_stack": 10_000, **arguments}
    assert refusal(create_event, by=director, **given).code == code
    assert all_rows() == before


def test_an_events_own_copy_is_no_structure_of_the_library(director: Actor, structure: int) -> None:
    event = announce(director, structure)
    copy = Structure.objects.get(tournament=event)
    given = {"name": "Saturday", "structure": copy.pk, "starting_stack": 1}
    assert refusal(create_event, by=director, **given).code == "not_found"
    assert refusal(remove_structure, by=director, structure=copy.pk).code == "not_found"
    assert [one["name"] for one in structures()] == ["Club night"]


def test_two_structures_of_the_library_have_two_names(director: Actor, structure: int) -> None:
    refused = refusal(save_structure, by=director, name=" Club night ", levels=[level(100)])
    assert refused.code == "name_taken"


def test_every_shipped_structure_can_be_saved_and_played(director: Actor, wall: Wall) -> None:
    from clock.commands.structures import LevelInput
    from clock.rules.structure import to_wire

    for shipped in shipped_structures().values():
        rows = [
            {key: value for key, value in row.items() if key != "number"} for row in to_wire(shipped.levels)
        ]
        saved = press(
            save_structure,
            by=director,
            name=shipped.name["en"],
            levels=[LevelInput.model_validate(row) for row in rows],
        )
        assert saved.answer is not None
        event = announce(director, saved.answer["structure"])
        press(buttons.start, event, by=director)
        board = clock_of(Tournament.objects.get(pk=event))
        assert [
            {key: value for key, value in row.items() if key != "number"} for row in board["levels"]
        ] == rows


def test_closing_stops_the_clock_and_takes_the_event_from_the_lobby(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.start, event, by=director)
    wall.passes(minutes=5)
    press(close_event, event, by=director)
    assert lobby()["events"] == []
    assert clock_of(Tournament.objects.get(pk=event))["closed"] is True
    for made, arguments in ((buttons.start, {}), (buttons.add, {"ms": 1}), (close_event, {})):
        assert refusal(made, event, by=director, **arguments).code == "event_closed"
    wall.passes(minutes=600)
    press(reopen_event, event, by=director)
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.state, read.remaining) == ("paused", 15 * MINUTE)
    assert refusal(reopen_event, event, by=director).code == "not_closed"
    journal_tells_the_rows()


def test_an_event_opened_again_after_its_planned_start_does_not_begin_in_the_past(
    event: int, director: Actor, wall: Wall
) -> None:
    press(buttons.plan_start, event, by=director, at=wall.ms + 10 * MINUTE)
    press(close_event, event, by=director)
    wall.passes(minutes=60)
    press(reopen_event, event, by=director)
    read = event_clock_of(Tournament.objects.get(pk=event)).read(wall.ms)
    assert (read.state, read.starts_in) == ("waiting", None)


def test_the_lobby_lists_open_events_with_their_state(
    make_event: MakesEvents, director: Actor, wall: Wall
) -> None:
    running, paused, planned = make_event(name="R"), make_event(name="P"), make_event(name="W")
    for event in (running, paused):
        press(buttons.start, event, by=director)
    press(buttons.pause, paused, by=director)
    press(buttons.plan_start, planned, by=director, at=wall.ms + MINUTE)
    press(set_field, running, by=director, entries=27, left=19)
    found = {row["name"]: (row["state"], row["entries"], row["left"]) for row in lobby()["events"]}
    assert found == {"R": ("running", 27, 19), "P": ("paused", 0, 0), "W": ("waiting", 0, 0)}
    assert {row["planned_start"] for row in lobby()["events"]} == {None, wall.ms + MINUTE}


# --- field -------------------------------------------------------------------------------------------
def test_entries_and_players_left_are_counted_up_and_down(event: int, director: Actor) -> None:
    press(count_field, event, by=director, entries_by=5)
    press(count_field, event, by=director, left_by=-2)
    done = press(count_field, event, by=director, entries_by=1, left_by=-1)
    assert done.answer == {"entries": 6, "left": 3}
    assert clock_of(Tournament.objects.get(pk=event))["field"] == {
        "entries": 6,
        "left": 3,
        "chips": 60_000,
        "average": 20_000,
        "starting_stack": 10_000,
        "teams": False,
        "advanced": False,
    }


def test_average_is_rounded_down_and_absent_without_players(event: int, director: Actor) -> None:
    press(set_field, event, by=director, entries=27, left=19, extra_chips=500)
    field = clock_of(Tournament.objects.get(pk=event))["field"]
    assert (field["chips"], field["average"]) == (270_500, 270_500 // 19)
    press(set_field, event, by=director, entries=27, left=0)
    assert clock_of(Tournament.objects.get(pk=event))["field"]["average"] is None


@pytest.mark.parametrize(
    ("made", "arguments", "code"),
    [
        (count_field, {"entries_by": -4}, "fewer_than_none"),
        (count_field, {"left_by": -4}, "fewer_than_none"),
        (count_field, {"left_by": 1}, "more_left_than_entries"),
        (set_field, {"entries": 2, "left": 3}, "more_left_than_entries"),
        (set_field, {"entries": 3, "left": 3, "extra_chips": -30_001}, "negative_chips"),
        (set_field, {"entries": -1, "left": 0}, "bad_argument"),
    ],
)
def test_counts_that_cannot_be_are_refused(
    event: int, director: Actor, made: Any, arguments: dict[str, int], code: str
) -> None:
    press(set_field, event, by=director, entries=3, left=3)
    before = all_rows()
    assert refusal(made, event, by=director, **arguments).code == code
    assert all_rows() == before


def test_an_events_details_chips_and_logo_are_on_its_board(event: int, director: Actor) -> None:
    chips = press(
        add_chip_set,
        by=director,
        name="Clay",
        chips=[
            {"value": 100, "face": "#000000", "edge": "#ffffff"},
            {"value": 25, "face": "#00ff00", "edge": "#ffffff"},
        ],
    )
    assert chips.answer is not None
    logo = "ab" * 32 + ".png"
    given = {"name": " Main ", "book": "munot", "starting_stack": 5_000, "chip_set": chips.answer["chip_set"]}
    press(change_event, event, by=director, **given)
    press(set_logo, event, by=director, logo=logo)
    board = clock_of(Tournament.objects.get(pk=event))
    assert (board["name"], board["book"], board["field"]["starting_stack"]) == ("Main", "munot", 5_000)
    assert (board["advance"], board["logo"]) == ("announced", f"/media/{logo}")
    assert [chip["value"] for chip in board["chips"]] == [25, 100]
    assert refusal(set_logo, event, by=director, logo="../../etc/passwd").code == "bad_argument"
    twice = [{"value": 25, "face": "#000000", "edge": "#ffffff"}] * 2
    assert refusal(add_chip_set, by=director, name="Twice", chips=twice).code == "twice"
    assert refusal(add_chip_set, by=director, name="Clay", chips=twice[:1]).code == "name_taken"
