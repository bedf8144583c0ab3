"""Files of chip sets: between rooms, with a preview, and refused with the place of a fault."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from clock.rules.filefaults import ImportFault
from planning.services.chip_set_file import FileChip, export_chip_set, free_name, read_chip_set
from tests.fixtures.room import press
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor
from tourney.commands.room import add_chip_set
from tourney.models import ChipSet

pytestmark = pytest.mark.django_db
PAGE = "/staff/room/chips/import/"
CHIPS = [
    {"value": 25, "face": "#1f7a3f", "edge": "#ffffff", "owned": 400},
    {"value": 100, "face": "#1b1b1b", "edge": "#c8452b", "owned": None},
]


@pytest.fixture
def chip_set(director: Actor) -> ChipSet:
    """Return a chip set of the room, of which some chips are counted."""
    made = press(add_chip_set, by=director, name="Großer Koffer", chips=CHIPS).answer
    assert made is not None
    return ChipSet.objects.get(pk=made["chip_set"])


@pytest.fixture
def browser(director: Actor) -> Client:
    """Return a director's browser."""
    return client_of(director)


def uploaded(browser: Client, data: bytes) -> HttpResponse:
    """Choose a file on the page of the import."""
    return send(browser, PAGE, file=SimpleUploadedFile("chips.json", data))


def test_a_chip_set_travels_as_a_file_without_the_counts_of_the_room(
    chip_set: ChipSet, browser: Client
) -> None:
    answer = browser.get(f"/staff/room/chips/{chip_set.pk}.json")
    assert answer["Content-Disposition"] == 'attachment; filename="groer-koffer.json"'
    assert (json.loads(answer.content)["name"], "owned" in answer.content.decode()) == (
        "Großer Koffer",
        False,
    )
    chip_set.chips.all().delete()
    chip_set.delete()
    page = uploaded(browser, answer.content)
    assert (page.status_code, ChipSet.objects.count()) == (200, 0)
    for cell in ('value="Großer Koffer"', 'value="25"', 'value="#1f7a3f"', 'value="#c8452b"'):
        assert cell in page.content.decode()
    seen: dict[str, Any] = {"value": ["25", "100"], "owned": ["300", ""]}
    seen |= {"face": ["#1f7a3f", "#1b1b1b"], "edge": ["#ffffff", "#c8452b"]}
    assert send(browser, PAGE, name="Koffer", **seen).status_code == 302
    made = ChipSet.objects.get(name="Koffer")
    assert [(chip.value, chip.edge, chip.owned) for chip in made.chips.all()] == [
        (25, "#ffffff", 300),
        (100, "#c8452b", None),
    ]


def test_chips_that_the_room_has_are_said_and_get_a_free_name(chip_set: ChipSet, browser: Client) -> None:
    page = uploaded(browser, export_chip_set(chip_set).encode())
    assert "The room already has these chips, as “Großer Koffer”." in text_of(page)
    assert 'value="Großer Koffer (2)"' in page.content.decode()
    ChipSet.objects.create(name="x" * 60)
    assert free_name("x" * 60) == "x" * 56 + " (2)"


def test_a_changed_preview_keeps_what_was_entered(chip_set: ChipSet, browser: Client) -> None:
    rows: dict[str, Any] = {
        "value": ["25", "25"],
        "owned": ["7", "many"],
        "face": ["#111111"] * 2,
        "edge": ["#ffffff"] * 2,
    }
    answer = send(browser, PAGE, name=chip_set.name, **rows)
    assert (answer.status_code, 'value="many"' in answer.content.decode()) == (422, True)
    rows["owned"], rows["value"] = ["7", ""], ["25", "50"]
    assert "already exists" in text_of(send(browser, PAGE, name=chip_set.name, **rows))


def test_a_page_without_a_file_asks_for_one(browser: Client) -> None:
    assert "Read" in text_of(browser.get(PAGE))
    assert (send(browser, PAGE).status_code, ChipSet.objects.count()) == (422, 0)
    large = uploaded(browser, b" " * 1_000_001)
    assert (large.status_code, "the limit is 1000000" in text_of(large)) == (422, True)


@pytest.mark.parametrize(
    ("place", "path", "value"),
    [
        ("name", ("name",), ""),
        ("name", ("name",), "x" * 61),
        ("name", ("name",), "Case\u0007"),
        ("name", ("name",), 7),
        ("chips", ("chips",), []),
        ("chips", ("chips",), CHIPS * 11),
        ("chips[1].value", ("chips", 1, "value"), 25),
        ("chips[0].value", ("chips", 0, "value"), 0),
        ("chips[0].value", ("chips", 0, "value"), True),
        ("chips[0].value", ("chips", 0, "value"), "=25"),
        ("chips[0].value", ("chips", 0, "value"), 10**13),
        ("chips[0].face", ("chips", 0, "face"), "red"),
        ("chips[0].edge", ("chips", 0, "edge"), "#fff;}"),
        ("chips[0]", ("chips", 0, "owned"), 400),
        ("chips[0]", ("chips", 0), "25"),
        ("seq", ("seq",), 1),
    ],
)
def test_a_fault_of_a_file_is_named_with_its_place(
    chip_set: ChipSet, place: str, path: tuple[Any, ...], value: object
) -> None:
    whole = row = json.loads(export_chip_set(chip_set))
    for step in path[:-1]:
        row = row[step]
    row[path[-1]] = value
    with pytest.raises(ImportFault) as caught:
        read_chip_set(json.dumps(whole).encode())
    assert caught.value.faults[0].column == place


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "json_broken"),
        (b" " * 1_000_001, "too_big"),
        (b"\x00\x01", "nul"),
        ("größe".encode("latin-1"), "json_not_utf8"),
        (b"PK\x03\x04rest", "workbook"),
        (b"[" * 100_000, "json_deep"),
        (b"[]", "json_format"),
        (b'{"format": "poker-structure", "version": 1}', "json_format"),
        (b'{"format": "poker-chip-set", "version": true}', "json_version"),
        (b'{"format": "poker-chip-set", "version": 1}', "bad_value"),
        (b'{"format": 1, "format": 2}', "key_twice"),
    ],
)
def test_a_hostile_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(ImportFault) as caught:
        read_chip_set(data)
    assert caught.value.faults[0].code == code


def test_faults_are_shown_and_nothing_is_saved(browser: Client) -> None:
    data = b'{"format": "poker-chip-set", "version": 1, "name": "<b>x</b>", "chips": [{"value": 1}]}'
    page = uploaded(browser, data)
    assert (page.status_code, ChipSet.objects.count()) == (422, 0)
    assert "<td>chips[0]</td><td>A chip must be an object" in text_of(page)


def test_the_export_of_a_chip_set_that_is_gone_is_not_found(browser: Client) -> None:
    assert browser.get("/staff/room/chips/99999.json").status_code == 404


# --- The Tournament Director ------------------------------------------------------------------------------------------
def director_file(*chips: str) -> bytes:
    """Return a saved file with chips."""
    listed = ", ".join(f"new GameChip({{{chip}}})" for chip in chips)
    return f'{{ V: "3.7.2", T: new Tournament({{Title: "Friday", Chips: [{listed}]}}) }}'.encode()


def test_chips_of_a_saved_file_have_value_and_colour(browser: Client) -> None:
    data = Path("tests/data/imports/director.tdt").read_bytes()
    read = read_chip_set(data)
    assert (read.name, [(chip.value, chip.face, chip.edge) for chip in read.chips]) == (
        'Club "Ace" Friday',
        [(25, "#0000ff", "#ffffff"), (100, "#00ff00", "#1b1b1b"), (500, "#888888", "#ffffff")],
    )
    page = text_of(uploaded(browser, data))
    for note in (
        "Chip 3, Color: The colour “sunset” was not understood.",
        "Chip 3, Use: The file marks this chip as not used.",
        "PerPlayer: Not read: how many chips each player gets.",
        "The file has no edge-spot colours.",
    ):
        assert note in page
    assert ChipSet.objects.count() == 0


def test_chips_of_a_saved_file_without_a_use_are_left_out_with_the_reason() -> None:
    data = director_file('Label: "A", Value: 0', 'Value: 5, Color: "white"', "Value: 5", "Value: 2.5")
    read = read_chip_set(data)
    assert read.chips == (FileChip(5, "#ffffff", "#1b1b1b"),)
    assert [(note.row, note.code) for note in read.notes][:3] == [
        (1, "left_out"),
        (3, "left_out"),
        (4, "left_out"),
    ]
    assert len(read_chip_set(director_file(*(f"Value: {n}" for n in range(1, 30)))).chips) == 20


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (director_file(), "no_chips"),
        (director_file('Value: "25"'), "no_chips"),
        (director_file("Value: 1e999"), "no_chips"),
        (director_file("Value: 25")[:-8], "ends_early"),
        (b'{ V: "3.7.2", T: ' + b"[" * 5000, "director_deep"),
    ],
)
def test_a_damaged_saved_file_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(ImportFault) as caught:
        read_chip_set(data)
    assert caught.value.faults[0].code == code
