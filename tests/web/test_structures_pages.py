"""The library of structures and an event's own: list, editor, files."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clock.commands.clock import start
from clock.commands.structures import save_structure
from clock.models import Structure
from clock.rules.exchange import export_csv, export_json, import_file
from clock.rules.shipped import shipped_structures
from clock.services.event_clock import event_clock_of, levels_of
from tests.fixtures.room import club_night
from tests.web.visitors import COMMAND, Person, client_of, done, lines, send, text_of
from tourney.access.roles import Role
from tourney.commands import add_chip_set, change_event
from tourney.models import Tournament

pytestmark = pytest.mark.django_db
IMPORT = "/staff/structures/import/"
PREVIEW = "/staff/structures/preview/"


@pytest.fixture
def library(db: None) -> Structure:
    """Save a structure in the library: `club_night`."""
    answer = done(save_structure, name="Club", levels=club_night())
    return Structure.objects.get(pk=answer["structure"])


def preview(client: Client, **asked: Any) -> Any:
    """Ask the server to read the rows."""
    answer = client.post(PREVIEW, json.dumps(asked), content_type="application/json")
    return answer.status_code, answer.json()


def upload(client: Client, data: bytes, name: str = "night.csv") -> Any:
    """Upload a file."""
    return send(client, IMPORT, file=SimpleUploadedFile(name, data))


# --- the list -----------------------------------------------------------------------------------------
def test_the_list_says_levels_length_and_how_long_it_will_last(page: Client, library: Structure) -> None:
    shown = text_of(page.get("/staff/structures/?players=10&stack=100000"))
    assert "Club" in shown
    # A million chips outlast the structure, so all four levels and the break are played.
    assert shown.count("1:30:00") == 2
    fewer = text_of(page.get("/staff/structures/?players=10&stack=1000"))
    assert fewer.count("1:30:00") == 1


@pytest.mark.parametrize(
    "query", ["players=abc", "players=-3", "players=0", "stack=12k", "stack=", "stack=9e9", "players=1%00"]
)
def test_invalid_figures_are_reported_at_their_field(page: Client, library: Structure, query: str) -> None:
    answer = page.get(f"/staff/structures/?{query}")
    assert answer.status_code == 200
    assert 'aria-invalid="true"' in text_of(answer)


def test_removing_is_undone_from_the_message(page: Client, library: Structure) -> None:
    before = levels_of(library)
    answer = page.post(
        f"/staff/structures/{library.pk}/remove/",
        {"command_id": COMMAND.findall(text_of(page.get("/staff/structures/")))[0]},
        follow=True,
    )
    assert "Removed the structure" in text_of(answer)
    assert not Structure.objects.filter(name="Club").exists()
    seq = max(int(seq) for seq in re.findall(r'name="seq" value="(\d+)"', text_of(answer)))
    send(page, "/staff/undo/", seq=seq)
    assert levels_of(Structure.objects.get(name="Club")) == before


# --- checks of the editor -----------------------------------------------------------------------------
def test_preview_parses_the_structure_without_saving(page: Client, library: Structure) -> None:
    before = lines()
    rows = page.get(f"/staff/structures/{library.pk}/rows/").json()["rows"]
    status, answer = preview(page, rows=rows)
    assert status == 200
    assert answer["faults"] == []
    assert answer["total"] == "1:30:00"
    assert answer["begins"] == ["0:00", "20:00", "40:00", "50:00", "1:10:00"]
    assert [row["kind"] for row in answer["levels"]] == ["level", "level", "break", "level", "level"]
    assert lines() == before


def test_unusual_structure_is_allowed_with_a_warning(page: Client) -> None:
    row = {"kind": "level", "small_blind": "50", "big_blind": "100", "duration": "0:10"}
    _status, answer = preview(page, rows=[row])
    assert answer["faults"] == []
    assert [(one["row"], one["field"]) for one in answer["warnings"]] == [(1, "duration")]


def test_blinds_that_the_events_chips_cannot_pay_are_warned_of(page: Client, event: int) -> None:
    chips = [{"value": 100, "face": "#111111", "edge": "#ffffff"}]
    case = done(add_chip_set, name="Hundreds", chips=chips)["chip_set"]
    done(change_event, event, name="Night", book="tda", starting_stack=10_000, chip_set=case)
    row = {"kind": "level", "small_blind": "50", "big_blind": "100", "duration": "20"}
    _status, answer = preview(page, rows=[row], tournament=event)
    assert [(one["row"], one["field"]) for one in answer["warnings"]] == [(1, "small_blind")]


def test_preview_reports_how_far_the_event_was_played(page: Client, event: int) -> None:
    _status, waiting = preview(page, rows=[], tournament=event)
    assert (waiting["event"]["locked"], waiting["event"]["running"]) == (0, None)
    done(start, event)
    _status, running = preview(page, rows=[], tournament=event)
    assert (running["event"]["locked"], running["event"]["running"]) == (0, 0)
    assert running["event"]["digest"] == waiting["event"]["digest"]
    assert running["event"]["seq"] == Tournament.objects.get(pk=event).seq


@pytest.mark.parametrize("body", ["", "[]", "{}", "nothing", '{"rows"', "[" * 100_000, '"rows"', "\x00"])
def test_malformed_request_is_refused(page: Client, body: str) -> None:
    answer = page.post(PREVIEW, body, content_type="application/json")
    assert answer.status_code == 422


@pytest.mark.parametrize("tournament", [0, -1, 10**30, "1", True, [1], 1.5])
def test_unknown_event_is_refused(page: Client, tournament: object) -> None:
    status, _answer = preview(page, rows=[], tournament=tournament)
    assert status == 404


def test_a_question_of_three_megabytes_is_not_read(page: Client) -> None:
    assert page.post(PREVIEW, " " * 3_000_000, content_type="application/json").status_code == 400


def test_rows_are_read_only_without_permission(person: Person, library: Structure, event: int) -> None:
    client = client_of(person("dean", Role.DEALER))
    for path in (f"structures/{library.pk}/", f"t/{event}/structure/"):
        shown = text_of(client.get(f"/staff/{path}"))
        assert "structure_editor.js" not in shown
        assert "Big blind pays" in shown


# --- export -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("language", ["en", "de-ch"])
def test_an_exported_structure_is_imported_the_same(
    page: Client, library: Structure, ending: str, language: str
) -> None:
    page.cookies["room_language"] = language
    answer = page.get(f"/staff/structures/{library.pk}/export.{ending}")
    assert answer["Content-Disposition"] == f'attachment; filename="club.{ending}"'
    assert import_file(answer.content, f"club.{ending}").levels == tuple(levels_of(library))


def test_the_structure_of_an_event_is_exported(page: Client, event: int) -> None:
    answer = page.get(f"/staff/t/{event}/structure/export.json")
    expected = tuple(event_clock_of(Tournament.objects.get(pk=event)).levels)
    assert import_file(answer.content, "x.json").levels == expected


# --- import -------------------------------------------------------------------------------------------
def test_import_shows_a_preview_and_saves_on_confirmation(page: Client) -> None:
    levels = shipped_structures()["turbo"].levels
    before = lines()
    answer = upload(page, export_csv(levels).encode(), "Friday turbo.csv")
    shown = text_of(answer)
    assert answer.status_code == 200
    assert "Result" in shown
    assert 'value="Friday turbo"' in shown
    assert lines() == before
    confirmed = send(
        page, IMPORT, command=COMMAND.findall(shown)[0], name="Friday", text=export_json(levels, "")
    )
    assert confirmed.status_code == 302
    assert levels_of(Structure.objects.get(name="Friday")) == list(levels)


def test_taken_name_is_reported_at_its_field_and_rows_are_kept(page: Client, library: Structure) -> None:
    text = export_json(levels_of(library), "")
    answer = send(page, IMPORT, name="Club", text=text)
    assert answer.status_code == 422
    assert "A structure with this name already exists" in text_of(answer)
    assert "Result" in text_of(answer)
    assert Structure.objects.filter(name="Club").count() == 1


HEAD = "Type,Small blind,Big blind,Duration\r\n"
WRONG: dict[str, tuple[bytes, str]] = {
    "text for a number": (f"{HEAD}level,fifty,100,20\r\n".encode(), "not a chip count"),
    "negative": (f"{HEAD}level,-50,100,20\r\n".encode(), "is negative"),
    "absurd": (f"{HEAD}level,50,{10**14},20\r\n".encode(), "Chips must be from"),
    "an open quote": (f'{HEAD}level,"50,100,20\r\n'.encode(), "never closed"),
    "ten thousand levels": ((HEAD + "level,50,100,20\r\n" * 10_000).encode(), "at most 200"),
    "NUL": (b"Type\x00,Small blind\r\n", "NUL byte"),
    "mixed encodings": (
        f"{HEAD}level,50,100,20\r\n".encode() + "Grüße\r\n".encode() + b"\xfc\r\n",
        "mixes encodings",
    ),
    "broken UTF-16": (b"\xff\xfe\x00\xd8", "is not"),
    "a workbook": (b"PK\x03\x04 sheet", "workbook"),
    "too big": (b"x" * 1_000_001, "the limit is 1000000"),
    "far too big": (b"x" * 3_000_000, "the limit is 1000000"),
    "empty": (b"", ""),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", ""),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_is_wrong_is_refused_with_the_sentence(page: Client, what: str) -> None:
    data, sentence = WRONG[what]
    before = lines()
    answer = upload(page, data)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert "Result" not in text_of(answer)
    assert lines() == before


def test_each_error_of_a_file_is_listed_with_row_and_column(page: Client) -> None:
    shown = text_of(upload(page, f"{HEAD}level,50,100,20\r\nlevel,abc,200,x\r\n".encode()))
    assert shown.count("<tr><td") == 2
    assert "Small blind" in shown
    assert "Duration" in shown


@pytest.mark.parametrize("text", ["nothing", "{}", "[" * 50_000, '{"format":"poker-structure"}'])
def test_a_confirmation_that_was_tampered_with_is_read_as_strictly_as_a_file(page: Client, text: str) -> None:
    answer = send(page, IMPORT, name="X", text=text)
    assert answer.status_code == 422
    assert not Structure.objects.filter(name="X").exists()


def test_missing_file_is_reported_at_the_field(page: Client) -> None:
    assert "Choose a file, or paste" in text_of(send(page, IMPORT))
