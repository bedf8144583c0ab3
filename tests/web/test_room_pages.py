"""The room, its chips, tables and players, and an event's details."""

import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from clock.commands.clock import start
from displays.models import RoomLook
from players.commands.players import add_player
from procedures.models import ShotClock
from seating.boards import seating as seating_boards
from seating.commands import add_tables
from tests.fixtures.picture import png
from tests.fixtures.wire import as_sent
from tests.web.visitors import done, lines, send, text_of
from tourney.commands import add_chip_set, change_event
from tourney.models import ChipSet, Room, Tournament
from tourney.services.figures import grouped
from tourney.services.picture_files import read_picture

tables = as_sent(seating_boards.tables)

pytestmark = pytest.mark.django_db
PNG = png()
GOOD = {"name": "Club", "currency": "CHF", "language": "de-ch", "book": "munot", "accent": "#aa2233"}


@pytest.mark.parametrize(
    ("language", "text"), [("en", "12,500"), ("de", "12.500"), ("de-at", "12.500"), ("de-ch", "12'500")]
)
def test_figures_are_grouped_as_the_language_does(language: str, text: str) -> None:
    with translation.override(language):
        assert grouped(12_500) == text
        assert grouped(-12_500) == f"−{text}"


# --- the room -----------------------------------------------------------------------------------------
def test_the_rooms_settings_are_changed(page: Client) -> None:
    assert send(page, "/staff/room/", **GOOD).status_code == 302
    room = Room.objects.get()
    assert {name: getattr(room, name) for name in GOOD} == GOOD


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 81},
        {"currency": "euro"},
        {"currency": "XXQ"},
        {"currency": ""},
        {"language": "rm"},
        {"book": "nothing"},
        {"accent": "red"},
        {"accent": "#AA2233;}"},
        {"name": "\x00"},
    ],
)
def test_settings_that_are_wrong_are_refused(page: Client, wrong: dict[str, str]) -> None:
    before = lines()
    answer = send(page, "/staff/room/", **{**GOOD, **wrong})
    assert answer.status_code == 422
    assert lines() == before


# --- chips --------------------------------------------------------------------------------------------
def chips(*values: str) -> dict[str, Any]:
    """Return the form of a chip set."""
    return {"value": list(values), "face": ["#123456"] * len(values), "edge": ["#ffffff"] * len(values)}


def test_a_chip_set_is_added_and_rows_without_value_left_out(page: Client) -> None:
    assert send(page, "/staff/room/chips/", name="Case", **chips("25", "", "1'000")).status_code == 302
    assert [chip.value for chip in ChipSet.objects.get(name="Case").chips.all()] == [25, 1000]


@pytest.mark.parametrize("values", [[], ["", ""], ["abc"], ["-5"], ["0"], ["25", "25"], ["9" * 14], ["12k"]])
def test_invalid_chips_are_refused_and_input_is_kept(page: Client, values: list[str]) -> None:
    answer = send(page, "/staff/room/chips/", name="Case", **chips(*values))
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert all(f'value="{value}"' in text_of(answer) for value in values)
    assert not ChipSet.objects.exists()


@pytest.mark.parametrize("colour", ["red", "#12345", "#1234567", "javascript:", "\x00"])
def test_invalid_colour_is_refused(page: Client, colour: str) -> None:
    answer = send(page, "/staff/room/chips/", name="Case", value="25", face=colour, edge="#ffffff")
    assert answer.status_code == 422
    assert not ChipSet.objects.exists()


def test_a_chip_set_is_counted_and_changed_but_keeps_chips_in_play(page: Client, event: int) -> None:
    many = {**chips("25", "100", "1000"), "owned": ["1'200", "", "0"]}
    assert send(page, "/staff/room/chips/", name="Case", **many).status_code == 302
    case = ChipSet.objects.get(name="Case")
    assert [chip.owned for chip in case.chips.all()] == [1200, None, 0]
    address = f"/staff/room/chips/{case.pk}/"
    assert "1200" in text_of(page.get(address))
    changed = {**chips("25", "500", "1000"), "owned": ["1300", "60", "x"]}
    assert send(page, address, name="Case", **changed).status_code == 422
    assert send(page, address, name="Box", **{**changed, "owned": ["1300", "60", ""]}).status_code == 302
    case.refresh_from_db()
    assert [(chip.value, chip.owned) for chip in case.chips.all()] == [(25, 1300), (500, 60), (1000, None)]
    assert case.name == "Box"
    row = Tournament.objects.get(pk=event)
    done(change_event, event, name=row.name, book=row.book, starting_stack=10_000, chip_set=case.pk)
    refused = send(page, address, name="Box", **chips("25", "1000"))
    assert refused.status_code == 422
    assert "is played with the 500 chips" in text_of(refused)
    assert send(page, address, name="Box", **chips("25", "500", "1000", "5000")).status_code == 302
    assert page.get("/staff/room/chips/99999/").status_code == 404


# --- tables -------------------------------------------------------------------------------------------
def test_tables_are_added_assigned_returned_and_removed(page: Client, event: int) -> None:
    send(page, "/staff/room/tables/", first="1", last="3", seats="8")
    assert [table["number"] for table in tables()] == [1, 2, 3]
    send(page, "/staff/room/tables/2/", what="assign", event=event)
    assert [table["tournament"] for table in tables()] == [None, event, None]
    refused = page.post(
        "/staff/room/tables/2/", {"what": "retire", "command_id": str(uuid.uuid4())}, follow=True
    )
    assert "is assigned to" in text_of(refused)
    assert "not started" in text_of(page.get("/staff/room/tables/"))
    done(start, event)
    assert "not started" not in text_of(page.get("/staff/room/tables/"))
    send(page, "/staff/room/tables/2/", what="release", event=event)
    send(page, "/staff/room/tables/2/", what="retire")
    assert [table["number"] for table in tables()] == [1, 3]


@pytest.mark.parametrize(
    ("first", "last", "seats"),
    [
        ("a", "1", "9"),
        ("0", "1", "9"),
        ("2", "1", "9"),
        ("1", "9999", "9"),
        ("1", "1", "99"),
        ("", "", ""),
        ("-1", "1", "9"),
        ("1.5", "2", "9"),
    ],
)
def test_invalid_tables_are_refused(page: Client, first: str, last: str, seats: str) -> None:
    answer = send(page, "/staff/room/tables/", first=first, last=last, seats=seats)
    assert answer.status_code == 422
    assert tables() == []


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"what": "burn"},
        {"what": "assign"},
        {"what": "assign", "event": "x"},
        {"what": "assign", "event": "999"},
    ],
)
def test_refused_table_commands_show_their_reason(page: Client, values: dict[str, str]) -> None:
    done(add_tables, first=1, last=1)
    before = lines()
    answer = page.post("/staff/room/tables/1/", {**values, "command_id": str(uuid.uuid4())}, follow=True)
    assert 'role="alert"' in text_of(answer)
    assert lines() == before


# --- players ------------------------------------------------------------------------------------------
def test_players_are_found_by_name_and_nickname(page: Client) -> None:
    for name, nickname in [("Ann Miller", ""), ("Bob", "The Mill"), ("Cid", "")]:
        done(add_player, name=name, nickname=nickname)
    shown = text_of(page.get("/staff/room/players/?q=mill"))
    assert "Ann Miller" in shown
    assert "Bob" in shown
    assert "Cid" not in shown


@pytest.mark.parametrize("q", ["%00", "x" * 5000, "%", "<script>alert(1)</script>", "%27%22"])
def test_any_search_is_answered(page: Client, q: str) -> None:
    answer = page.get(f"/staff/room/players/?q={q}")
    assert answer.status_code == 200
    assert "<script>alert" not in text_of(answer)


# --- an event's details -------------------------------------------------------------------------------
def test_an_events_details_are_changed(page: Client, event: int) -> None:
    case = done(add_chip_set, name="Case", chips=[{"value": 25, "face": "#111111", "edge": "#ffffff"}])[
        "chip_set"
    ]
    answer = send(
        page,
        f"/staff/t/{event}/details/",
        what="change",
        name="Big one",
        book="wsop",
        starting_stack="25'000",
        chip_set=case,
    )
    assert answer.status_code == 302
    row = Tournament.objects.get(pk=event)
    assert (row.name, row.book, row.starting_stack, row.chip_set_id) == ("Big one", "wsop", 25_000, case)


def test_an_event_is_copied_from_its_details(page: Client, event: int) -> None:
    answer = send(page, f"/staff/t/{event}/details/", what="copy", name="Next Friday")
    made = Tournament.objects.latest("pk")
    assert answer.headers["Location"] == f"/staff/t/{made.pk}/details/"
    assert made.name == "Next Friday"
    # The name suggested for a further copy differs from those of the open events.
    name = Tournament.objects.get(pk=event).name
    suggested = page.get(f"/staff/t/{event}/details/").context["forms"]["copy"].values["name"]
    assert suggested == f"{name} 2"
    send(page, f"/staff/t/{event}/details/", what="copy", name=suggested)
    suggested = page.get(f"/staff/t/{event}/details/").context["forms"]["copy"].values["name"]
    assert suggested == f"{name} 3"
    wrong = send(page, f"/staff/t/{event}/details/", what="copy", name="Again", planned_start="soon")
    assert wrong.status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"book": "nothing"},
        {"starting_stack": "0"},
        {"starting_stack": "abc"},
        {"chip_set": "999"},
        {"chip_set": "x"},
        {"name": "\x00"},
    ],
)
def test_details_that_are_wrong_are_refused(page: Client, event: int, wrong: dict[str, str]) -> None:
    good = {"what": "change", "name": "Big one", "book": "wsop", "starting_stack": "10000", "chip_set": ""}
    before = lines(event)
    answer = send(page, f"/staff/t/{event}/details/", **{**good, **wrong})
    assert answer.status_code == 422
    assert lines(event) == before


def test_logo_is_stored_served_and_removed(page: Client, event: int, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    path = f"/staff/t/{event}/details/"
    send(page, path, what="logo", logo=SimpleUploadedFile("../../x.png", PNG))
    name = Tournament.objects.get(pk=event).logo
    assert b"".join(page.get(f"/media/{name}").streaming_content) == read_picture(PNG).data
    assert [kept.name for kept in tmp_path.iterdir()] == [name]
    send(page, path, what="no_logo")
    assert Tournament.objects.get(pk=event).logo == ""


def test_one_save_stores_the_sponsor_and_all_pictures_of_displays(
    page: Client, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    command, before = str(uuid.uuid4()), lines()
    for _twice in range(2):
        files = {
            place: SimpleUploadedFile("x.png", PNG) for place in ("logo", "background", "sponsor_picture")
        }
        answer = send(
            page,
            "/staff/room/",
            command=command,
            what="look",
            theme="felt",
            sponsor="Example Drinks",
            **files,
        )
        assert answer.status_code == 302
    row = RoomLook.objects.get()
    assert (row.theme, row.sponsor) == ("felt", "Example Drinks")
    assert set(row.pictures()) == {"logo", "background", "sponsor_picture"}
    assert all(row.pictures().values())
    assert lines() == before + 4, "each is stored once"


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"<svg onload=alert(1)>", PNG + b"x" * 1_100_000, b"\x00" * 3_000_000]
)
def test_invalid_picture_is_refused_at_its_field(
    page: Client, event: int, settings: Any, tmp_path: Path, data: bytes
) -> None:
    settings.MEDIA_ROOT = tmp_path
    answer = send(page, f"/staff/t/{event}/details/", what="logo", logo=SimpleUploadedFile("x.png", data))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer)
    assert list(tmp_path.iterdir()) == []


def test_faults_of_several_pictures_are_named_together(page: Client, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    wrong = {"logo": b"GIF89a", "background": PNG + b"x" * 1_500_000, "sponsor_picture": b""}
    files = {place: SimpleUploadedFile("x.png", data) for place, data in wrong.items()}
    answer = send(page, "/staff/room/", what="look", theme="felt", sponsor="", **files)
    assert answer.status_code == 422
    assert text_of(answer).count('aria-invalid="true"') == len(wrong)
    assert list(tmp_path.iterdir()) == []


def test_an_event_is_closed_and_opened_again(page: Client, event: int) -> None:
    path = f"/staff/t/{event}/details/"
    send(page, path, what="close")
    assert Tournament.objects.get(pk=event).closed_at is not None
    assert "Reopen event" in text_of(page.get(path))
    assert "structure_editor.js" not in text_of(page.get(f"/staff/t/{event}/structure/"))
    send(page, path, what="reopen")
    assert Tournament.objects.get(pk=event).closed_at is None


@pytest.mark.parametrize("what", ["", "explode", "reopen"])
def test_form_with_impossible_values_is_refused(page: Client, event: int, what: str) -> None:
    assert send(page, f"/staff/t/{event}/details/", what=what).status_code == 422


def test_event_details_set_change_top_up_and_remove_the_shot_clock(page: Client, event: int) -> None:
    path = f"/staff/t/{event}/details/"
    assert "Play with a shot clock" in text_of(page.get(path))
    good = {"what": "shot", "seconds": "30", "bank_seconds": "20", "banks": "4"}
    assert send(page, path, **good).status_code == 302
    assert send(page, path, **{**good, "seconds": "25"}).status_code == 302
    assert send(page, path, what="banks", count="2").status_code == 302
    row = ShotClock.objects.get(tournament=event)
    assert (row.seconds, row.bank_seconds, row.banks) == (25, 20, 6)
    # An outdated page does not revert what was set for all entries meanwhile; a changed number is saved.
    assert send(page, path, **{**good, "seconds": "20", "banks_was": "4"}).status_code == 302
    row.refresh_from_db()
    assert (row.seconds, row.banks) == (20, 6)
    assert send(page, path, **{**good, "banks": "5", "banks_was": "4"}).status_code == 302
    row.refresh_from_db()
    assert row.banks == 5
    for wrong in ({"seconds": "4"}, {"seconds": "x"}, {"bank_seconds": ""}, {"banks": "51"}):
        answer = send(page, path, **{**good, **wrong})
        assert answer.status_code == 422
        assert "aria-invalid" in text_of(answer)
    assert send(page, path, what="banks", count="46").status_code == 422
    assert send(page, path, what="no_shot").status_code == 302
    assert not ShotClock.objects.exists()
