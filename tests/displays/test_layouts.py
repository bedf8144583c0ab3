"""Layouts of the house: the schema, its refusals with their places, commands, and the boards of displays."""

import copy
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from displays.boards.house_layouts import house_layouts
from displays.commands.displays import pair_screen, show_on_screen
from displays.commands.groups import save_group, save_rotation
from displays.commands.layouts import add_shipped_layout, copy_layout, remove_layout, save_layout
from displays.models import HouseLayout, Screen
from displays.rules.layouts import LayoutFaults, read_document
from displays.rules.layouts.contents import cells_of, contents_of, plain
from displays.services.layout_faults import place_of, text_of
from displays.services.pairing import new_pairing
from displays.services.shipped_layouts import SHIPPED, SHIPPED_WORDS, shipped_layout
from tests.fixtures.room import press
from tests.web.visitors import client_of
from tourney.access.roles import Actor
from tourney.journal.refused import Refused
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Room

TEXT = {"kind": "text", "text": "Dinner at {break_end}"}


def cell(x: int, y: int, w: int, h: int, *show: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a cell."""
    return {"x": x, "y": y, "w": w, "h": h, "show": list(show) or [TEXT], **more}


def layout(*cells: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a document with one arrangement for wide screens."""
    shown = list(cells) or [cell(0, 0, 24, 24)]
    return {
        "format": "house-layout", "version": 1, "name": "Bar", "shapes": {"wide": [{"cells": shown}]}, **more,
    }  # fmt: skip


def faults(document: Any) -> list[str]:
    """Return the faults of a document, each with its place."""
    with pytest.raises(LayoutFaults) as refusal:
        read_document(document)
    return [f"{place_of(one)}: {text_of(one)}" for one in refusal.value.faults]


rectangles = st.tuples(st.integers(0, 23), st.integers(0, 23), st.integers(1, 24), st.integers(1, 24))


@given(st.lists(rectangles, min_size=1, max_size=6))
def test_cells_that_overlap_or_leave_the_grid_are_refused(places: list[tuple[int, int, int, int]]) -> None:
    squares = [{(x + across, y + down) for across in range(w) for down in range(h)} for x, y, w, h in places]
    taken: set[tuple[int, int]] = set()
    wrong = set()
    for number, square in enumerate(squares, 1):
        if square & taken or any(x > 23 or y > 23 for x, y in square):
            wrong.add(number)
        taken |= square
    try:
        read_document(layout(*(cell(*place) for place in places)))
        found: set[int | None] = set()
    except LayoutFaults as refusal:
        found = {one.cell for one in refusal.faults}
    assert found == wrong


BAD: list[tuple[str, Any, str]] = [
    ("an unknown cell", {"kind": "script"}, "wide, cell 2, “kind”: There is no cell of the kind “script”."),
    ("a script in a text", {"kind": "text", "text": "<script>x</script>"}, "wide, cell 2, “text”: Text cannot"),
    ("an unknown value", {**TEXT, "onclick": "x"}, "wide, cell 2, “onclick”: There is no value with this name."),
    ("a colour", {**TEXT, "colour": "#ff0000"}, "wide, cell 2, “colour”: There is no “#ff0000” here. Use one of: ink"),
    ("a placeholder", {"kind": "text", "text": "{winner}"}, "wide, cell 2, “text”: There is no placeholder {winner}."),
    ("a list", {"kind": "list", "list": "x"}, "wide, cell 2, “list”: There is no “x” here. Use one of: seats"),
    ("an address as a picture", {"kind": "picture", "picture": "http://x.ch/a"}, "wide, cell 2, “picture”: Pictures"),
    ("a missing part", {"kind": "part", "part": "a"}, "wide, cell 2, “part”: The layout has no part “a”."),
]  # fmt: skip


@pytest.mark.parametrize(("content", "fault"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_a_bad_content_is_refused_with_its_place(content: dict[str, Any], fault: str) -> None:
    [found] = faults(layout(cell(0, 0, 2, 2), cell(4, 4, 2, 2, content)))
    assert found.startswith(fault)
    [second] = faults(layout(cell(0, 0, 2, 2), cell(4, 4, 2, 2, TEXT, content)))
    assert second.startswith(fault.replace("cell 2", "cell 2, page 2"))


def test_parts_in_a_circle_and_arrangements_without_an_end_are_refused() -> None:
    inner = {
        one: {"cells": [cell(0, 0, 2, 2, {"kind": "part", "part": other})]} for one, other in ("ab", "ba")
    }
    assert "part a: The part contains itself: a → b → a." in faults(layout(parts=inner))
    states = layout()
    states["shapes"]["wide"] = [
        {"cells": [cell(0, 0, 2, 2)]},
        {"states": ["break"], "cells": [cell(0, 0, 2, 2)]},
    ]
    assert faults(states) == [
        "wide: Only the last arrangement applies to all other states; choose states for the others.",
        "wide: The last arrangement applies to all other states; it cannot have states of its own.",
    ]
    states["shapes"]["wide"] = [
        {"states": ["break"], "cells": [cell(0, 0, 2, 2, {})]},
        {"cells": [cell(0, 0, 2, 2)]},
    ]
    assert faults(states)[0].startswith("wide (break), cell 1, “kind”:")
    assert faults({**layout(), "shapes": {}})[0].startswith("“shapes”: A layout needs at least one shape")
    square = faults({**layout(), "shapes": {"square": [{"cells": [cell(0, 0, 2, 2)]}]}})
    assert square == ["“shapes”: There is no shape “square”. Use one of: wide, ultrawide, upright."]


def test_faults_of_the_schema_hide_no_other_fault() -> None:
    cells = [
        cell(0, 0, 4, 4, {**TEXT, "colour": "#ff0000"}, {"kind": "text", "text": "<b>x</b>"}),
        cell(2, 2, 4, 4),
        cell(20, 2, 25, 2, {"kind": "text", "text": "{nothing}"}),
        cell(20, 10, 6, 2),
    ]
    parts = {"a": {"cells": [cell(0, 0, 2, 2, {"kind": "part", "part": "a"})]}}
    assert faults(layout(*cells, parts=parts)) == [
        "wide, cell 1, page 1, “colour”: There is no “#ff0000” here. Use one of: ink, muted, accent.",
        "wide, cell 1, page 2, “text”: Text cannot contain HTML or scripts.",
        "wide, cell 2: The cell overlaps cell 1.",
        "wide, cell 3, “w”: The number must be at most 24.",
        "wide, cell 3, “text”: There is no placeholder {nothing}.",
        "wide, cell 4: The cell extends beyond the grid of 24 × 24.",
        "part a: The part contains itself: a → a.",
    ]
    assert faults({**layout(), "name": 5, "shapes": {"wide": {}}}) == [
        "“name”: This must be text in quotation marks.",
        "wide: This must be a list in square brackets.",
    ]
    assert faults({**layout(), "version": 9, "shapes": {"wide": []}}) == [
        "“version”: Version 9 of the file format is not supported. This room reads version 1.",
        "wide: The list must not be empty.",
    ]


def test_a_fault_says_which_of_several_arrangements_it_is_in() -> None:
    wrong = {"cells": [cell(20, 0, 6, 2)]}
    over, rest = {**wrong, "states": ["over"]}, {**wrong, "states": ["break"]}
    shapes = {"upright": [wrong], "wide": [over, rest, wrong]}
    beyond = "cell 1: The cell extends beyond the grid of 24 × 24."
    # In the order of the file, also of its states.
    assert faults({**layout(), "shapes": shapes}) == [
        f"wide (after the end), {beyond}",
        f"wide (break), {beyond}",
        f"wide (in all other states), {beyond}",
        f"upright, {beyond}",
    ]


TWICE = "The state “running” is named more than once. Each state can have only one arrangement."


def named_twice() -> dict[str, Any]:
    """Return a document of which a second arrangement for running clocks is never shown."""
    cells = [cell(0, 0, 24, 24)]
    states = [["running", "pause"], ["running"]]
    return {
        **layout(),
        "shapes": {"wide": [*({"states": one, "cells": cells} for one in states), {"cells": cells}]},
    }


def test_a_shape_names_each_state_once() -> None:
    assert faults(named_twice()) == [f"wide: {TWICE}"]
    wrong = named_twice()
    wrong["shapes"]["wide"][2]["cells"] = [cell(0, 0, 25, 24)]
    assert f"wide: {TWICE}" in faults(wrong)
    one = named_twice()["shapes"]["wide"]
    # Another shape has arrangements of its own.
    shapes = {"wide": [one[0], one[2]], "upright": [one[1], one[2]]}
    assert read_document({**layout(), "shapes": shapes}).shapes.upright is not None


@pytest.mark.django_db
def test_a_stored_layout_that_names_a_state_twice_is_still_read_and_copied(director: Actor) -> None:
    with pytest.raises(Refused, match=f"wide: {TWICE}"):
        press(save_layout, by=director, document=named_twice())
    made = press(save_layout, by=director, document=layout()).answer["layout"]
    HouseLayout.objects.filter(pk=made).update(document=named_twice())
    client = client_of(director)
    assert client.get(f"/tv/layouts/{made}.json").json()["document"] == named_twice()
    assert client.get(f"/staff/screens/layouts/{made}.json").json()["shapes"] == named_twice()["shapes"]
    copied = press(copy_layout, by=director, layout=made, name="Bar 2").answer["layout"]
    assert HouseLayout.objects.get(pk=copied).document["shapes"] == named_twice()["shapes"]


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_layout_is_sound_and_for_every_shape(key: str) -> None:
    document = shipped_layout(key)
    assert all(arrangements for _shape, arrangements in document.shapes)
    assert len(list(cells_of(document))) > 8
    assert read_document(plain(document)) == document


def test_texts_of_shipped_layouts_are_translated() -> None:
    texts = {
        text
        for key in SHIPPED
        for content in contents_of(shipped_layout(key))
        for text in getattr(content, "texts", [])
    }
    with translation.override("en"):
        assert texts == {str(one) for one in SHIPPED_WORDS}
    assert not any(getattr(one, "text", "") for key in SHIPPED for one in contents_of(shipped_layout(key)))


@pytest.mark.django_db
def test_a_shipped_layout_is_added_in_the_rooms_language(director: Actor) -> None:
    Room.objects.update_or_create(pk=1, defaults={"language": "de-ch"})
    made = press(add_shipped_layout, by=director, key="lobby", name="Lobby").answer["layout"]
    document = str(HouseLayout.objects.get(pk=made).document)
    assert "{event}: nächste Pause um {next_break}" in document
    assert "next break" not in document


@pytest.mark.django_db
def test_a_layout_is_saved_copied_and_undone(director: Actor) -> None:
    made = press(save_layout, by=director, document=layout()).answer["layout"]
    first = HouseLayout.objects.get(pk=made)
    press(save_layout, by=director, document=layout(cell(0, 0, 3, 3)), layout=made)
    assert HouseLayout.objects.get(pk=made).version != first.version
    with pytest.raises(Refused, match="This layout has been changed since you opened it"):
        press(save_layout, by=director, document=layout(), layout=made, based_on=first.version)
    with pytest.raises(Refused, match="This layout has been removed"):
        press(save_layout, by=director, document=layout(), layout=made + 1)
    copied = press(copy_layout, by=director, layout=made, name="Bar 2").answer["layout"]
    assert HouseLayout.objects.get(pk=copied).document["name"] == "Bar 2"
    with pytest.raises(Refused, match="Another layout has this name"):
        press(add_shipped_layout, by=director, key="classic", name="Bar")
    board = house_layouts(0, "")
    assert [(one.name, one.events, one.seats) for one in board.layouts] == [
        ("Bar", 1, False),
        ("Bar 2", 1, False),
    ]
    press(add_shipped_layout, by=director, key="four_events", name="Four")
    press(add_shipped_layout, by=director, key="clock_seats", name="Seats")
    found = {one.name: (one.events, one.seats) for one in house_layouts(0, "").layouts}
    assert (found["Four"], found["Seats"]) == ((4, False), (1, True))


@pytest.mark.django_db
def test_a_layout_in_use_is_not_removed(director: Actor, event: int) -> None:
    made = press(save_layout, by=director, document=layout()).answer["layout"]
    name = f"house:{made}"
    creation = JournalEntry.objects.latest("seq").seq
    _secret, pairing = new_pairing("127.0.0.1")
    screen = press(pair_screen, by=director, code=pairing.code, name="Wall", tournament=event, layout=name)
    row = Screen.objects.get(pk=screen.answer["screen"])
    assert (row.layout, row.house_layout_id) == ("house", made)
    with pytest.raises(Refused):
        press(undo_in_room, by=director, seq=creation)
    slide = {"layout": name, "seconds": 20}
    press(save_rotation, by=director, name="Turning", slides=[slide])
    press(save_group, by=director, name="Hall", screens=[], schedule=[{"at": 0, "layout": name}, {"at": 5}])
    with pytest.raises(Refused, match=r"it is shown by Wall, Hall, Turning\."):
        press(remove_layout, by=director, layout=made)
    press(show_on_screen, by=director, screen=row.pk, tournament=event, layout="clock")
    with pytest.raises(Refused, match="shown by Hall, Turning"):
        press(remove_layout, by=director, layout=made)
    with pytest.raises(Refused):
        press(show_on_screen, by=director, screen=row.pk, tournament=event, layout="house:999")


@pytest.mark.django_db
def test_a_layout_with_a_picture_that_is_not_stored_is_refused(director: Actor) -> None:
    picture = {"kind": "picture", "picture": f"{'0' * 64}.png"}
    with pytest.raises(Refused, match="is not stored in this room"):
        press(save_layout, by=director, document=layout(cell(0, 0, 3, 3, picture)))
    wrong = copy.deepcopy(layout())
    wrong["shapes"]["wide"][0]["cells"][0]["w"] = 25
    with pytest.raises(Refused, match=r"wide, cell 1, “w”: The number must be at most 24\."):
        press(save_layout, by=director, document=wrong)
